//! Random changes of bytes: what editors, broken transfers and attackers do to files.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// The longest input: mutations can repeat parts of it.
const MAX_LENGTH: usize = 1 << 20;

/// A change of the input.
#[derive(Debug, Clone)]
pub(crate) enum Mutation {
    Flip(Index, u8),
    Set(Index, u8),
    Cut(Index, usize),
    Insert(Index, Vec<u8>),
    Token(Index, Index),
    /// Replaces bytes with a token.
    Replace(Index, usize, Index),
    Repeat(Index, usize, usize),
    /// Inserts a part of another seed.
    Splice(Index, Index, Index, usize),
    DropLine(Index),
    RepeatLine(Index, Index),
    Indent(Index, usize),
    /// Ends the input.
    Truncate(Index),
}

/// Any list of mutations; short ones are more likely to get past the first check.
pub(crate) fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    use Mutation as M;
    let at = any::<Index>;
    let one = prop_oneof![
        2 => (at(), 0..8_u8).prop_map(|(at, bit)| M::Flip(at, bit)),
        1 => (at(), any::<u8>()).prop_map(|(at, byte)| M::Set(at, byte)),
        3 => (at(), 1..40_usize).prop_map(|(at, length)| M::Cut(at, length)),
        1 => (at(), vec(any::<u8>(), 1..6)).prop_map(|(at, bytes)| M::Insert(at, bytes)),
        6 => (at(), at()).prop_map(|(at, token)| M::Token(at, token)),
        4 => (at(), 1..8_usize, at()).prop_map(|(at, length, token)| M::Replace(at, length, token)),
        1 => (at(), 1..30_usize, 1..60_usize).prop_map(|(at, length, times)| M::Repeat(at, length, times)),
        2 => (at(), at(), at(), 1..200_usize)
            .prop_map(|(at, seed, from, length)| M::Splice(at, seed, from, length)),
        2 => at().prop_map(M::DropLine),
        2 => (at(), at()).prop_map(|(line, at)| M::RepeatLine(line, at)),
        2 => (at(), 1..6_usize).prop_map(|(line, spaces)| M::Indent(line, spaces)),
        1 => at().prop_map(M::Truncate),
    ];
    vec(one, 1..10)
}

/// Applies mutations to a seed.
pub(crate) fn apply(
    seed: &[u8],
    mutations: &[Mutation],
    seeds: &[Vec<u8>],
    tokens: &[Vec<u8>],
) -> Vec<u8> {
    let mut input = seed.to_vec();
    for mutation in mutations {
        apply_one(&mut input, mutation, seeds, tokens);
        input.truncate(MAX_LENGTH);
    }
    input
}

fn apply_one(input: &mut Vec<u8>, mutation: &Mutation, seeds: &[Vec<u8>], tokens: &[Vec<u8>]) {
    let length = input.len();
    let place = |at: &Index| at.index(length + 1);
    let range = |at: &Index, count: usize| place(at)..(place(at) + count).min(length);
    match mutation {
        Mutation::Flip(at, bit) => {
            input.get_mut(place(at)).into_iter().for_each(|byte| *byte ^= 1 << bit)
        }
        Mutation::Set(at, new) => {
            input.get_mut(place(at)).into_iter().for_each(|byte| *byte = *new)
        }
        Mutation::Cut(at, count) => drop(input.drain(range(at, *count))),
        Mutation::Insert(at, bytes) => insert(input, place(at), bytes),
        Mutation::Token(at, token) => insert(input, place(at), token.get::<Vec<u8>>(tokens)),
        Mutation::Replace(at, count, token) => {
            let range = range(at, *count);
            drop(input.splice(range, token.get(tokens).iter().copied()));
        }
        Mutation::Repeat(at, count, times) => {
            let part = input[range(at, *count)].repeat(*times);
            insert(input, place(at), &part);
        }
        Mutation::Splice(at, seed, from, count) => {
            let other: &Vec<u8> = seed.get(seeds);
            let from = from.index(other.len() + 1);
            insert(input, place(at), &other[from..(from + count).min(other.len())]);
        }
        Mutation::DropLine(at) => drop(input.drain(line(input, place(at)))),
        Mutation::RepeatLine(from, at) => {
            let part = input[line(input, place(from))].to_vec();
            let start = line(input, place(at)).start;
            insert(input, start, &part);
        }
        Mutation::Indent(at, spaces) => {
            let start = line(input, place(at)).start;
            insert(input, start, &b" ".repeat(*spaces));
        }
        Mutation::Truncate(at) => input.truncate(place(at)),
    }
}

fn insert(input: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    drop(input.splice(at..at, bytes.iter().copied()));
}

/// Returns the line with the byte at `at`, including its line break.
fn line(input: &[u8], at: usize) -> std::ops::Range<usize> {
    let start = input[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let end = input[at..].iter().position(|byte| *byte == b'\n');
    start..end.map_or(input.len(), |end| at + end + 1)
}

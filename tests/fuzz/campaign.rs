//! Runs a target on mutations, and shortens the input of a failure.

use std::hash::{BuildHasher as _, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{RngSeed, TestCaseError, TestError, TestRunner};

use crate::mutation::{apply, mutations};

/// How long the mutations of each target are tried, in seconds.
const SECONDS: &str = "VITAE_FUZZ_SECONDS";
/// The directory for the seeds of all targets. If it is set, no mutations are tried.
const SEEDS: &str = "VITAE_FUZZ_SEEDS";
/// The stack of a thread of the program.
const STACK: usize = 8 << 20;
/// The most time for one input: unoptimized code is slow, and other tests run at the same time.
const MAX_TIME: Duration = Duration::from_secs(20);
/// The most runs of the target to shorten an input.
const MAX_ATTEMPTS: usize = 2000;

/// A target, what to try, and how often.
pub(crate) struct Campaign {
    /// The name of the target.
    pub(crate) name: &'static str,
    /// The target.
    pub(crate) target: fn(&[u8]),
    /// The files that mutations start from.
    pub(crate) seeds: Vec<Vec<u8>>,
    /// The tokens that mutations insert.
    pub(crate) tokens: Vec<Vec<u8>>,
    /// The number of mutations, if the time is not given.
    pub(crate) cases: u32,
}

/// Runs a campaign with a stack as large as that of the program.
pub(crate) fn run(campaign: &Campaign) {
    let outcome = thread::scope(|scope| {
        let thread = thread::Builder::new().name(campaign.name.to_owned()).stack_size(STACK);
        let spawned = thread.spawn_scoped(scope, || campaign.run()).expect("a thread");
        spawned.join()
    });
    if let Err(failure) = outcome.unwrap_or_else(|_| Err("the campaign failed".to_owned())) {
        panic!("{failure}");
    }
}

impl Campaign {
    fn run(&self) -> Result<(), String> {
        if let Some(directory) = env::var_os(SEEDS) {
            self.write_seeds(&Path::new(&directory).join(self.name));
            return Ok(());
        }
        let seconds = env::var(SECONDS).ok().map(|text| text.parse().expect("a number of seconds"));
        let limit = seconds.map(Duration::from_secs);
        let start = Instant::now();
        let mut seed = match ProptestConfig::default().rng_seed {
            RngSeed::Fixed(seed) => seed,
            RngSeed::Random => RandomState::new().hash_one(()),
        };
        let mut tried = 0;
        if limit.is_some() {
            let unchanged = self.seeds.iter().try_for_each(|input| self.try_input(input));
            unchanged
                .map_err(|reason| format!("{}: an unchanged seed fails: {reason}", self.name))?;
        }
        loop {
            self.try_mutations(seed)?;
            tried += self.cases;
            if limit.is_none_or(|limit| start.elapsed() > limit) {
                break;
            }
            seed = seed.wrapping_add(1);
        }
        if limit.is_some() {
            self.print(&format!("{tried} inputs in {:?}, up to seed {seed}", start.elapsed()));
        }
        Ok(())
    }

    fn write_seeds(&self, directory: &Path) {
        fs::create_dir_all(directory).expect("a writable directory");
        for (index, seed) in self.seeds.iter().enumerate() {
            let path = directory.join(index.to_string());
            fs::write(path, seed).expect("a writable directory");
        }
    }

    #[expect(clippy::print_stdout, reason = "a campaign by hand shows what it did")]
    fn print(&self, text: &str) {
        println!("{}: {text}", self.name);
    }

    /// Tries the mutations of a seed of the random numbers.
    fn try_mutations(&self, seed: u64) -> Result<(), String> {
        let config = ProptestConfig {
            cases: self.cases,
            rng_seed: RngSeed::Fixed(seed),
            failure_persistence: None,
            max_shrink_iters: 200,
            ..ProptestConfig::default()
        };
        let input = |(at, mutations): &(Index, Vec<_>)| {
            apply(at.get::<Vec<u8>>(&self.seeds), mutations, &self.seeds, &self.tokens)
        };
        let test = |value| self.try_input(&input(&value)).map_err(TestCaseError::fail);
        match TestRunner::new(config).run(&(any::<Index>(), mutations()), test) {
            Ok(()) => Ok(()),
            Err(TestError::Abort(reason)) => Err(reason.to_string()),
            Err(TestError::Fail(_, value)) => Err(self.describe(seed, input(&value))),
        }
    }

    /// Runs the target, and returns why it failed.
    fn try_input(&self, input: &[u8]) -> Result<(), String> {
        if env::var_os(SECONDS).is_some() {
            // A crash of the process leaves its input.
            fs::write(self.path("current"), input).expect("a writable directory");
        }
        let start = Instant::now();
        catch_unwind(AssertUnwindSafe(|| (self.target)(input))).map_err(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            text.or_else(|| panic.downcast_ref().map(|text: &&str| (*text).to_owned()))
                .unwrap_or_default()
        })?;
        let time = start.elapsed();
        if time > MAX_TIME { Err(format!("it took {time:?}")) } else { Ok(()) }
    }

    /// Shortens a failing input, writes it to a file, and describes the failure.
    fn describe(&self, seed: u64, mut input: Vec<u8>) -> String {
        let mut length = input.len() / 2;
        let mut attempts = 0;
        while length > 0 && attempts < MAX_ATTEMPTS {
            let mut at = 0;
            while at < input.len() && attempts < MAX_ATTEMPTS {
                let mut shorter = input.clone();
                shorter.drain(at..(at + length).min(input.len()));
                attempts += 1;
                match self.try_input(&shorter) {
                    Ok(()) => at += length,
                    Err(_) => input = shorter,
                }
            }
            length /= 2;
        }
        let path = self.path(&format!("seed-{seed}"));
        fs::write(&path, &input).expect("a writable directory");
        let reason = self.try_input(&input).err().unwrap_or_default();
        let (name, text) = (self.name, input[..input.len().min(2000)].escape_ascii());
        format!("{name}, PROPTEST_RNG_SEED={seed}: {reason}\n{}: {text}", path.display())
    }

    /// Returns the path of a file with an input.
    fn path(&self, kind: &str) -> PathBuf {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
        fs::create_dir_all(&directory).expect("a writable directory");
        directory.join(format!("{}-{kind}", self.name))
    }
}

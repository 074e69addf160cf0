//! JPEG, ITU-T T.81: reading what is necessary, leaving out what is not.
//!
//! A file is parsed into the segments a decoder needs ([`segments`]), its scans are checked to
//! be whole ([`scans`]), and the segments are put together again without anything else. Those
//! bytes are what is decoded ([`pixels`]) and, where nothing has to change, what is published:
//! what was looked at and what goes out cannot differ.

mod blocks;
mod encode;
mod frame;
mod huffman;
mod marker;
mod pixels;
mod scans;
mod segments;

pub(super) use encode::encode;
pub(super) use frame::Colours;
pub(super) use pixels::decode;
pub(super) use scans::check_complete;
pub(super) use segments::Jpeg;

use super::{Format, Problem};

fn damaged(detail: impl Into<String>) -> Problem {
    Problem::Damaged {
        format: Format::Jpeg,
        detail: detail.into(),
    }
}

const CUT_SHORT: Problem = Problem::CutShort {
    format: Format::Jpeg,
};

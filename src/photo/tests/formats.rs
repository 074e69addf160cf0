//! JPEG layouts, and the exact bytes of the result.

use jpeg_encoder::SamplingFactor;
use moxcms::ColorProfile;

use super::super::VERSION;
use super::jpeg_files::{REFINED, icc_segments, jpeg, jpeg_with, progressive_jpeg, with_segments};
use super::pictures::{Channels, Picture, cmyk_profile, map, noise};
use super::png_files::png;
use super::webp_files::{LOSSY_ALPHA_WEBP, LOSSY_WEBP, webp};
use super::{PhotoSettings, SETTINGS, distance, pixels, publish};

/// One scan per component decodes to the same pixels as a single scan. Some decoders fail at this
/// where chroma has a lower resolution.
#[test]
fn reads_one_scan_per_component() {
    let samplings = [
        SamplingFactor::F_1_1,
        SamplingFactor::F_2_1,
        SamplingFactor::F_1_2,
        SamplingFactor::F_2_2,
        SamplingFactor::F_4_1,
        SamplingFactor::F_4_2,
        SamplingFactor::F_1_4,
        SamplingFactor::F_2_4,
    ];
    for (width, height) in [(90, 61), (64, 64), (17, 33), (8, 100), (1, 1)] {
        let picture = noise(width, height);
        for (sampling, restart) in samplings.iter().flat_map(|s| [(*s, 0), (*s, 3)]) {
            let file = |separate, progressive| {
                jpeg_with(&picture, |encoder| {
                    encoder.set_sampling_factor(sampling);
                    encoder.set_restart_interval(restart);
                    encoder.set_optimized_huffman_tables(separate);
                    encoder.set_progressive(progressive);
                })
            };
            let single_scan = pixels(&file(false, false));
            // The encoder cannot combine optimized tables with restart markers.
            let separate = (restart == 0).then(|| [file(true, false), file(true, true)]);
            let others = separate.into_iter().flatten().chain([file(false, true)]);
            for other in others {
                let same = pixels(&other) == single_scan;
                assert!(same, "{width} x {height}, {sampling:?}, restart {restart}");
            }
        }
    }
}

#[test]
fn reads_progressive_jpeg_with_refinement() {
    let expected = Picture::from_fn((56, 40), Channels::Rgb, |x, y| {
        let (right, down, texture) = (x * 200 / 56, y * 200 / 40, (x * 37 + y * 91) % 48);
        [right, down, right * down / 200].map(|light| (light + texture) as u8).to_vec()
    });
    let found = pixels(&publish(REFINED, SETTINGS));
    assert!(distance(&found, &expected) < 7.0);
}

/// Pins the bytes of [`VERSION`], which must not depend on the CPU. After an intended change, or a
/// release of a decoder or encoder that changes the bytes, raise [`VERSION`] and update the values.
#[test]
fn pins_the_bytes_of_this_version() {
    let fnv = |bytes: &[u8]| {
        bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    };
    let picture = noise(300, 200);
    let gray = map(&picture, Channels::Gray, |p| [p[1]]);
    let faint = map(&picture, Channels::Rgba, |p| [p[0], p[1], p[2], p[0] | 1]);
    let cmyk = map(&picture, Channels::Cmyk, |p| [p[0], p[1], p[2], 60]);
    let press = icc_segments(&cmyk_profile());
    let p3 = icc_segments(&ColorProfile::new_display_p3().encode().unwrap());
    let small = |quality| PhotoSettings { max_px: 131, quality };
    let found = [
        publish(&jpeg(&picture), SETTINGS),
        publish(&jpeg(&picture), small(80)),
        publish(&jpeg(&picture), small(95)),
        publish(&with_segments(&jpeg(&picture), &p3), SETTINGS),
        publish(&jpeg(&gray), small(80)),
        publish(&with_segments(&jpeg(&cmyk), &press), small(80)),
        publish(&png(&picture), SETTINGS),
        publish(&png(&faint), SETTINGS),
        publish(&png(&faint), small(80)),
        publish(&progressive_jpeg(&picture), small(80)),
        publish(&webp(&faint), small(80)),
        publish(LOSSY_WEBP, SETTINGS),
        publish(LOSSY_ALPHA_WEBP, SETTINGS),
    ]
    .map(|bytes| fnv(&bytes));
    let expected = [
        0x7e6e_72f9_2cf8_5690,
        0x3556_9092_2204_fe1e,
        0x1415_16f0_e8db_75a6,
        0x688e_5e7b_ff57_dcbf,
        0xc732_a006_5135_c6ac,
        0x628b_697e_e7f4_d40c,
        0xe288_18a0_a3d5_e355,
        0x688a_850a_63cd_83ee,
        0x487f_7717_838d_3ec0,
        0x3556_9092_2204_fe1e,
        0x487f_7717_838d_3ec0,
        0x713a_70bf_61c7_8161,
        0xb363_90d7_ef2c_e3da,
    ];
    assert_eq!((VERSION, found), (7, expected), "found {found:#x?}");
}

//! Which format is published, which pixels of what is uploaded are in it, and the exact bytes.

use jpeg_encoder::{ColorType, SamplingFactor};
use moxcms::ColorProfile;

use super::super::VERSION;
use super::super::raster::{Channels, Raster};
use super::pictures::{
    REFINED, Stored, chunk, icc_segments, jpeg, jpeg_of, jpeg_with, map, noise, png, png_of, scene,
    with_segments, zlib,
};
use super::{Format, SETTINGS, Settings, distance, pixels, publish, sniff};

#[track_caller]
fn check(file: &[u8], format: Format, expect: &Raster) {
    let published = publish(
        file,
        Settings {
            quality: 100,
            ..SETTINGS
        },
    );
    assert_eq!(sniff(&published), Some(format));
    let distance = distance(&pixels(&published), expect);
    assert!(
        distance <= if format == Format::Png { 0.0 } else { 1.5 },
        "{distance}"
    );
}

#[test]
fn png_stays_only_if_a_pixel_is_transparent() {
    let scene = scene(40, 30);
    let rgba = |alpha: u8| map(&scene, Channels::Rgba, move |p| [p[0], p[1], p[2], alpha]);
    check(&png(&scene), Format::Jpeg, &scene);
    check(&png(&rgba(255)), Format::Jpeg, &scene);
    check(&png(&rgba(254)), Format::Png, &rgba(254));
    let mut one = rgba(255);
    one.samples[4 * 321 + 3] = 254;
    check(&png(&one), Format::Png, &one);
    let grey = map(&scene, Channels::Grey, |p| [p[0]]);
    let faint = |alpha| map(&grey, Channels::GreyAlpha, move |p| [p[0], alpha]);
    check(&png(&grey), Format::Jpeg, &grey);
    check(&png(&faint(255)), Format::Jpeg, &grey);
    check(&png(&faint(3)), Format::Png, &faint(3));
}

#[test]
fn every_way_to_store_a_png_is_read() {
    let size = (37, 29);
    let grey = |x: u32, y: u32, levels: u32| (x + y) % levels;
    for interlaced in [false, true] {
        for depth in [1, 2, 4, 8, 16] {
            let stored = Stored {
                colour_type: 0,
                depth,
                interlaced,
            };
            let levels = 1 << depth;
            let file = png_of(size, stored, &[], &[], |x, y| {
                vec![(grey(x, y, 16.min(levels)) * (levels - 1) / (16.min(levels) - 1)) as u16]
            });
            let expect = picture(size, Channels::Grey, |x, y| {
                vec![(grey(x, y, 16.min(levels)) * 255 / (16.min(levels) - 1)) as u8]
            });
            check(&file, Format::Jpeg, &expect);
        }
        for (colour_type, channels) in [
            (2, Channels::Rgb),
            (4, Channels::GreyAlpha),
            (6, Channels::Rgba),
        ] {
            let samples = |x: u32, y: u32| {
                let all = [x * 6, y * 8, (x + y) * 3, 255 - x];
                let used: &[usize] = match channels {
                    Channels::Rgb => &[0, 1, 2],
                    Channels::GreyAlpha => &[0, 3],
                    _ => &[0, 1, 2, 3],
                };
                used.iter().map(|&index| all[index]).collect::<Vec<_>>()
            };
            let format = if colour_type == 2 {
                Format::Jpeg
            } else {
                Format::Png
            };
            let expect = picture(size, channels, |x, y| {
                samples(x, y)
                    .into_iter()
                    .map(|sample| sample as u8)
                    .collect()
            });
            for (depth, scale) in [(8, 1), (16, 257)] {
                let stored = Stored {
                    colour_type,
                    depth,
                    interlaced,
                };
                let file = png_of(size, stored, &[], &[], |x, y| {
                    samples(x, y)
                        .into_iter()
                        .map(|sample| (sample * scale) as u16)
                        .collect()
                });
                check(&file, format, &expect);
            }
        }
    }
}

#[test]
fn palettes_and_transparent_colours() {
    let palette = chunk(b"PLTE", &[250, 10, 20, 30, 240, 50, 60, 70, 230]);
    let colours = [[250, 10, 20], [30, 240, 50], [60, 70, 230]];
    let size = (48, 48);
    let stored = |depth| Stored {
        colour_type: 3,
        depth,
        interlaced: false,
    };
    // Large areas, since JPEG blurs the colours of small ones.
    let index = |x: u32, _: u32| x / 16;
    let expect = picture(size, Channels::Rgb, |x, y| {
        colours[index(x, y) as usize].to_vec()
    });
    for depth in [2, 4, 8] {
        let file = png_of(
            size,
            stored(depth),
            std::slice::from_ref(&palette),
            &[],
            |x, y| vec![index(x, y) as u16],
        );
        check(&file, Format::Jpeg, &expect);
    }
    let with_alpha = |alphas: &[u8], index: &dyn Fn(u32, u32) -> u32| {
        let chunks = [palette.clone(), chunk(b"tRNS", alphas)];
        png_of(size, stored(8), &chunks, &[], |x, y| {
            vec![index(x, y) as u16]
        })
    };
    let faint = picture(size, Channels::Rgba, |x, y| {
        let alpha = [255, 9, 255][index(x, y) as usize];
        [&colours[index(x, y) as usize][..], &[alpha]].concat()
    });
    check(&with_alpha(&[255, 9], &index), Format::Png, &faint);
    // A transparent colour that no pixel has.
    let flat = picture(size, Channels::Rgb, |_, _| colours[0].to_vec());
    check(&with_alpha(&[255, 0], &|_, _| 0), Format::Jpeg, &flat);
    // One colour of an RGB picture is transparent.
    let keyed = |colour: u16| {
        let key: Vec<u8> = [7, 8, colour]
            .iter()
            .flat_map(|c: &u16| c.to_be_bytes())
            .collect();
        let stored = Stored {
            colour_type: 2,
            depth: 8,
            interlaced: false,
        };
        png_of((8, 8), stored, &[chunk(b"tRNS", &key)], &[], |_, _| {
            vec![7, 8, 9]
        })
    };
    check(
        &keyed(9),
        Format::Png,
        &picture((8, 8), Channels::Rgba, |_, _| vec![0; 4]),
    );
    check(
        &keyed(10),
        Format::Jpeg,
        &picture((8, 8), Channels::Rgb, |_, _| vec![7, 8, 9]),
    );
}

fn picture(
    (width, height): (u32, u32),
    channels: Channels,
    pixel: impl Fn(u32, u32) -> Vec<u8>,
) -> Raster {
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    Raster {
        width,
        height,
        channels,
        samples: places.flat_map(|(x, y)| pixel(x, y)).collect(),
    }
}

#[test]
fn profiles_are_applied() {
    let scene = scene(40, 30);
    let p3 = ColorProfile::new_display_p3().encode().unwrap();
    let converted = super::super::color::to_srgb(scene.clone(), Some(&p3));
    assert!(distance(&converted, &scene) > 4.0);
    let in_png = chunk(b"iCCP", &[b"P3\0\0", zlib(&p3).as_slice()].concat());
    check(
        &super::pictures::png_with(&scene, &[in_png], &[]),
        Format::Jpeg,
        &converted,
    );
    let original = jpeg_with(&scene, |encoder| {
        encoder.set_quality(100);
        encoder.set_sampling_factor(SamplingFactor::F_1_1);
    });
    check(
        &with_segments(&original, &icc_segments(&p3)),
        Format::Jpeg,
        &converted,
    );
}

/// Both ways to store inks give the picture that the inks make on white paper.
#[test]
fn inks_become_colours() {
    let inks = map(&scene(40, 30), Channels::Cmyk, |p| [p[0], p[1], p[2], 60]);
    let expect = map(&inks, Channels::Rgb, |p| {
        [p[0], p[1], p[2]].map(|ink| (u32::from(255 - ink) * (255 - 60) / 255) as u8)
    });
    for colours in [ColorType::Cmyk, ColorType::CmykAsYcck] {
        let file = jpeg_of(&inks, colours, |encoder| {
            encoder.set_quality(100);
            encoder.set_sampling_factor(SamplingFactor::F_1_1);
        });
        check(&file, Format::Jpeg, &expect);
    }
}

/// A scan for each component, which some decoders get wrong where colours have half the
/// resolution, is the same picture as one scan for all.
#[test]
fn scans_of_one_component_are_put_together() {
    let picture = noise(90, 61);
    for sampling in [
        SamplingFactor::F_1_1,
        SamplingFactor::F_2_1,
        SamplingFactor::F_2_2,
    ] {
        let file = |apart| {
            jpeg_with(&picture, |encoder| {
                encoder.set_sampling_factor(sampling);
                encoder.set_optimized_huffman_tables(apart);
            })
        };
        assert!(pixels(&file(true)) == pixels(&file(false)), "{sampling:?}");
    }
}

#[test]
fn progressive_pictures_with_refined_coefficients_are_read() {
    let expect = picture((56, 40), Channels::Rgb, |x, y| {
        let (right, down, texture) = (x * 200 / 56, y * 200 / 40, (x * 37 + y * 91) % 48);
        [right, down, right * down / 200]
            .map(|light| (light + texture) as u8)
            .to_vec()
    });
    let found = pixels(&publish(REFINED, SETTINGS));
    assert!(distance(&found, &expect) < 7.0);
}

/// The bytes of this version. If this fails because of a change that was meant, or of another
/// release of a decoder or encoder, raise [`VERSION`] and state the new values.
#[test]
fn bytes_are_those_of_this_version() {
    let fnv = |bytes: &[u8]| {
        bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    };
    let picture = noise(300, 200);
    let grey = map(&picture, Channels::Grey, |p| [p[1]]);
    let faint = map(&picture, Channels::Rgba, |p| [p[0], p[1], p[2], p[0] | 1]);
    let inks = map(&picture, Channels::Cmyk, |p| [p[0], p[1], p[2], 60]);
    let p3 = icc_segments(&ColorProfile::new_display_p3().encode().unwrap());
    let small = |quality| Settings {
        max_px: 131,
        quality,
    };
    let found = [
        publish(&jpeg(&picture), SETTINGS),
        publish(&jpeg(&picture), small(80)),
        publish(&jpeg(&picture), small(95)),
        publish(&with_segments(&jpeg(&picture), &p3), SETTINGS),
        publish(&jpeg(&grey), small(80)),
        publish(&jpeg(&inks), small(80)),
        publish(&png(&picture), SETTINGS),
        publish(&png(&faint), SETTINGS),
        publish(&png(&faint), small(80)),
    ]
    .map(|bytes| fnv(&bytes));
    let expect = [
        0x56c4_4cb3_d694_3dd0,
        0xc036_562d_8aa7_85e7,
        0xd979_31b0_c3a9_c658,
        0x4ac4_18fc_ce4a_5e3f,
        0xc22b_182f_f137_8b89,
        0x9505_4b02_b7b9_7d0a,
        0xe288_18a0_a3d5_e355,
        0x688a_850a_63cd_83ee,
        0xb8a6_7f65_ca2a_9db4,
    ];
    assert_eq!((VERSION, found), (1, expect), "found {found:#x?}");
}

//! Every way to store pixels in a PNG.

use super::pictures::{Channels, Picture, map, scene};
use super::png_chunks::chunk;
use super::png_files::{Stored, png, png_of};
use super::{Format, assert_published};

#[test]
fn stays_png_only_if_a_pixel_is_transparent() {
    let scene = scene(40, 30);
    let rgba = |alpha: u8| map(&scene, Channels::Rgba, move |p| [p[0], p[1], p[2], alpha]);
    assert_published(&png(&scene), Format::Jpeg, &scene);
    assert_published(&png(&rgba(255)), Format::Jpeg, &scene);
    assert_published(&png(&rgba(254)), Format::Png, &rgba(254));
    let mut one = rgba(255);
    one.samples[4 * 321 + 3] = 254;
    assert_published(&png(&one), Format::Png, &one);
    let gray = map(&scene, Channels::Gray, |p| [p[0]]);
    let faint = |alpha| map(&gray, Channels::GrayAlpha, move |p| [p[0], alpha]);
    assert_published(&png(&gray), Format::Jpeg, &gray);
    assert_published(&png(&faint(255)), Format::Jpeg, &gray);
    assert_published(&png(&faint(3)), Format::Png, &faint(3));
}

#[test]
fn reads_every_color_type_and_depth() {
    let size = (37, 29);
    let gray = |x: u32, y: u32, levels: u32| (x + y) % levels;
    for interlaced in [false, true] {
        for depth in [1, 2, 4, 8, 16] {
            let stored = Stored { color_type: 0, depth, interlaced };
            let levels = 1 << depth;
            let file = png_of(size, stored, &[], &[], |x, y| {
                vec![(gray(x, y, 16.min(levels)) * (levels - 1) / (16.min(levels) - 1)) as u16]
            });
            let expected = Picture::from_fn(size, Channels::Gray, |x, y| {
                vec![(gray(x, y, 16.min(levels)) * 255 / (16.min(levels) - 1)) as u8]
            });
            assert_published(&file, Format::Jpeg, &expected);
        }
        for (color_type, channels) in
            [(2, Channels::Rgb), (4, Channels::GrayAlpha), (6, Channels::Rgba)]
        {
            let samples = |x: u32, y: u32| {
                let all = [x * 6, y * 8, (x + y) * 3, 255 - x];
                let used: &[usize] = match channels {
                    Channels::Rgb => &[0, 1, 2],
                    Channels::GrayAlpha => &[0, 3],
                    _ => &[0, 1, 2, 3],
                };
                used.iter().map(|&index| all[index]).collect::<Vec<_>>()
            };
            let format = if color_type == 2 { Format::Jpeg } else { Format::Png };
            let expected = Picture::from_fn(size, channels, |x, y| {
                samples(x, y).into_iter().map(|sample| sample as u8).collect()
            });
            for (depth, scale) in [(8, 1), (16, 257)] {
                let stored = Stored { color_type, depth, interlaced };
                let file = png_of(size, stored, &[], &[], |x, y| {
                    samples(x, y).into_iter().map(|sample| (sample * scale) as u16).collect()
                });
                assert_published(&file, format, &expected);
            }
        }
    }
}

#[test]
fn reads_palettes_and_transparent_colors() {
    let palette = chunk(b"PLTE", &[250, 10, 20, 30, 240, 50, 60, 70, 230]);
    let colors = [[250, 10, 20], [30, 240, 50], [60, 70, 230]];
    let size = (48, 48);
    let stored = |depth| Stored { color_type: 3, depth, interlaced: false };
    // Large areas, because JPEG blurs the colors of small ones.
    let index = |x: u32, _: u32| x / 16;
    let expected =
        Picture::from_fn(size, Channels::Rgb, |x, y| colors[index(x, y) as usize].to_vec());
    for depth in [2, 4, 8] {
        let file = png_of(size, stored(depth), std::slice::from_ref(&palette), &[], |x, y| {
            vec![index(x, y) as u16]
        });
        assert_published(&file, Format::Jpeg, &expected);
    }
    let with_alpha = |alphas: &[u8], index: &dyn Fn(u32, u32) -> u32| {
        let chunks = [palette.clone(), chunk(b"tRNS", alphas)];
        png_of(size, stored(8), &chunks, &[], |x, y| vec![index(x, y) as u16])
    };
    let faint = Picture::from_fn(size, Channels::Rgba, |x, y| {
        let alpha = [255, 9, 255][index(x, y) as usize];
        [&colors[index(x, y) as usize][..], &[alpha]].concat()
    });
    assert_published(&with_alpha(&[255, 9], &index), Format::Png, &faint);
    // No pixel has the transparent color.
    let flat = Picture::from_fn(size, Channels::Rgb, |_, _| colors[0].to_vec());
    assert_published(&with_alpha(&[255, 0], &|_, _| 0), Format::Jpeg, &flat);
    // One color of an RGB picture is transparent.
    let keyed = |color: u16| {
        let key: Vec<u8> = [7, 8, color].iter().flat_map(|c: &u16| c.to_be_bytes()).collect();
        let stored = Stored { color_type: 2, depth: 8, interlaced: false };
        png_of((8, 8), stored, &[chunk(b"tRNS", &key)], &[], |_, _| vec![7, 8, 9])
    };
    assert_published(
        &keyed(9),
        Format::Png,
        &Picture::from_fn((8, 8), Channels::Rgba, |_, _| vec![0; 4]),
    );
    assert_published(
        &keyed(10),
        Format::Jpeg,
        &Picture::from_fn((8, 8), Channels::Rgb, |_, _| vec![7, 8, 9]),
    );
}

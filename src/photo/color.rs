//! Bringing colours to sRGB, which is what a browser assumes when a picture says nothing.
//!
//! An embedded ICC profile is honoured where it can be. One that is broken, is meant for another
//! kind of picture (an RGB profile in a grey JPEG) or is of a kind that cannot be converted is
//! ignored, as browsers do: the colours are then taken to be sRGB already, and ink amounts are
//! converted without a profile. A photo is never refused for its profile.

use std::sync::Arc;

use moxcms::{ColorProfile, DataColorSpace, Layout, TransformExecutor, TransformOptions};

use super::raster::{Channels, Raster};

/// The largest ICC profile that is looked at, in bytes. Profiles of presses have 3 MB.
pub(super) const MAX_PROFILE_BYTES: usize = 8 << 20;

/// How far sRGB values may move under a profile that still counts as sRGB, in 1/255. Rounding
/// in the many published versions of sRGB accounts for 1.
const SAME_COLOUR: u8 = 1;

type Transform = Arc<dyn TransformExecutor<u8> + Send + Sync>;

/// Whether pixels can be published as they are: there is no profile, or it has no effect.
///
/// What a profile calls itself does not matter; it is tried on a grid of colours.
pub(super) fn is_srgb(profile: Option<&[u8]>, channels: Channels) -> bool {
    let grid: Vec<u8> = match channels {
        Channels::Cmyk => return false,
        Channels::Grey | Channels::GreyAlpha => (0..=u8::MAX).collect(),
        Channels::Rgb | Channels::Rgba => {
            let steps = || (0..=u8::MAX).step_by(15);
            steps()
                .flat_map(|r| steps().flat_map(move |g| steps().flat_map(move |b| [r, g, b])))
                .collect()
        }
    };
    let Some(transform) = profile.and_then(|icc| transform(icc, channels.opaque_layout())) else {
        return true;
    };
    let expected: Vec<u8> = match channels {
        Channels::Grey | Channels::GreyAlpha => grid.iter().flat_map(|&v| [v; 3]).collect(),
        Channels::Rgb | Channels::Rgba | Channels::Cmyk => grid.clone(),
    };
    let mut converted = vec![0; expected.len()];
    transform.transform(&grid, &mut converted).is_err()
        || converted
            .iter()
            .zip(&expected)
            .all(|(a, b)| a.abs_diff(*b) <= SAME_COLOUR)
}

/// The picture in sRGB; ink amounts become red, green and blue.
pub(super) fn to_srgb(mut raster: Raster, profile: Option<&[u8]>) -> Raster {
    let channels = raster.channels;
    if channels == Channels::Cmyk {
        return inks_to_srgb(raster, profile);
    }
    if is_srgb(profile, channels) {
        return raster;
    }
    let Some(transform) = profile.and_then(|icc| transform(icc, channels.opaque_layout())) else {
        return raster;
    };
    match channels {
        Channels::Grey | Channels::GreyAlpha => {
            if let Some(table) = grey_table(&transform) {
                for pixel in raster.samples.chunks_exact_mut(channels.count()) {
                    pixel[0] = table[usize::from(pixel[0])];
                }
            }
        }
        Channels::Rgb | Channels::Rgba => convert_rows(&mut raster, &transform),
        Channels::Cmyk => {}
    }
    raster
}

impl Channels {
    /// How the profile's own colour space is laid out, opacity aside.
    const fn opaque_layout(self) -> Layout {
        match self {
            Self::Grey | Self::GreyAlpha => Layout::Gray,
            Self::Rgb | Self::Rgba => Layout::Rgb,
            // Four channels of any meaning go by this name.
            Self::Cmyk => Layout::Rgba,
        }
    }
}

/// From the profile's colours to sRGB, if the profile can be read and is for this layout.
fn transform(icc: &[u8], from: Layout) -> Option<Transform> {
    let profile = ColorProfile::new_from_slice(icc).ok()?;
    let expected = match from {
        Layout::Gray => DataColorSpace::Gray,
        Layout::Rgba => DataColorSpace::Cmyk,
        _ => DataColorSpace::Rgb,
    };
    if profile.color_space != expected {
        return None;
    }
    let srgb = ColorProfile::new_srgb();
    profile
        .create_transform_8bit(from, &srgb, Layout::Rgb, TransformOptions::default())
        .ok()
}

/// sRGB grey for each grey of the profile.
fn grey_table(transform: &Transform) -> Option<Vec<u8>> {
    let greys: Vec<u8> = (0..=u8::MAX).collect();
    let mut rgb = vec![0; greys.len() * 3];
    transform.transform(&greys, &mut rgb).ok()?;
    Some(rgb.chunks_exact(3).map(|pixel| pixel[1]).collect())
}

/// Row by row, since a second picture beside the first would double the memory.
fn convert_rows(raster: &mut Raster, transform: &Transform) {
    let count = raster.channels.count();
    let width = raster.width as usize;
    let mut source = vec![0; width * 3];
    let mut target = vec![0; width * 3];
    for row in raster.samples.chunks_exact_mut(width * count) {
        for (colour, pixel) in source.chunks_exact_mut(3).zip(row.chunks_exact(count)) {
            colour.copy_from_slice(&pixel[..3]);
        }
        if transform.transform(&source, &mut target).is_err() {
            return;
        }
        for (colour, pixel) in target.chunks_exact(3).zip(row.chunks_exact_mut(count)) {
            pixel[..3].copy_from_slice(colour);
        }
    }
}

fn inks_to_srgb(mut raster: Raster, profile: Option<&[u8]>) -> Raster {
    let transform = profile.and_then(|icc| transform(icc, Layout::Rgba));
    let width = raster.width as usize;
    let mut rgb = vec![0; width * 3];
    let mut written = 0;
    // In place again: three bytes are written where four were read.
    for row in 0..raster.height as usize {
        let inks = row * width * 4..(row + 1) * width * 4;
        let converted = transform.as_ref().is_some_and(|transform| {
            transform
                .transform(&raster.samples[inks.clone()], &mut rgb)
                .is_ok()
        });
        if !converted {
            for (colour, ink) in rgb
                .chunks_exact_mut(3)
                .zip(raster.samples[inks].chunks_exact(4))
            {
                colour.copy_from_slice(&without_profile(ink));
            }
        }
        raster.samples[written..written + rgb.len()].copy_from_slice(&rgb);
        written += rgb.len();
    }
    raster.samples.truncate(written);
    raster.channels = Channels::Rgb;
    raster
}

/// Each ink takes away its share of light: `(1 - ink) * (1 - black)`.
fn without_profile(ink: &[u8]) -> [u8; 3] {
    let paper = |amount: u8| u32::from(u8::MAX - amount);
    let black = paper(ink[3]);
    [ink[0], ink[1], ink[2]].map(|amount| ((paper(amount) * black + 127) / 255) as u8)
}

#[cfg(test)]
mod tests {
    use moxcms::{LutDataType, LutStore, LutType, LutWarehouse, Matrix3d, ProfileClass};

    use super::*;

    fn pixel(channels: Channels, samples: &[u8]) -> Raster {
        Raster {
            width: 1,
            height: 1,
            channels,
            samples: samples.to_vec(),
        }
    }

    #[track_caller]
    fn check(channels: Channels, samples: &[u8], profile: &[u8], expect: &[u8], tolerance: u8) {
        let converted = to_srgb(pixel(channels, samples), Some(profile)).samples;
        assert!(
            converted.len() == expect.len()
                && converted
                    .iter()
                    .zip(expect)
                    .all(|(a, b)| a.abs_diff(*b) <= tolerance),
            "{samples:?} became {converted:?}, not {expect:?}"
        );
    }

    #[test]
    fn profiles_are_judged_by_their_effect() {
        let icc = |profile: ColorProfile| profile.encode().unwrap();
        let rgb = |profile| is_srgb(Some(&icc(profile)), Channels::Rgb);
        assert!(rgb(ColorProfile::new_srgb()));
        assert!(!rgb(ColorProfile::new_display_p3()));
        assert!(!rgb(ColorProfile::new_adobe_rgb()));
        assert!(is_srgb(None, Channels::Rgb));
        assert!(is_srgb(Some(b"broken"), Channels::Rgb));
        assert!(!is_srgb(None, Channels::Cmyk));
    }

    /// Expected values from the primaries as published: Display P3 red is (1.0930, -0.2267,
    /// -0.1501) in sRGB, clipped; a P3 grey is the same sRGB grey.
    #[test]
    fn wide_gamuts_are_converted() {
        let p3 = ColorProfile::new_display_p3().encode().unwrap();
        check(Channels::Rgb, &[255, 0, 0], &p3, &[255, 0, 0], 1);
        check(Channels::Rgb, &[120, 120, 120], &p3, &[120, 120, 120], 1);
        check(
            Channels::Rgba,
            &[200, 100, 50, 77],
            &p3,
            &[215, 93, 31, 77],
            1,
        );
        // Gamma 2.2 of Adobe RGB against the piecewise curve of sRGB.
        let adobe = ColorProfile::new_adobe_rgb().encode().unwrap();
        check(Channels::Rgb, &[128, 128, 128], &adobe, &[129, 129, 129], 1);
        check(Channels::Rgb, &[100, 150, 100], &adobe, &[66, 151, 97], 1);
    }

    #[test]
    fn grey_profiles_are_converted_and_stay_grey() {
        let linear = ColorProfile::new_gray_with_gamma(1.0).encode().unwrap();
        // sRGB's transfer function at 0.5 is 0.7354.
        check(Channels::Grey, &[128], &linear, &[188], 1);
        check(Channels::GreyAlpha, &[128, 9], &linear, &[188, 9], 1);
    }

    #[test]
    fn a_profile_for_another_kind_of_picture_is_ignored() {
        let rgb = ColorProfile::new_display_p3().encode().unwrap();
        check(Channels::Grey, &[99], &rgb, &[99], 0);
        let grey = ColorProfile::new_gray_with_gamma(1.0).encode().unwrap();
        check(Channels::Rgb, &[1, 2, 3], &grey, &[1, 2, 3], 0);
        check(Channels::Cmyk, &[0, 0, 0, 0], &rgb, &[255, 255, 255], 0);
        check(
            Channels::Cmyk,
            &[255, 0, 0, 0],
            b"broken",
            &[0, 255, 255],
            0,
        );
        check(Channels::Cmyk, &[0, 0, 0, 255], b"", &[0, 0, 0], 0);
    }

    /// A press on which cyan is grey, of lightness 50 (119 in sRGB).
    #[test]
    fn ink_profiles_are_applied() {
        let nodes = (0..16).flat_map(|inks| {
            let (cyan, black) = (inks & 8 != 0, inks & 1 != 0);
            let lightness = match (cyan, black) {
                (_, true) => 0,
                (true, false) => 0x8000,
                (false, false) => 0xff00,
            };
            [lightness, 0x8000, 0x8000]
        });
        let table = LutDataType {
            num_input_channels: 4,
            num_output_channels: 3,
            num_clut_grid_points: 2,
            matrix: Matrix3d::IDENTITY,
            num_input_table_entries: 2,
            num_output_table_entries: 2,
            input_table: LutStore::Store16([0, u16::MAX].repeat(4)),
            clut_table: LutStore::Store16(nodes.collect()),
            output_table: LutStore::Store16([0, u16::MAX].repeat(3)),
            lut_type: LutType::Lut16,
        };
        let mut press = ColorProfile::new_srgb();
        press.color_space = DataColorSpace::Cmyk;
        press.pcs = DataColorSpace::Lab;
        press.profile_class = ProfileClass::OutputDevice;
        press.lut_a_to_b_perceptual = Some(LutWarehouse::Lut(table));
        let icc = press.encode().unwrap();
        check(Channels::Cmyk, &[0, 0, 0, 0], &icc, &[255, 255, 255], 3);
        check(Channels::Cmyk, &[255, 0, 0, 0], &icc, &[119, 119, 119], 2);
        check(Channels::Cmyk, &[0, 0, 0, 255], &icc, &[0, 0, 0], 1);
    }
}

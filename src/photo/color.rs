//! Converts colors to sRGB, which browsers assume for pictures without a color profile.
//!
//! An embedded ICC profile is applied where possible, also an RGB profile in a gray picture, as in
//! Chromium. A profile that is broken, or meant for another kind of picture (a gray profile in
//! an RGB picture), is ignored: the colors are taken to be sRGB. CMYK has no such default, so a
//! CMYK photo without a usable profile is an error.
//!
//! Without an ICC profile, the Adobe RGB of cameras (EXIF), and `gAMA` with `cHRM` of a PNG count.
//!
//! Only the curves and tables of the profile count. A `cicp` tag in it could override them
//! silently, so it is not used.

use std::sync::Arc;

use image::{DynamicImage, RgbImage};
use moxcms::{
    Chromaticity, ColorPrimaries, ColorProfile, DataColorSpace, Layout, ToneReprCurve,
    TransformExecutor, TransformOptions,
};

use super::{Problem, resize};

/// The maximum length of an ICC profile that is read, in bytes. Profiles of presses have 3 MB.
pub(super) const MAX_PROFILE_BYTES: usize = 8 << 20;

/// How far sRGB values may move under a profile that still counts as sRGB, in 1/255. Rounding in
/// the many published versions of sRGB accounts for 1.
const SAME_COLOR: u8 = 1;

type Transform = Arc<dyn TransformExecutor<u8> + Send + Sync>;

/// Returns the image in sRGB, without CMYK.
pub(super) fn to_srgb(
    mut image: DynamicImage,
    is_cmyk: bool,
    icc: Option<&[u8]>,
) -> Result<DynamicImage, Problem> {
    if is_cmyk {
        let mut converted = RgbImage::new(image.width(), image.height());
        cmyk_transform(icc)?
            .transform(image.as_bytes(), &mut converted)
            .expect("both images have the same size");
        return Ok(converted.into());
    }
    let Some(icc) = icc else {
        return Ok(image);
    };
    let color = image.color();
    let samples = resize::samples_mut(&mut image);
    match (color.has_color(), color.has_alpha()) {
        (true, false) => convert(samples, icc, Layout::Rgb),
        (true, true) => convert(samples, icc, Layout::Rgba),
        (false, _) => convert_gray(samples, color.channel_count().into(), icc),
    }
    Ok(image)
}

/// Returns the transform of a CMYK photo, or an error if it has no usable profile.
pub(super) fn cmyk_transform(icc: Option<&[u8]>) -> Result<Transform, Problem> {
    // moxcms calls any layout of four channels RGBA.
    icc.and_then(|icc| transform(icc, DataColorSpace::Cmyk, Layout::Rgba, Layout::Rgb))
        .ok_or(Problem::CmykWithoutProfile)
}

/// Converts RGB or RGBA samples if the profile is usable and not sRGB.
fn convert(samples: &mut [u8], icc: &[u8], layout: Layout) {
    if has_no_effect(icc) {
        return;
    }
    if let Some(transform) = transform(icc, DataColorSpace::Rgb, layout, layout) {
        let source = samples.to_vec();
        transform.transform(&source, samples).expect("both buffers hold the same whole pixels");
    }
}

/// Converts the first of `channels` samples of each pixel if the profile, of gray or of RGB, is usable.
fn convert_gray(samples: &mut [u8], channels: usize, icc: &[u8]) {
    let grays: Vec<u8> = (0..=u8::MAX).collect();
    let mut rgb: Vec<u8> = grays.iter().flat_map(|&gray| [gray; 3]).collect();
    match transform(icc, DataColorSpace::Gray, Layout::Gray, Layout::Rgb) {
        Some(gray) => gray.transform(&grays, &mut rgb).expect("both buffers hold 256 pixels"),
        None => convert(&mut rgb, icc, Layout::Rgb),
    }
    for pixel in samples.chunks_exact_mut(channels) {
        pixel[0] = rgb[3 * usize::from(pixel[0])];
    }
}

/// Returns whether an RGB profile is sRGB, under whatever name, or cannot be used. It is tried on
/// a grid of colors, which is much cheaper than converting a photo.
fn has_no_effect(icc: &[u8]) -> bool {
    let Some(transform) = transform(icc, DataColorSpace::Rgb, Layout::Rgb, Layout::Rgb) else {
        return true;
    };
    let steps = || (0..=u8::MAX).step_by(15);
    let grid: Vec<u8> = steps()
        .flat_map(|r| steps().flat_map(move |g| steps().flat_map(move |b| [r, g, b])))
        .collect();
    let mut converted = vec![0; grid.len()];
    transform.transform(&grid, &mut converted).expect("both buffers hold the same whole pixels");
    converted.iter().zip(&grid).all(|(a, b)| a.abs_diff(*b) <= SAME_COLOR)
}

/// Returns the ICC profile of Adobe RGB (1998).
pub(super) fn adobe_rgb() -> Option<Vec<u8>> {
    ColorProfile::new_adobe_rgb().encode().ok()
}

/// The coordinates x and y of white, red, green and blue.
pub(super) type Chromaticities = [(f32, f32); 4];

/// Those of sRGB (IEC 61966-2-1).
const SRGB: Chromaticities = [(0.3127, 0.329), (0.64, 0.33), (0.3, 0.6), (0.15, 0.06)];

/// Returns the ICC profile of a color space with a power function: samples are light to the power of `gamma`. Returns `None`
/// for one that is sRGB, whose function is close to a power of 1 / 2.2, and for one that cannot exist.
pub(super) fn profile_of(gamma: f32, chromaticities: Chromaticities) -> Option<Vec<u8>> {
    let pairs = || chromaticities.iter().zip(SRGB);
    let is_near = |a: f32, b: f32| (a - b).abs() < 0.005;
    let is_srgb = is_near(gamma, 1.0 / 2.2)
        && pairs().all(|((x, y), srgb)| is_near(*x, srgb.0) && is_near(*y, srgb.1));
    let [white, red, green, blue] = chromaticities.map(|(x, y)| Chromaticity { x, y });
    let area = (green.x - red.x) * (blue.y - red.y) - (blue.x - red.x) * (green.y - red.y);
    let is_color = |(x, y): &(f32, f32)| (0.0..=1.0).contains(x) && (0.0001..=1.0).contains(y);
    let exists = (0.1..=2.0).contains(&gamma) && area.abs() > 0.01;
    if is_srgb || !exists || !chromaticities.iter().all(is_color) {
        return None;
    }
    let mut profile = ColorProfile::new_adobe_rgb();
    profile.update_rgb_colorimetry(white.to_xyyb(), ColorPrimaries { red, green, blue });
    let curve = ToneReprCurve::Lut(vec![(256.0 / gamma).round() as u16]);
    profile.red_trc = Some(curve.clone());
    profile.green_trc = Some(curve.clone());
    profile.blue_trc = Some(curve);
    profile.encode().ok()
}

/// Returns the transform from a profile to sRGB if the profile can be read and is for the color
/// space.
fn transform(icc: &[u8], space: DataColorSpace, from: Layout, to: Layout) -> Option<Transform> {
    if icc.len() > MAX_PROFILE_BYTES {
        return None;
    }
    let profile = ColorProfile::new_from_slice(icc).ok()?;
    if profile.color_space != space {
        return None;
    }
    let options =
        TransformOptions { allow_use_cicp_transfer: false, ..TransformOptions::default() };
    profile.create_transform_8bit(from, &ColorProfile::new_srgb(), to, options).ok()
}

//! Scaling pixels down.

use fast_image_resize::images::TypedImage;
use fast_image_resize::pixels::U8;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::DynamicImage;

/// Returns width and height scaled down so that the longer side is at most `max_px`. Both are at
/// least 1.
pub(super) fn fitted((width, height): (u32, u32), max_px: u32) -> (u32, u32) {
    let longer = width.max(height);
    let max_px = max_px.max(1);
    if longer <= max_px {
        return (width, height);
    }
    let scale = |side: u32| {
        let (side, max_px, longer) = (u64::from(side), u64::from(max_px), u64::from(longer));
        ((side * max_px + longer / 2) / longer).max(1) as u32
    };
    (scale(width), scale(height))
}

/// Returns the image scaled to `size`. The fourth channel is alpha unless the image is CMYK.
pub(super) fn resize(mut image: DynamicImage, size: (u32, u32), is_cmyk: bool) -> DynamicImage {
    if size == (image.width(), image.height()) {
        return image;
    }
    if !is_cmyk {
        premultiply(&mut image);
    }
    let mut resized = DynamicImage::new(size.0, size.1, image.color());
    convolve(&mut image, &mut resized);
    if !is_cmyk {
        unpremultiply(&mut resized);
    }
    resized
}

/// Scales one channel after the other: the resizer has much code for each type of pixels.
fn convolve(image: &mut DynamicImage, resized: &mut DynamicImage) {
    // Lanczos would call the platform's `sin`, whose last bit differs between C libraries and
    // CPUs. Catmull-Rom is a polynomial, which IEEE 754 defines to the last bit; the convolution
    // itself uses integers.
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::CatmullRom));
    let channels = usize::from(image.color().channel_count());
    let mut resizer = Resizer::new();
    let mut source = TypedImage::<U8>::new(image.width(), image.height());
    let mut target = TypedImage::<U8>::new(resized.width(), resized.height());
    let (samples, scaled) = (samples_mut(image), samples_mut(resized));
    for channel in 0..channels {
        let pixels = samples.chunks_exact(channels);
        for (sample, pixel) in source.pixels_mut().iter_mut().zip(pixels) {
            sample.0 = pixel[channel];
        }
        resizer
            .resize_typed(&source, &mut target, &options)
            .expect("the crop box is the whole image");
        let pixels = scaled.chunks_exact_mut(channels);
        for (sample, pixel) in target.pixels().iter().zip(pixels) {
            pixel[channel] = sample.0;
        }
    }
}

/// Makes invisible pixels black, so that nothing an editor cut out, such as a background, is
/// published under full transparency.
pub(super) fn blacken_invisible(image: &mut DynamicImage) {
    map_translucent(image, |color, alpha| if alpha == 0 { 0 } else { color });
}

/// Weights colors by alpha. Otherwise the color of invisible pixels would bleed into their
/// neighbors.
fn premultiply(image: &mut DynamicImage) {
    map_translucent(image, |color, alpha| (color * alpha + 127) / 255);
}

fn unpremultiply(image: &mut DynamicImage) {
    map_translucent(image, |color, alpha| {
        (color * 255 + alpha / 2).checked_div(alpha).map_or(0, |value| value.min(255))
    });
}

/// Replaces each color sample of pixels that are not opaque with a function of it and alpha.
fn map_translucent(image: &mut DynamicImage, map: impl Fn(u32, u32) -> u32) {
    let color = image.color();
    if !color.has_alpha() {
        return;
    }
    let samples = samples_mut(image);
    let channels = usize::from(color.channel_count());
    for pixel in samples.chunks_exact_mut(channels) {
        if let Some((&mut alpha, colors)) = pixel.split_last_mut()
            && alpha < u8::MAX
        {
            for color in colors {
                *color = map((*color).into(), alpha.into()) as u8;
            }
        }
    }
}

/// Returns the samples of an 8-bit image.
pub(super) fn samples_mut(image: &mut DynamicImage) -> &mut [u8] {
    match image {
        DynamicImage::ImageLuma8(image) => image,
        DynamicImage::ImageLumaA8(image) => image,
        DynamicImage::ImageRgb8(image) => image,
        DynamicImage::ImageRgba8(image) => image,
        _ => unreachable!("the decoders return 8 bits per sample"),
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::*;

    #[test]
    fn limits_the_longer_side_and_never_enlarges() {
        assert_eq!(fitted((4000, 3000), 1000), (1000, 750));
        assert_eq!(fitted((3000, 4000), 1000), (750, 1000));
        assert_eq!(fitted((1000, 999), 1000), (1000, 999));
        assert_eq!(fitted((20_000, 1), 100), (100, 1));
        assert_eq!(fitted((3, 5), 1), (1, 1));
    }

    #[test]
    fn invisible_colors_do_not_bleed() {
        let visible_black = Rgba([0, 0, 0, 255]);
        let invisible_white = Rgba([255, 255, 255, 0]);
        let image =
            RgbaImage::from_fn(16, 16, |x, _| if x < 8 { visible_black } else { invisible_white });
        let resized = resize(image.into(), (5, 5), false).into_rgba8();
        let mut visible = resized.pixels().filter(|pixel| pixel[3] > 0);
        assert!(visible.all(|pixel| pixel.0[..3] == [0, 0, 0]));
    }

    #[test]
    fn opaque_pixels_stay_opaque() {
        let image = RgbaImage::from_fn(301, 203, |x, y| Rgba([x as u8, y as u8, 9, 255]));
        for size in [(300, 202), (131, 97), (7, 3)] {
            let resized = resize(image.clone().into(), size, false).into_rgba8();
            assert!(resized.pixels().all(|pixel| pixel[3] == 255));
        }
    }
}

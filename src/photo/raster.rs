//! Decoded pixels, and making them fewer.

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};

/// Which samples a pixel has, in storage order, 8 bits each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Channels {
    /// Grey.
    Grey,
    /// Grey, then opacity (not premultiplied).
    GreyAlpha,
    /// Red, green, blue.
    Rgb,
    /// Red, green, blue, then opacity (not premultiplied).
    Rgba,
    /// Ink amounts: 0 is bare paper, 255 is full ink.
    Cmyk,
}

impl Channels {
    /// Samples in a pixel, which is also its size in bytes.
    pub(super) const fn count(self) -> usize {
        match self {
            Self::Grey => 1,
            Self::GreyAlpha => 2,
            Self::Rgb => 3,
            Self::Rgba | Self::Cmyk => 4,
        }
    }

    /// The same colours without the opacity, if there is one.
    const fn opaque(self) -> Option<Self> {
        match self {
            Self::GreyAlpha => Some(Self::Grey),
            Self::Rgba => Some(Self::Rgb),
            Self::Grey | Self::Rgb | Self::Cmyk => None,
        }
    }

    const fn pixel_type(self) -> PixelType {
        match self {
            Self::Grey => PixelType::U8,
            Self::GreyAlpha => PixelType::U8x2,
            Self::Rgb => PixelType::U8x3,
            Self::Rgba | Self::Cmyk => PixelType::U8x4,
        }
    }
}

/// A picture in memory. `samples` holds `width * height * channels.count()` bytes, row by row
/// from the top left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Raster {
    /// In pixels, never 0.
    pub(super) width: u32,
    /// In pixels, never 0.
    pub(super) height: u32,
    /// What a pixel consists of.
    pub(super) channels: Channels,
    /// The pixels.
    pub(super) samples: Vec<u8>,
}

impl Raster {
    /// Whether any pixel lets the background through.
    pub(super) fn is_transparent(&self) -> bool {
        let count = self.channels.count();
        self.channels.opaque().is_some()
            && self
                .samples
                .chunks_exact(count)
                .any(|pixel| pixel[count - 1] < u8::MAX)
    }

    /// Drops an opacity that is full everywhere.
    pub(super) fn without_idle_alpha(mut self) -> Self {
        let Some(opaque) = self.channels.opaque() else {
            return self;
        };
        if self.is_transparent() {
            return self;
        }
        let (from, to) = (self.channels.count(), opaque.count());
        // In place: a copy would double the memory of the largest buffer there is.
        for pixel in 0..self.samples.len() / from {
            self.samples
                .copy_within(pixel * from..pixel * from + to, pixel * to);
        }
        self.samples.truncate(self.samples.len() / from * to);
        self.channels = opaque;
        self
    }

    /// The picture scaled to a smaller size.
    ///
    /// # Errors
    /// If the resizer refuses the buffers, which would be a mistake in this module.
    pub(super) fn resized(mut self, (width, height): (u32, u32)) -> Result<Self, String> {
        if (width, height) == (self.width, self.height) {
            return Ok(self);
        }
        let pixel_type = self.channels.pixel_type();
        self.premultiply();
        let source = ImageRef::new(self.width, self.height, &self.samples, pixel_type)
            .map_err(|error| error.to_string())?;
        let mut target = Image::new(width, height, pixel_type);
        // Lanczos would call the platform's `sin`, whose last bit differs between C libraries
        // and between CPUs; Catmull-Rom is a polynomial, and IEEE 754 fixes its every bit. The
        // convolution itself is done in integers. Alpha is multiplied here, not by the resizer,
        // because that would copy the whole source.
        let options = ResizeOptions::new()
            .resize_alg(ResizeAlg::Convolution(FilterType::CatmullRom))
            .use_alpha(false);
        Resizer::new()
            .resize(&source, &mut target, &options)
            .map_err(|error| error.to_string())?;
        let mut scaled = Self {
            width,
            height,
            channels: self.channels,
            samples: target.into_vec(),
        };
        scaled.unpremultiply();
        Ok(scaled)
    }

    /// Makes what cannot be seen black, so that nothing an editor cut out (a background, say)
    /// is published beneath full transparency.
    pub(super) fn blacken_invisible(&mut self) {
        if self.channels.opaque().is_some() {
            for pixel in self.samples.chunks_exact_mut(self.channels.count()) {
                if pixel.last() == Some(&0) {
                    pixel.fill(0);
                }
            }
        }
    }

    /// Weighs colours by opacity: otherwise the colour of invisible pixels would bleed into
    /// their neighbours when pixels are averaged.
    fn premultiply(&mut self) {
        self.map_colours(|colour, alpha| (colour * alpha + 127) / 255);
    }

    fn unpremultiply(&mut self) {
        self.map_colours(|colour, alpha| {
            (colour * 255 + alpha / 2)
                .checked_div(alpha)
                .map_or(0, |value| value.min(255))
        });
    }

    fn map_colours(&mut self, map: impl Fn(u32, u32) -> u32) {
        if self.channels.opaque().is_none() {
            return;
        }
        for pixel in self.samples.chunks_exact_mut(self.channels.count()) {
            if let Some((alpha, colours)) = pixel.split_last_mut()
                && *alpha < u8::MAX
            {
                for colour in colours {
                    *colour = map(u32::from(*colour), u32::from(*alpha)) as u8;
                }
            }
        }
    }
}

/// Width and height scaled so that the longer is at most `max_px`, each at least 1. Never
/// larger than given.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_side_decides_and_nothing_grows() {
        assert_eq!(fitted((4000, 3000), 1000), (1000, 750));
        assert_eq!(fitted((3000, 4000), 1000), (750, 1000));
        assert_eq!(fitted((1000, 999), 1000), (1000, 999));
        assert_eq!(fitted((20_000, 1), 100), (100, 1));
        assert_eq!(fitted((3, 5), 1), (1, 1));
    }

    #[test]
    fn invisible_colour_does_not_bleed() {
        // Left half: visible black. Right half: invisible white.
        let row: Vec<u8> = (0..16)
            .flat_map(|x| {
                if x < 8 {
                    [0, 0, 0, 255]
                } else {
                    [255, 255, 255, 0]
                }
            })
            .collect();
        let picture = Raster {
            width: 16,
            height: 16,
            channels: Channels::Rgba,
            samples: row.repeat(16),
        };
        let small = picture.resized((5, 5)).unwrap();
        assert_eq!((small.width, small.height), (5, 5));
        let mut visible = small.samples.chunks_exact(4).filter(|pixel| pixel[3] > 0);
        assert!(visible.all(|pixel| pixel[..3] == [0, 0, 0]));
    }

    #[test]
    fn idle_alpha_goes() {
        let picture = |alpha| Raster {
            width: 2,
            height: 1,
            channels: Channels::GreyAlpha,
            samples: vec![1, 255, 2, alpha],
        };
        assert_eq!(picture(255).without_idle_alpha().samples, [1, 2]);
        assert_eq!(picture(255).without_idle_alpha().channels, Channels::Grey);
        assert_eq!(picture(254).without_idle_alpha(), picture(254));
    }
}

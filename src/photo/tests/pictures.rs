//! Pictures generated in code, and their metadata.

use moxcms::{
    ColorProfile, DataColorSpace, LutDataType, LutStore, LutType, LutWarehouse, Matrix3d,
    ProfileClass,
};

/// The samples of a pixel, in storage order, 8 bits each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Channels {
    Gray,
    GrayAlpha,
    Rgb,
    Rgba,
    /// Amounts of ink: 0 is bare paper, 255 is full ink.
    Cmyk,
}

impl Channels {
    pub(super) const fn count(self) -> usize {
        match self {
            Self::Gray => 1,
            Self::GrayAlpha => 2,
            Self::Rgb => 3,
            Self::Rgba | Self::Cmyk => 4,
        }
    }
}

/// A picture in memory, row by row from the top left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) channels: Channels,
    pub(super) samples: Vec<u8>,
}

impl Picture {
    /// Returns the picture whose pixels are `pixel(x, y)`.
    pub(super) fn from_fn(
        (width, height): (u32, u32),
        channels: Channels,
        pixel: impl Fn(u32, u32) -> Vec<u8>,
    ) -> Self {
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Self { width, height, channels, samples: places.flat_map(|(x, y)| pixel(x, y)).collect() }
    }

    pub(super) const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }
}

/// A smooth picture without any symmetry.
pub(super) fn scene(width: u32, height: u32) -> Picture {
    Picture::from_fn((width, height), Channels::Rgb, |x, y| {
        let (right, down) = (x * 255 / width, y * 255 / height);
        vec![right as u8, down as u8, (right * down / 255) as u8]
    })
}

/// A picture with much detail, so that its compressed data contains all kinds of codes.
pub(super) fn noise(width: u32, height: u32) -> Picture {
    let mut picture = scene(width, height);
    let mut random = Random(7);
    for sample in &mut picture.samples {
        *sample = sample.wrapping_add(random.below(40) as u8);
    }
    picture
}

/// The picture with each pixel replaced by a function of it.
pub(super) fn map<const N: usize>(
    picture: &Picture,
    channels: Channels,
    pixel: impl Fn(&[u8]) -> [u8; N],
) -> Picture {
    assert_eq!(N, channels.count());
    let pixels = picture.samples.chunks_exact(picture.channels.count());
    Picture { channels, samples: pixels.flat_map(pixel).collect(), ..*picture }
}

/// An EXIF structure with an orientation and a text.
pub(super) fn exif(orientation: u8, description: &str) -> Vec<u8> {
    let count = (description.len() as u32).to_be_bytes();
    let mut tiff = b"MM\0*\0\0\0\x08\0\x02".to_vec();
    // ImageDescription, stored at the end of the structure.
    tiff.extend_from_slice(&[b"\x01\x0e\0\x02", &count[..], b"\0\0\0\x26"].concat());
    tiff.extend_from_slice(&[b"\x01\x12\0\x03\0\0\0\x01\0", &[orientation][..], b"\0\0"].concat());
    tiff.extend_from_slice(b"\0\0\0\0");
    tiff.extend_from_slice(description.as_bytes());
    tiff
}

/// The profile of a press on which cyan is gray, of lightness 50 (119 in sRGB), and magenta and
/// yellow are invisible.
pub(super) fn cmyk_profile() -> Vec<u8> {
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
    press.encode().unwrap()
}

/// Pseudorandom numbers that are the same in each run (xorshift).
pub(super) struct Random(pub(super) u64);

impl Random {
    /// Returns a number from 0 to `end`, exclusive.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }
}

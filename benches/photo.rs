//! CPU time of the photo pipeline, as ratios against `vipsthumbnail` in the same run.
//!
//! `cargo bench --bench photo` generates photos of 12 megapixels, scales them to 1,024 pixels and
//! prints a table. CPU time counts, not elapsed time, because other processes may share the cores.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder, RgbaImage};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use vitae::photo::{self, PhotoSettings};

/// Width and height of the photos in pixels.
const SIZE: (u32, u32) = (4000, 3000);
const SETTINGS: PhotoSettings = PhotoSettings { max_px: 1024, quality: 85 };
/// The fastest run counts: other work of the machine only makes a run slower.
const RUNS: usize = 7;
/// Calls per run, so that a run takes long enough for the clock of the CPU time.
const CALLS: u32 = 4;

/// A photo and the maximum ratio to `vipsthumbnail`.
struct Case {
    name: &'static str,
    file: &'static str,
    bytes: Vec<u8>,
    limit: f64,
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its results")]
fn main() -> io::Result<()> {
    if Command::new("vipsthumbnail").arg("--version").output().is_err() {
        return Err(io::Error::other("`vipsthumbnail` is missing; install libvips-tools"));
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("photo-bench");
    fs::create_dir_all(&directory)?;
    println!("photo            vitae    vipsthumbnail  ratio  limit");
    for case in cases(&directory)? {
        let (mut own, mut vips) = (Duration::MAX, Duration::MAX);
        for _ in 0..RUNS {
            own = own.min(render(&case.bytes)?);
            vips = vips.min(vipsthumbnail(&directory, case.file)?);
        }
        println!(
            "{:15} {:5} ms {:13} ms  {:5.2}  {:5.2}",
            case.name,
            own.as_millis(),
            vips.as_millis(),
            own.as_secs_f64() / vips.as_secs_f64(),
            case.limit
        );
    }
    Ok(())
}

/// Writes the photos.
fn cases(directory: &Path) -> io::Result<[Case; 4]> {
    let picture = picture();
    let (baseline, rgba) = (jpeg(&picture), png(&picture));
    fs::write(directory.join("baseline.jpg"), &baseline)?;
    fs::write(directory.join("rgba.png"), &rgba)?;
    // From libjpeg: `jpeg-encoder` does not write scans that refine coefficients.
    let status = Command::new("vips")
        .current_dir(directory)
        .args(["jpegsave", "baseline.jpg", "progressive.jpg"])
        .args(["--interlace", "--Q", "95"])
        .status()?;
    assert!(status.success(), "vips failed");
    let status = Command::new("vips")
        .current_dir(directory)
        .args(["webpsave", "baseline.jpg", "photo.webp", "--Q", "90"])
        .status()?;
    assert!(status.success(), "vips failed");
    Ok([
        Case { name: "baseline JPEG", file: "baseline.jpg", bytes: baseline, limit: 0.85 },
        Case {
            name: "progressive JPEG",
            file: "progressive.jpg",
            bytes: fs::read(directory.join("progressive.jpg"))?,
            limit: 1.2,
        },
        // libvips decodes at a reduced size, which `image-webp` cannot.
        Case {
            name: "WebP",
            file: "photo.webp",
            bytes: fs::read(directory.join("photo.webp"))?,
            limit: 3.0,
        },
        Case { name: "RGBA PNG", file: "rgba.png", bytes: rgba, limit: 0.7 },
    ])
}

/// Returns a picture with the structure of a photo: large shapes, fine detail and noise; its
/// border is transparent.
fn picture() -> RgbaImage {
    let mut noise = 1_u32;
    let mut random = move || {
        noise ^= noise << 13;
        noise ^= noise >> 17;
        noise ^= noise << 5;
        (noise >> 8) as f32 / (1 << 24) as f32
    };
    RgbaImage::from_fn(SIZE.0, SIZE.1, |x, y| {
        let (x, y) = (x as f32 / SIZE.0 as f32, y as f32 / SIZE.1 as f32);
        let shape = (x * 9.0).sin() * (y * 7.0).cos() * 60.0;
        let detail = ((x * 400.0).sin() * (y * 300.0 + x * 50.0).sin() * 18.0) * (y - 0.3);
        let grain = (random() - 0.5) * 12.0;
        let light = 120.0 + shape + detail + grain;
        let color = |shift: f32| (light + shift).clamp(0.0, 255.0) as u8;
        let radius = (x - 0.5).hypot(y - 0.5);
        let alpha = ((0.6 - radius) * 2550.0).clamp(0.0, 255.0) as u8;
        image::Rgba([color(40.0 * x), color(20.0 * y), color(-30.0 * x), alpha])
    })
}

/// As cameras store photos: quality 95, chroma at half the resolution.
fn jpeg(picture: &RgbaImage) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, 95);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder
        .encode(picture, SIZE.0 as u16, SIZE.1 as u16, ColorType::Rgba)
        .expect("the buffer has the stated size");
    out
}

fn png(picture: &RgbaImage) -> Vec<u8> {
    let mut out = Vec::new();
    PngEncoder::new_with_quality(&mut out, CompressionType::Default, FilterType::Adaptive)
        .write_image(picture, SIZE.0, SIZE.1, ExtendedColorType::Rgba8)
        .expect("the buffer has the stated size");
    out
}

/// Returns the CPU time of one call.
fn render(bytes: &[u8]) -> io::Result<Duration> {
    let before = cpu_time(OWN)?;
    for _ in 0..CALLS {
        photo::render(bytes, &SETTINGS).map_err(io::Error::other)?;
    }
    Ok((cpu_time(OWN)? - before) / CALLS)
}

/// Returns the CPU time of one process that makes one thumbnail.
fn vipsthumbnail(directory: &Path, file: &str) -> io::Result<Duration> {
    let suffix = if file.ends_with("png") { ".png" } else { ".jpg[Q=85,strip]" };
    let before = cpu_time(CHILDREN)?;
    for _ in 0..CALLS {
        let status = Command::new("vipsthumbnail")
            .current_dir(directory)
            .args(["--size", "1024x1024", "-o"])
            .arg(format!("out-%s{suffix}"))
            .arg(file)
            .status()?;
        assert!(status.success(), "vipsthumbnail failed");
    }
    Ok((cpu_time(CHILDREN)? - before) / CALLS)
}

/// Fields of `/proc/[pid]/stat`, proc(5), counted from the one after the name: user and system time
/// of the process and of its finished children.
const OWN: usize = 11;
const CHILDREN: usize = 13;

fn cpu_time(field: usize) -> io::Result<Duration> {
    /// `USER_HZ` of Linux.
    const TICKS_PER_SECOND: u64 = 100;
    let stat = fs::read_to_string("/proc/self/stat")?;
    let (_, fields) = stat.rsplit_once(") ").expect("a name in parentheses");
    let ticks: u64 = fields
        .split(' ')
        .skip(field)
        .take(2)
        .map(|ticks| ticks.parse::<u64>().expect("a number"))
        .sum();
    Ok(Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND))
}

//! The live preview, `vitae serve`: shows the content as the public will see it.
//!
//! ```text
//! watch -> live (incremental) -> State -> response -> server
//!                                        '----> events -^   guard
//! ```
//!
//! Each burst of file changes becomes one new [`state::State`]. The server builds every response
//! from one state and notifies open pages of newer states by server-sent events. The preview reads
//! files and never writes any outside of the cache.
//!
//! # Decisions
//!
//! - **A state has no profiles**, only a summary of each consultant and the compressed bytes of its YAML
//!   file. A consultant is compiled again, in half a millisecond, when a page or a published file needs
//!   it. The bytes are those that the state was compiled from, whatever happens to the file. Consultants
//!   that do not change are shared between states.
//! - **The start page has at most 100 cards.** The server searches the summaries and selects the page;
//!   the URL's query stores the selection. Filters and pages are links. The search needs JavaScript,
//!   because the Content Security Policy forbids forms.
//! - **What the next build changes** follows from digests of the profiles without their dates. A
//!   published profile is read once, and again when its stamp changes; only the page of a consultant
//!   compares it field by field.
//! - **It serves the compiled files by the site's routes**, not `dist/` by the rules of a host: it
//!   responds as every host has to. The rules are rendered anyway, so that their limits are reported.
//! - **While the content has an error, the last good version is served**, with the errors above it.
//!   Problems of the environment (an invalid template, a missing content directory) are shown too, and
//!   the preview waits until they are fixed.
//! - **It shows unpublished profiles**, so it must not be readable by other web pages: see [`guard`].
//!   Other programs on the same machine can read it. Below [`ROOT`], responses are `no-store`, so that the
//!   browser's cache keeps nothing.
//! - **The published page runs no scripts** in the preview, by its Content Security Policy: it has the
//!   origin of the preview's own pages, so a script of the project's templates could read every
//!   unpublished profile. An opaque origin (`sandbox`) would allow scripts, but the guard would have to
//!   accept requests of opaque origins for photos and `fetch("/api/...")`, and every web page can send
//!   these. The browser's console reports each script that does not run.
//! - A file is unchanged if its stamp (length, times, inode) is unchanged. A file that the system
//!   reports as changed is always read, because stamps miss a second change within one clock tick.
//! - Photos are rendered when a page requests them, and while the program is idle: only rendering finds
//!   damaged pixels, which a build would reject. A photo that changed after it was checked is an error.
//! - Watched directories are listed once a second, because the system reports changes only in directories
//!   that exist. A replaced content directory is watched again within a second.
//! - `Cache-Control` of published paths is `no-cache` instead of the published value; otherwise a browser
//!   would show old responses for `cache_seconds`. With the 403 for requests from other origins, this is
//!   its only deviation in `tests/conformance/`.
//! - A page is fetched again after a change and compared with the open page; only what differs is
//!   replaced. Focus, search, open tab and scroll position therefore stay as they are.
//! - All open pages share one event stream in a shared worker, because browsers open six connections to
//!   one server. At most 250 streams are open; more get 503.
//! - Without `--listen`, the next free port is used if 4400 is taken; a port that was chosen and is taken
//!   is an error.

mod active_photos;
mod assets;
mod consultant;
mod displayed;
mod dry_run;
pub mod events;
pub mod guard;
mod http_connection;
pub mod incremental;
mod last_build;
pub mod live;
mod photo_cache;
mod request_target;
pub mod response;
pub mod server;
pub mod state;
mod summary;
mod url;
mod view;
pub mod watch;

pub use url::ROOT;

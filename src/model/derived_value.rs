//! Values of a JSON Resume that vitae derives from others. The document names them, so that an import does not read them as
//! the author's.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of the network of the `LinkedIn` profile in the contact details.
pub const LINKEDIN: &str = "LinkedIn";

/// A value of a JSON Resume that is derived from another one of the profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum DerivedValue {
    /// `summary.short`, if there is no `summary.full`.
    #[serde(rename = "basics.summary")]
    Summary,
    /// An item for the `LinkedIn` profile of the contact details.
    #[serde(rename = "basics.profiles")]
    LinkedinProfile,
    /// The address of the `LinkedIn` profile in an item without one.
    #[serde(rename = "basics.profiles.url")]
    LinkedinUrl,
}

/// Returns whether an item of `basics.profiles` is about `LinkedIn`.
pub fn is_linkedin(network: &str) -> bool {
    network.eq_ignore_ascii_case(LINKEDIN)
}

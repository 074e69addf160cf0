//! A cache of rendered files for the next rendering.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use super::host::RulesCache;
use crate::bundle::Artifact;
use crate::model::id::ConsultantId;
use crate::model::site::{Consultant, Settings};

/// The rendered files of each consultant. They are reused while the consultant and the settings are
/// the same: the files depend on nothing else.
#[derive(Debug, Default)]
pub struct RenderCache {
    settings: Option<Settings>,
    consultants: BTreeMap<ConsultantId, Files>,
    /// The rules of the host.
    pub rules: RulesCache,
}

#[derive(Debug)]
pub(super) struct Files {
    /// A weak reference, so that the cache does not keep unused profiles in memory.
    made_from: Weak<Consultant>,
    pub(super) artifacts: Vec<Arc<Artifact>>,
}

impl Files {
    pub(super) fn new(made_from: &Arc<Consultant>, artifacts: Vec<Arc<Artifact>>) -> Self {
        Self { made_from: Arc::downgrade(made_from), artifacts }
    }
}

impl RenderCache {
    pub(super) fn new(
        settings: &Settings,
        consultants: Vec<(ConsultantId, Files)>,
        rules: RulesCache,
    ) -> Self {
        Self {
            settings: Some(settings.clone()),
            consultants: consultants.into_iter().collect(),
            rules,
        }
    }

    /// Takes the entries that are valid with `settings`.
    pub(super) fn take(&mut self, settings: &Settings) -> Self {
        let kept = std::mem::take(self);
        if kept.settings.as_ref() == Some(settings) {
            kept
        } else {
            Self { rules: kept.rules, ..Self::default() }
        }
    }

    /// Returns the cached files of this consultant, compared by address.
    pub(super) fn of(&self, consultant: &Arc<Consultant>) -> Option<&[Arc<Artifact>]> {
        let files = self.consultants.get(&consultant.profile.id)?;
        let is_same = std::ptr::eq(files.made_from.as_ptr(), Arc::as_ptr(consultant));
        is_same.then_some(&files.artifacts)
    }
}

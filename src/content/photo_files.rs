//! Assigns photos to consultants: those that profiles name, and those with the name of a profile.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::inventory::{FILE_EXTENSION, InventoryBuilder, misnamed_profiles};
use super::named_photo::{is_photo, named_photos};
use crate::characters::nfc;
use crate::diagnostic_code::diagnostic_codes;
use crate::did_you_mean::did_you_mean;
use crate::digest::Digest;
use crate::error::Result;
use crate::model::id::ConsultantId;
use crate::photo::OtherKind;
use crate::source::Source;

diagnostic_codes! {
    warning PHOTO_WITHOUT_CONSULTANT = "photo-without-consultant";
    error DUPLICATE_PHOTO = "duplicate-photo";
}

impl<'a> InventoryBuilder<'a, '_> {
    /// Gives each consultant its photo, and reports photos that cannot be used. `known` is that of
    /// [`inventory`](super::inventory::inventory).
    ///
    /// # Errors
    /// Returns an error if a profile that may name a photo cannot be read.
    pub(super) fn add_photos(
        &mut self,
        mut photos: Vec<&'a Source>,
        known: &(impl Fn(&ConsultantId, &Source) -> Option<Option<Digest>> + Sync),
    ) -> Result<()> {
        let mut names = BTreeMap::new();
        photos.retain(|photo| self.is_valid_photo(photo) && self.is_new_name(photo, &mut names));
        photos.iter().for_each(|photo| self.check_name_on_windows(photo));
        let profiles = self.consultants.iter().map(|(id, files)| (id, files.profile));
        let named = named_photos(&profiles.collect(), &photos, known)?;
        let (named_photos, others): (Vec<_>, Vec<_>) =
            photos.into_iter().partition(|photo| named.contains_key(&*nfc(photo.name())));
        for photo in named_photos {
            if let [id] = &named[&*nfc(photo.name())][..] {
                self.consultants.entry(id.clone()).and_modify(|files| files.photo = Some(photo));
            }
        }
        for photo in others {
            self.add_photo(photo, &named);
        }
        Ok(())
    }

    /// Returns whether the extension of a photo is valid, and reports another one.
    fn is_valid_photo(&mut self, source: &Source) -> bool {
        let extension = source.extension().to_ascii_lowercase();
        let is_valid = is_photo(source);
        if !is_valid {
            let message =
                format!("the extension of a photo must be .jpg, .png or .webp, not .{extension}");
            let hint = OtherKind::of_extension(&extension).map_or(
                "export a photo as JPEG; delete any other file, or move it out of `photos`",
                |kind| kind.hint,
            );
            self.report(&FILE_EXTENSION, source, message, hint);
        }
        is_valid
    }

    /// Returns whether no earlier photo has the same name in Unicode NFC, and reports one that has.
    fn is_new_name(
        &mut self,
        source: &'a Source,
        names: &mut BTreeMap<Cow<'a, str>, &'a Source>,
    ) -> bool {
        let first = *names.entry(nfc(source.name())).or_insert(source);
        if first != source {
            let message = format!("another photo has the name `{}`, too", source.name());
            let hint = "delete one of the two photos, or rename it with the letters a to z";
            self.report(&DUPLICATE_PHOTO, source, message, hint);
        }
        first == source
    }

    /// Adds a photo that no profile names.
    fn add_photo(&mut self, source: &'a Source, named: &BTreeMap<String, Vec<ConsultantId>>) {
        let id = ConsultantId::parse(source.stem());
        let files = id.as_ref().and_then(|id| self.consultants.get_mut(id));
        match files.map(|files| *files.photo.get_or_insert(source)) {
            Some(first) if named.contains_key(&*nfc(first.name())) => {
                let (photo, name) = (source.name(), first.name());
                let message = format!("`{photo}` is not used: the profile names `{name}`");
                let hint = format!("delete it, or delete the line `photo: {name}` in the profile");
                self.report(&PHOTO_WITHOUT_CONSULTANT, source, message, hint);
            }
            Some(first) if first != source => {
                let message = format!("`{}` already has the photo {}", source.stem(), first.path());
                self.report(&DUPLICATE_PHOTO, source, message, "delete one of the two photos");
            }
            Some(_) => {}
            None => self.report_photo_without_consultant(source),
        }
    }

    fn report_photo_without_consultant(&mut self, source: &Source) {
        let slug = ConsultantId::slug(source.stem());
        let has_slug = |name: &str| ConsultantId::slug(name) == slug;
        // The wrong name of the profile is already reported.
        if misnamed_profiles(self.sources).filter_map(Source::profile_name).any(has_slug) {
            return;
        }
        let without_photo = self.consultants.iter().filter(|(_, files)| files.photo.is_none());
        let has_photo = |id: &str| self.sources.starting_with(&format!("photos/{id}.")).count() > 0;
        let ids = without_photo.map(|(id, _)| id.as_str()).filter(|id| !has_photo(id));
        let hint = match did_you_mean(&slug, ids) {
            Some(id) => format!("did you mean `{id}.{}`?", source.extension().to_ascii_lowercase()),
            None => {
                "name it like its profile (`anna-berg.jpg` for `anna-berg.yaml`), name it in the profile (`photo: …`), or delete it".to_owned()
            }
        };
        let message = format!("`{}` is not the identifier of a profile", source.stem());
        self.report(&PHOTO_WITHOUT_CONSULTANT, source, message, hint);
    }
}

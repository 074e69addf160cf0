//! Tests of the command-line program.

mod architecture;
mod at_once;
mod build_summary;
mod cache;
mod compilation;
mod constant_rules;
mod contract;
mod deploy_previews;
mod diagnostic_codes;
mod diagnostic_formats;
mod diff;
mod discovery;
mod distribution;
mod due;
mod editors;
mod empty_templates;
#[cfg(unix)]
mod environment;
mod faults;
mod fix;
mod formats;
mod forms_page;
mod free_port;
mod generated_workflows;
mod golden;
mod history;
mod hostile;
mod hosts;
mod identifiers;
mod import;
mod init;
#[cfg(unix)]
mod links;
mod linters;
#[cfg(unix)]
mod modification_times;
mod named_photo;
mod netlify_cache;
mod new;
mod new_files;
mod nginx;
mod open_places;
mod own_server;
mod pages;
mod pinned_version;
mod precompressed;
mod printed_text;
mod privacy;
mod private_values;
mod project;
mod project_script;
mod publication_period;
mod publishing;
#[cfg(unix)]
mod publishing_steps;
mod rounds;
mod s3_cloudfront;
mod sampling;
mod schemas;
mod scratch;
mod serve;
mod shared_photos;
mod shell;
mod translations;
mod verify;
#[cfg(unix)]
mod windows;
mod wording;

//! The program's own live preview, which has to answer as the hosts do, but for one field.

use std::process::Command;
use std::time::Duration;

use crate::answer::Field;
use crate::deviation::{Deviation, Instead};
use crate::suite::Candidate;

/// Serves the content beside the published folder, and ends when its standard input does.
const SCRIPT: &str = r#"
mkfifo "$2"
"$0" serve --listen 127.0.0.1:0 --content "$1" > "$2" &
preview=$!
while read -r line; do
  case $line in
    *http://127.0.0.1:*) port=${line#*http://127.0.0.1:}; echo "listening ${port%%/*}" ;;
  esac
done < "$2" &
cat > /dev/null
kill -INT $preview
wait
"#;

pub(crate) fn preview() -> Candidate {
    Candidate {
        name: "vitae serve".to_owned(),
        missing: None,
        command: Box::new(|dist| {
            let mut command = Command::new("sh");
            let site = dist.parent().expect("a folder around it");
            command.args(["-c", SCRIPT, env!("CARGO_BIN_EXE_vitae")]);
            command.arg(site.join("content")).arg(site.join("output"));
            command
        }),
        start_timeout: Duration::from_secs(60),
        deviations: vec![CACHE_CONTROL],
    }
}

const CACHE_CONTROL: Deviation = Deviation {
    name: "nothing is taken from a cache unasked",
    why: "The next save changes what was answered; browsers have to see it at once.",
    instead: Instead::Answers(|_, answer| {
        if let Some(field) = answer.fields.get_mut("cache-control") {
            *field = Field::Is("no-cache".to_owned());
        }
    }),
};

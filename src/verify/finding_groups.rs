//! One cause that shows in ever other values is told once, with a few of them.

use super::cause::Cause;
use super::report::Finding;

/// So many values are told each by itself.
const FEW: usize = 5;
/// So many stand for the rest.
const EXAMPLES: usize = 3;

/// Puts those findings together that differ in nothing but a value, if there are many.
pub(super) fn put_together(findings: Vec<Finding>) -> Vec<Finding> {
    let mut families: Vec<(Option<Family>, Vec<Finding>)> = Vec::new();
    for finding in findings {
        let family = Family::of(&finding.cause);
        let known = families
            .iter_mut()
            .find(|(other, _)| family.is_some() && *other == family);
        match known {
            Some((_, members)) => members.push(finding),
            None => families.push((family, vec![finding])),
        }
    }
    let told = families
        .into_iter()
        .flat_map(|(family, members)| match family {
            Some(family) if members.len() > FEW => vec![family.finding(members)],
            _ => members,
        });
    told.collect()
}

/// What findings have in common that differ in a value.
#[derive(Debug, PartialEq, Eq)]
enum Family {
    /// The status of a redirect.
    Redirect(u16),
    /// A field's name, and what is wanted of it.
    Field(String, String),
}

/// Between what came and what is wanted.
const INSTEAD: &str = " instead of ";

impl Family {
    fn of(cause: &Cause) -> Option<Self> {
        match cause {
            Cause::Redirected { status, .. } => Some(Self::Redirect(*status)),
            Cause::Field { name, problem } => {
                let (_, wanted) = problem.rsplit_once(INSTEAD)?;
                Some(Self::Field(name.clone(), wanted.to_owned()))
            }
            _ => None,
        }
    }

    /// All of them as one.
    fn finding(self, members: Vec<Finding>) -> Finding {
        let count = members.len();
        let values = members.iter().take(EXAMPLES);
        let values = values.map(|member| match &member.cause {
            Cause::Redirected { to, .. } => to.trim_start_matches("to ").to_owned(),
            Cause::Field { problem, .. } => problem
                .rsplit_once(INSTEAD)
                .map_or_else(String::new, |(value, _)| value.to_owned()),
            other => other.title(),
        });
        let such_as = values.collect::<Vec<String>>().join(", ");
        let cause = match self {
            Self::Redirect(status) => Cause::Redirected {
                status,
                to: format!("to {count} different places, such as {such_as}"),
            },
            Self::Field(name, wanted) => Cause::Field {
                name,
                problem: format!("{count} different values, such as {such_as},{INSTEAD}{wanted}"),
            },
        };
        let mut all = Finding::of(cause);
        members.into_iter().for_each(|member| all.absorb(member));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_ages(ages: std::ops::Range<u32>) -> Vec<Finding> {
        let finding = |age| {
            let mut finding = Finding::of(Cause::Field {
                name: "cache-control".to_owned(),
                problem: format!("`max-age={age}` instead of `max-age=300`"),
            });
            finding.checks = 2;
            finding
        };
        put_together(ages.map(finding).collect())
    }

    #[test]
    fn many_values_are_one_cause_and_few_are_not() {
        assert_eq!(of_ages(0..5).len(), 5);
        let together = of_ages(0..100);
        assert_eq!((together.len(), together[0].checks), (1, 200));
        assert_eq!(
            together[0].cause.title(),
            "Cache-Control: 100 different values, such as `max-age=0`, `max-age=1`, `max-age=2`, instead of `max-age=300`"
        );
    }
}

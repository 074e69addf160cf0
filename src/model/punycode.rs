//! International domain names in the ASCII form that URLs and email addresses have (RFC 3492).

const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;

/// Returns a host name in ASCII: `exämple.se` becomes `xn--exmple-cua.se`. Returns `None` if a label
/// has other characters than letters, digits and hyphens.
pub(super) fn ascii_host(host: &str) -> Option<String> {
    let label = |label: &str| {
        if label.is_ascii() {
            return Some(label.to_owned());
        }
        let is_allowed = label.chars().all(|c| c.is_alphanumeric() || c == '-');
        let lower = label.to_lowercase();
        is_allowed.then(|| encode(&lower)).flatten().map(|encoded| format!("xn--{encoded}"))
    };
    let labels: Option<Vec<String>> = host.split('.').map(label).collect();
    Some(labels?.join("."))
}

fn encode(label: &str) -> Option<String> {
    let mut output: String = label.chars().filter(char::is_ascii).collect();
    let basic = u32::try_from(output.len()).ok()?;
    if basic > 0 {
        output.push('-');
    }
    let (mut code, mut delta, mut bias, mut handled) = (128_u32, 0_u32, 72_u32, basic);
    let total = u32::try_from(label.chars().count()).ok()?;
    while handled < total {
        let next = label.chars().map(u32::from).filter(|c| *c >= code).min()?;
        delta = delta.checked_add((next - code).checked_mul(handled + 1)?)?;
        code = next;
        for character in label.chars().map(u32::from) {
            if character < code {
                delta += 1;
            }
            if character == code {
                push_number(&mut output, delta, bias);
                bias = adapted_bias(delta, handled + 1, handled == basic);
                delta = 0;
                handled += 1;
            }
        }
        delta += 1;
        code += 1;
    }
    Some(output)
}

fn push_number(output: &mut String, mut number: u32, bias: u32) {
    // The letters a to z, then the digits.
    let digit = |value: u32| char::from(b"abcdefghijklmnopqrstuvwxyz0123456789"[value as usize]);
    let mut at = BASE;
    loop {
        let threshold = at.saturating_sub(bias).clamp(T_MIN, T_MAX);
        if number < threshold {
            output.push(digit(number));
            return;
        }
        output.push(digit(threshold + (number - threshold) % (BASE - threshold)));
        number = (number - threshold) / (BASE - threshold);
        at += BASE;
    }
}

fn adapted_bias(delta: u32, count: u32, is_first: bool) -> u32 {
    let mut delta = delta / if is_first { 700 } else { 2 };
    delta += delta / count;
    let mut bias = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        bias += BASE;
    }
    bias + (BASE - T_MIN + 1) * delta / (delta + 38)
}

#[cfg(test)]
mod tests {
    use super::ascii_host;

    #[test]
    fn encodes_international_domain_names() {
        for (host, ascii) in [
            ("example.com", "example.com"),
            ("bücher.example", "xn--bcher-kva.example"),
            ("www.Åsa.se", "www.xn--sa-xia.se"),
            ("例え.jp", "xn--r8jz45g.jp"),
        ] {
            assert_eq!(ascii_host(host).as_deref(), Some(ascii), "{host}");
        }
        assert_eq!(ascii_host("ex ämple.com"), None);
    }
}

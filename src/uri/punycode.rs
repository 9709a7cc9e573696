//! The ASCII form of a host name (RFC 3492), for questions: a name that only looks like another shows it.

const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;

/// A host name with each label that is not ASCII in its `xn--` form. A label too long to encode stays as it is.
pub fn to_ascii(host: &str) -> String {
    let label = |label: &str| match encode(label) {
        _ if label.is_ascii() => label.to_owned(),
        Some(code) => format!("xn--{code}"),
        None => label.to_owned(),
    };
    host.split('.').map(label).collect::<Vec<_>>().join(".")
}

/// Section 6.3; `None` on overflow.
fn encode(label: &str) -> Option<String> {
    let mut out: String = label.chars().filter(char::is_ascii).collect();
    let basic = u32::try_from(out.len()).ok()?;
    if basic > 0 {
        out.push('-');
    }
    let total = u32::try_from(label.chars().count()).ok()?;
    let (mut n, mut delta, mut bias, mut handled) = (128_u32, 0_u32, 72_u32, basic);
    while handled < total {
        let next = label.chars().map(u32::from).filter(|code| *code >= n).min()?;
        delta = delta.checked_add((next - n).checked_mul(handled + 1)?)?;
        for code in label.chars().map(u32::from) {
            if code < next {
                delta = delta.checked_add(1)?;
            }
            if code == next {
                push_integer(&mut out, delta, bias);
                bias = adapt(delta, handled + 1, handled == basic);
                delta = 0;
                handled += 1;
            }
        }
        delta = delta.checked_add(1)?;
        n = next + 1;
    }
    Some(out)
}

fn push_integer(out: &mut String, mut value: u32, bias: u32) {
    for k in (BASE..).step_by(BASE as usize) {
        let t = k.saturating_sub(bias).clamp(T_MIN, T_MAX);
        if value < t {
            break;
        }
        out.push(digit(t + (value - t) % (BASE - t)));
        value = (value - t) / (BASE - t);
    }
    out.push(digit(value));
}

fn digit(value: u32) -> char {
    char::from_digit(value.wrapping_sub(26), 10).unwrap_or_else(|| {
        let letter = u8::try_from(value).unwrap_or_default();
        char::from(b'a' + letter)
    })
}

/// Section 6.1.
fn adapt(delta: u32, points: u32, first: bool) -> u32 {
    let mut delta = if first { delta / 700 } else { delta / 2 };
    delta += delta / points;
    let mut k = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + 38)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names() {
        let cases = [
            ("example.org", "example.org"),
            ("bücher.example", "xn--bcher-kva.example"),
            ("аpple.example", "xn--pple-43d.example"),
            ("納豆.example.org", "xn--99zt52a.example.org"),
            ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
            ("3年b組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"),
        ];
        for (host, ascii) in cases {
            assert_eq!(to_ascii(host), ascii);
        }
    }
}

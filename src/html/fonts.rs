//! The families that the text is set in.

/// What text is for, and the families for it, the best first.
struct Role {
    variable: &'static str,
    families: &'static [&'static str],
    generic: &'static str,
}

const ROLES: [Role; 3] = [
    Role {
        variable: "--serif",
        families: &[
            "Source Serif 4",
            "Source Serif Pro",
            "Charter",
            "Bitstream Charter",
            "Noto Serif",
            "Liberation Serif",
            "Georgia",
        ],
        generic: "serif",
    },
    Role {
        variable: "--sans",
        families: &[
            "Adwaita Sans",
            "Inter",
            "Cantarell",
            "Noto Sans",
            "Source Sans 3",
            "Liberation Sans",
            "DejaVu Sans",
        ],
        generic: "sans-serif",
    },
    Role {
        variable: "--mono",
        families: &[
            "Adwaita Mono",
            "Source Code Pro",
            "Noto Sans Mono",
            "Liberation Mono",
            "DejaVu Sans Mono",
        ],
        generic: "monospace",
    },
];

/// CSS for any machine: each family is looked for where the page is read.
pub fn any() -> String {
    rule(<[&str]>::to_vec, "")
}

/// CSS for this machine, which stands above that of the page: an engine takes some milliseconds for each family, weight
/// and size that is not there.
pub fn installed(is_here: impl Fn(&str) -> bool) -> String {
    rule(
        |families| families.iter().copied().find(|family| is_here(family)).into_iter().collect(),
        " !important",
    )
}

fn rule(chosen: impl Fn(&[&'static str]) -> Vec<&'static str>, weight: &str) -> String {
    let mut css = ":root {".to_owned();
    for Role { variable, families, generic } in ROLES {
        let mut named: Vec<String> = chosen(families).iter().map(|family| format!("\"{family}\"")).collect();
        named.push(generic.to_owned());
        css.extend([" ", variable, ": ", &named.join(", "), weight, ";"]);
    }
    css + " }\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_best_that_is_here_is_named() {
        let here = ["Noto Serif", "Georgia", "DejaVu Sans Mono"];
        assert_eq!(
            installed(|family| here.contains(&family)),
            ":root { --serif: \"Noto Serif\", serif !important; --sans: sans-serif !important; \
             --mono: \"DejaVu Sans Mono\", monospace !important; }\n"
        );
        assert!(any().contains("\"Liberation Sans\", \"DejaVu Sans\", sans-serif;"));
    }
}

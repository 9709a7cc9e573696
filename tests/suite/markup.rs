//! Reading HTML strictly: only the elements and attributes that a page may have, properly nested.

/// Elements without content.
const VOID: &[&str] = &["meta", "br", "hr"];
pub const ELEMENTS: &[&str] = &[
    "html", "head", "meta", "title", "style", "body", "main", "header", "nav", "h1", "h2", "h3", "h4", "p",
    "pre", "div", "dl", "dt", "dd", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "a", "b",
    "i", "code", "br", "hr", "section",
];
/// All that a style of an element may be: the timelines of the sections, with our own names.
const STYLES: &[&str] = &["timeline-scope:", "view-timeline-name:", "animation-timeline:"];
pub const ATTRIBUTES: &[&str] = &[
    "lang",
    "charset",
    "name",
    "content",
    "class",
    "id",
    "href",
    "rel",
    "start",
    "colspan",
    "aria-label",
    "style",
];
const SCHEMES: &[&str] = &[
    "man:", "info:", "http:", "https:", "mailto:", "file:", "ftp:", "news:", "git:", "irc:", "gopher:",
    "portero:", "#",
];

/// What is wrong with a page, if anything is.
pub fn fault(html: &str) -> Option<String> {
    if let Some(c) = html.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
        return Some(format!("a control character: {c:?}"));
    }
    let mut open: Vec<&str> = Vec::new();
    let body = html.strip_prefix("<!DOCTYPE html>")?;
    for piece in body.split('<').skip(1) {
        let Some((tag, text)) = piece.split_once('>') else {
            return Some(format!("an open tag: {piece:.40}"));
        };
        let in_style = open.last() == Some(&"style");
        if text.contains(['"', '>']) && !in_style && tag != "style" {
            return Some(format!("a raw character in {text:.60}"));
        }
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Some(format!("</{name}> closes something else"));
            }
            continue;
        }
        let name = tag.split(' ').next().unwrap_or_default();
        if let Some(fault) = tag_fault(name, &tag[name.len()..]) {
            return Some(fault);
        }
        if !VOID.contains(&name) {
            open.push(name);
        }
    }
    (!open.is_empty()).then(|| format!("left open: {open:?}"))
}

fn tag_fault(name: &str, attributes: &str) -> Option<String> {
    if !ELEMENTS.contains(&name) {
        return Some(format!("the element {name}"));
    }
    let mut rest = attributes.trim_start();
    while !rest.is_empty() {
        let Some((attribute, value)) = rest.split_once("=\"") else {
            return Some(format!("attributes: {rest}"));
        };
        let Some((value, after)) = value.split_once('"') else { return Some(format!("attributes: {rest}")) };
        if !ATTRIBUTES.contains(&attribute) {
            return Some(format!("the attribute {attribute}"));
        }
        if attribute == "href" && !SCHEMES.iter().any(|scheme| value.to_lowercase().starts_with(scheme)) {
            return Some(format!("a link to {value}"));
        }
        if attribute == "style" && !is_timeline(value) {
            return Some(format!("the style {value}"));
        }
        rest = after.trim_start();
    }
    None
}

fn is_timeline(style: &str) -> bool {
    let is_name = |name: &str| name.strip_prefix("--s").is_some_and(|number| number.parse::<usize>().is_ok());
    STYLES.iter().any(|kind| style.strip_prefix(kind).is_some_and(|names| names.split(',').all(is_name)))
}

#[test]
fn the_reader_of_markup_is_strict() {
    let page = |body: &str| format!("<!DOCTYPE html>\n<html><body>{body}</body></html>");
    assert_eq!(fault(&page("<p id=\"x\">a &lt; b<br></p>")), None);
    let bad = [
        "<script>x</script>",
        "<p onclick=\"x\"></p>",
        "<a href=\"javascript:x\">y</a>",
        "<p>",
        "<p><b></p></b>",
        "a > b",
        "\u{1b}",
    ];
    for body in bad {
        assert!(fault(&page(body)).is_some(), "{body}");
    }
}

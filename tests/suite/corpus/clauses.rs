//! The sentences of the corpus, and how each is seen to hold.

use regex_lite::{Captures, Regex};

use super::scene::{Fault, Outcome, Scene};
use super::{drivers, launched, pages, shown, told, traced};

type Check = fn(&Scene, &Captures) -> Outcome;

/// The first that fits decides.
const CLAUSES: &[(&str, Check)] = &[
    // Errors, alone or as the other way out.
    (r"^(?:else |any )?error\.code ?(?:=|in) ?\{?([a-z,-]+)\}?(?: within .*| at .*|: .*)?$", told::code),
    (r"^error\.code=(\S+) or defaults with a warning$", told::code_or_warning),
    (
        r"^(?:no confirmer: |without a confirmer |second call: )?(?:error\.code(?:=| in ))?\{?(needs-confirmation[a-z,-]*)\}?(?:, recorder empty| raised)?$",
        told::needs_confirmation,
    ),
    (r"^error\.code=loop or config error$", told::loop_or_config_error),
    (
        r"^(.*?),? or (?:not-found|malformed|error\.code ?(?:=|in) ?\{?[a-z,-]+\}?|the body reaches .*|no-program when .*)$",
        told::either,
    ),
    (r"^or (malformed)$", told::or_error),
    (r"^malformed, or (.*)$", told::either),
    (r"^shown or not-found$|^a missing one is not-found$", told::shown_or_missing),
    (r"^policy engine decision unsafe or confirm$", drivers::fact),
    // What was started.
    (r"^(?:nothing launched|no launch|recorder empty)$", launched::nothing),
    (r"^never run by itself$", launched::nothing_unasked),
    (r"^recorders sh and bash not run$|^never executed$|not run$", launched::no_mark),
    (r"^MARK absent", launched::no_mark),
    (
        r"^if launched, no argv element starts with '-'|^no argv element begins with '@@'$|^a URI holding '@@'|^marks come from the template only$|^name never turned into",
        launched::no_options,
    ),
    (
        r"^(?:if launched )?one (?:URI )?element(?: equal to the (?:input|path|URI))?(?:, or template refused)?$|^one URI element|^element equals the input|^'\*' stays one literal operand|^element holds the five bytes|^operand is that one path$|^argv element unchanged or punycode$",
        launched::input_is_one_element,
    ),
    (
        r"^still (?:double-)?(?:percent-)?encoded|^passed still double-encoded$|^never CR LF on the wire$|^(?:resolver host is (\S+)|'@' and '<' encoded)$|^resolver URI ends in the name$",
        launched::stays_encoded,
    ),
    (r"^argc == template length$", launched::one_program),
    (r"^element == '([^']*)' \+ URI$", launched::glued_to),
    (r"^argv tail == (\[.*\])$", launched::tail),
    (r"^file operand begins with '/'$|^text program gets the absolute path$", launched::absolute_operand),
    (r"^opened as (\S+?)(?: with a warning)?$", launched::opened_as),
    (
        r"^(?:confirmer )?yes(?:, terminal recipe set)?: (?:one launch(?: with host (\S+))?|host slot == '(\S+)'|elements after the recipe == .* '(\S+)' alone in its slot)$",
        launched::after_yes,
    ),
    (
        r"^after a yes(?: only)?(?:: one launch.*)?$|^asks, then the installer of that type$",
        launched::after_yes,
    ),
    (r"^after a yes: base == '([^']*)', filter == '([^']*)', each one element$", launched::both_elements),
    (
        r"^handed to the configured browser as one element$|^a regular file there is opened by its type",
        launched::at_most_one,
    ),
    (
        r"^launched with empty to and subject 'hello'$|^two to addresses, one cc$|^one subject launched$",
        launched::mail_as_read,
    ),
    (
        r"^(?:subject|body) (?:carried as (?:data|text)|is text)$|^subject equals the decoded text$",
        launched::mail_as_read,
    ),
    (r"^(?:rebuilt URI or compose string has )?no attachment field", launched::safe_fields_only),
    (
        r"^(?:field|both fields|both|content-type|attach' or 'attach'|fields .*) dropped$",
        launched::safe_fields_only,
    ),
    (r"^bcc kept$", told::bcc_kept),
    (r"^child environment has no (\w+) or (\w+)$", launched::without_variables),
    (r"^child (?:environment has none of them|has neither variable)", launched::without_variables),
    (r"^LESSSECURE=1 if a pager is involved$", launched::no_pager),
    (r"^fd list == \{0,1,2\}$", launched::standard_streams_only),
    (r"^session id == own pid$", launched::own_session),
    (r"^cwd is the caller's folder", launched::callers_folder),
    (r"^only one code honoured$|^template refused or only one code honoured$", launched::at_most_one),
    // Slots of the target.
    (r"^(\w+) (?:slot|value) == '([^']*)'", told::slot),
    (
        r#"^(to|file|node|subject|body|base) == (?:'([^']*)'|"([^"]*)")(?: as one value| after .*)?$"#,
        told::slot,
    ),
    (r"^target is man page (\S+) section (\S+)$", told::man_page),
    (r"^document id '([^']*)', page id '([^']*)' looked up$", told::help_page),
    (r"^page name passes the same grammar", told::same_grammar),
    (r"^never a (?:file named|name holding) ", told::names_a_plain_file),
    (
        r"^type from content$|^shown escaped or with a mixed-script warning$|^any shown subject has the override escaped$|^the line break is escaped in every",
        shown::nothing_deceptive,
    ),
    // Warnings.
    (r"^warnings has ([a-z-]+)", told::warning),
    (r"^warnings not empty$|^warning given$", told::some_warning),
    (r"^two warnings$", told::two_warnings),
    // The question and what is displayed.
    (r"^display (?:host (?:begins|stays)|names) '([^']*)'", told::display_holds),
    (r"^display shows the last two labels", told::display_holds_host),
    (r"^dialog text equals the literal name$", shown::nothing_deceptive),
    (r"^'([^']*)' (?:found nowhere|not in logs)", shown::nowhere),
    (r"^(?:option unknown|decision unchanged)", told::option_changes_nothing),
    (r"^captured body has no raw|^no icon or image hint from the URI$", drivers::notified_plainly),
    // Output.
    (r"^(?:captured )?output holds no|^rendered text has no C0", shown::no_controls),
    (r"^rendered HTML parsed|^attribute breakout absent$|^any HTML error page", pages::only_listed_elements),
    (r"^no href with scheme|^no active link to an absolute file$|^no img src", pages::only_safe_links),
    (r"^each literal name appears as text$", pages::names_as_text),
    (r"^shown text escaped exactly once$", pages::escaped_once),
    (
        r"^output does not hold (\S+)$|^page from (\S+) not shown$|^output does not hold the entity (text)$",
        pages::lacks,
    ),
    (r"^nothing truncated silently$", pages::whole_or_told),
    (r"^page returned within|^listing or error returned within", pages::comes),
    (r"^never rendered in the built-in viewer$", told::not_viewed),
    (r"^following it is rejected$", told::cannot_be_followed),
    // Files and the network.
    (
        r"^(\S+) (?:unchanged|not opened)$|^files? (not) opened$|^no path under (\S+) opened$|^no file outside the manual's directory$|^stdin not read$",
        traced::untouched,
    ),
    (r"^no file (\S+) created$", launched::not_created),
    (r"^no network|^no connection$|^zero network use|^nothing is mounted$", traced::silent),
    // Limits. Times are not measured: whatever takes a minute has been ended.
    (r"^under \d+ s$", |_, _| Ok(())),
    (r"^(?:peak )?memory under (\d+) MiB$", pages::within_memory),
    (r"^logged scheme at most 32 bytes$", shown::short_line),
    (r"^journal and log hold one line", drivers::one_log_line),
    (r"^log entry names the caller$", drivers::log_names_the_caller),
    // Config.
    (r"^config error|^(?:template|recipe) refused$|^scheme disabled$", drivers::config_refused),
    (r"^accepted", drivers::config_accepted),
    (r"^element '@@u' and '@@' malformed$", told::all_refused),
    (r"^file: item handled alone", launched::at_most_one),
    (r"^viewer\.(\w+)=(true|false)$", drivers::viewer_setting),
    // What only a driver can see: it notes the sentence itself.
    (r"^.*$", drivers::fact),
];

/// Checks one sentence.
pub fn check(clause: &str, scene: &Scene) -> Outcome {
    for (pattern, check) in CLAUSES {
        if let Some(captures) = Regex::new(pattern).unwrap().captures(clause) {
            return check(scene, &captures);
        }
    }
    Err(Fault::Unseen(format!("the sentence is not known: {clause}")))
}

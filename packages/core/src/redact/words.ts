/** Where a word begins, in plain text and in text that JSON or a URL has escaped. */

/** An escape before a word ends in a letter or digit that does not belong to the word. */
const ESCAPE = /(?:%[0-9A-F]{2}|\\[nrtbf]|\\u[0-9a-f]{4})$/i;

/** True in the middle of a word; a `strict` word is not part of a path or a sum either. */
export function isInWord(text: string, at: number, from: number, strict = false): boolean {
  if (at === from || !(strict ? /[\w+/.-]/ : /[A-Za-z0-9]/).test(text[at - 1] ?? '')) return false;
  return !ESCAPE.test(text.slice(Math.max(from, at - 6), at));
}

/** Pieces of patterns; short, because there are many. */
export const R = String.raw;
/** An opening quote, also as text inside JSON has it. */
export const OPEN = R`\\{0,7}["'\x60]`;
/** Blanks between signs. */
export const S = '[ \\t]{0,8}';

/** `… as password`, `… as the database password`. */
export function isSaidAs(text: string, nameStart: number): boolean {
  return text[nameStart - 1] === ' ' && text.slice(nameStart - 24, nameStart).includes(' as ');
}

/** The characters of a name: letters (including accents and other scripts), digits, `_` and `-`. */
export function isOfName(code: number): boolean {
  const lower = code | 32;
  return (
    (lower > 96 && lower < 123) ||
    (code > 47 && code < 58) ||
    code === 95 ||
    code === 45 ||
    (code > 191 && code < 8192)
  );
}

/** Lines in which a test runner reports which test passed or failed: a test's name is not a secret, and is evidence. */

/** Go, Jest, Vitest, Mocha, pytest, Cargo, JUnit, TAP, GoogleTest. */
const TEST_LINE =
  /^(?:[\s|>]|\\u001b\[[\d;]*m|\u001b\[[\d;]*m)*(?:---? (?:PASS|FAIL|SKIP|BENCH):|=== (?:RUN|PAUSE|CONT|NAME) |[✓✔✕✖✗✘×√❯] |(?:not )?ok \d+ |(?:PASS|FAIL|SKIP|XFAIL|XPASS|PASSED|FAILED|SKIPPED|ERROR)\s+\S*[/.:]\S*|# Subtest: |test [\w:./-]+(?: - [^.]*)? \.\.\. |\d+\) |<test(?:case|suite)\b|\[ +(?:OK|RUN|PASSED|FAILED|SKIPPED) +\] |\S+\.py::\S+)/;
const LOOKED_AT = 400;

export function isTestLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LOOKED_AT), at);
  const escaped = before.lastIndexOf('\\n');
  const start = Math.max(before.lastIndexOf('\n') + 1, escaped < 0 ? 0 : escaped + 2);
  return TEST_LINE.test(text.slice(at - before.length + start, at + 160));
}

/** Splits the name of a variable, a key, an option or a header into its words. */

/** Words that are often joined with the next word: `apikey`, `PGPASSWORD`, `dbpass`. */
const JOINED =
  /^(.*?)(passwords?|passwd|passphrase|passcode|passwort|pswd|secrets?|credentials?)$|^(api|access|account|app|auth|client|crypt|deploy|encryption|license|master|priv|private|secret|session|shared|signing|ssh|storage|preshared)(keys?)$|^(api|access|auth|bearer|bot|csrf|gh|github|gitlab|id|jwt|npm|oauth|refresh|sas|session|user|web|xsrf)(tokens?)$|^(admin|db|ftp|http|key|ldap|login|mail|mongo|my|mysql|new|old|pg|proxy|redis|root|sa|smtp|sql|ssh|(?:src|dest)?store|(?:src|dest)key|sudo|sys|user|vnc|wifi|zip)(pass|pwd|pw)$/;

/**
 * @example nameWords('dbAPIKey2') // ['db', 'api', 'key', '2']
 */
export function nameWords(name: string): string[] {
  return name
    .slice(-128)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\d]+/u)
    .flatMap(parted)
    .filter((word) => word !== '');
}

function parted(word: string): string[] {
  const [, stem = word, digits = ''] = /^(\D{3,}?)(\d+)$/.exec(word) ?? [];
  const parts = JOINED.exec(stem)
    ?.slice(1)
    .filter((part) => part !== undefined) ?? [stem];
  return [...parts, digits];
}

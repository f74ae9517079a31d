/** Secrets that are known by what stands around them: assignments, headers, cookies, URLs, PEM blocks, tokens in three parts. */
import type { Rule, Span } from './engine.ts';
import { EXEMPT_NAMES } from './key-names.ts';

/** A pattern that is compiled when it is first needed: a hook seldom meets any. */
function lazy(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => (pattern ??= new RegExp(source, flags));
}

const MAX_VALUE = 4096;
const OPEN = String.raw`\\{0,3}["'\x60]`;
/** Between a name and its value, also escaped and URL-encoded. */
const GAP = String.raw`(?:${OPEN})?[ \t]{0,8}(?:=>|:=|==?|:|%3[dDaA])[ \t]{0,8}`;
const ASSIGNED = lazy(
  String.raw`[A-Za-z0-9_.-]{0,48}${GAP}(?:(\\{0,3})(["'\x60])([^"'\x60\r\n]{1,${MAX_VALUE}})|([^\s"'\x60,;&|<>(){}\[\]\\]{1,${MAX_VALUE}}))`,
  'y',
);
/** `--token VALUE`: nothing but blanks between. */
const FLAGGED = lazy(
  String.raw`[A-Za-z0-9_-]{0,48}[ \t]{1,8}(?:(\\{0,3})(["'\x60])([^"'\x60\r\n]{1,${MAX_VALUE}})|([^\s"'\x60,;&|<>(){}\[\]\\-][^\s"'\x60,;&|<>(){}\[\]\\]{0,${MAX_VALUE}}))`,
  'y',
);
const NAME_BEFORE = /[A-Za-z0-9_.-]{1,48}$/;
const NAME_AFTER = /[A-Za-z0-9_-]{0,48}/y;
const NO_VALUE =
  /^(?:\[REDACTED|\$|%[A-Z_]+%|\{\{|<|\*{3}|x{4}|(?:true|false|null|none|undefined|nil|yes|no|required|optional|string|number|boolean|object|function|async|await|new|this|self|your|my|env|process|os|config|settings|import|typeof|void)\b)/i;
const STRONG = /passw|passphrase|pwd|secret|private[_-]?key|pass$/i;

/** What may stand between a name and its value; looked at before any pattern is. */
function isAssigned(text: string, at: number): boolean {
  let i = at;
  const end = Math.min(text.length, at + 48);
  while (i < end && isNameCode(text.charCodeAt(i))) i++;
  for (let n = 0; n < 12 && ' \t"\'`\\'.includes(text[i] ?? '!'); n++) i++;
  const sign = text[i] ?? '';
  return sign === '=' || sign === ':' || sign === '%' || /[ \t]/.test(text[i - 1] ?? '');
}

/** Letters, digits, `_`, `-`, `.`. */
function isNameCode(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122
    ? true
    : (code >= 45 && code <= 57 && code !== 47) || code === 95;
}

/** `NAME=value`, `name: "value"`, `--name value` where the name speaks of a secret. */
export const assignment: Rule = (text, at) => {
  if (!isAssigned(text, at)) return null;
  const before = NAME_BEFORE.exec(text.slice(Math.max(0, at - 48), at))?.[0] ?? '';
  NAME_AFTER.lastIndex = at;
  const name = (before + (NAME_AFTER.exec(text)?.[0] ?? '')).replace(/[.-]+$/, '');
  if (EXEMPT_NAMES.test(name)) return null;
  const flag = before.startsWith('-');
  if (!flag && !/[=:%]/.test(text.slice(at, at + 64))) return null;
  for (const get of flag ? [ASSIGNED, FLAGGED] : [ASSIGNED]) {
    const pattern = get();
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) continue;
    const quoted = match[3] !== undefined;
    const value = (match[3] ?? match[4]!).replace(/\\+$/, '');
    const end = pattern.lastIndex - ((match[3] ?? match[4]!).length - value.length);
    const tight = !/\s/.test(match[0].slice(0, match[0].length - (match[3] ?? match[4]!).length));
    if (
      !isSecretValue(value, {
        name,
        quoted,
        tight: tight || get === FLAGGED,
        next: text[end] ?? '',
      })
    )
      continue;
    return { start: end - value.length, end, kind: STRONG.test(name) ? 'password' : 'credential' };
  }
  return null;
};

interface Around {
  name: string;
  quoted: boolean;
  /** No blank between name and value. */
  tight: boolean;
  /** The character after the value. */
  next: string;
}

/** Tells a value from code, prose and placeholders. */
function isSecretValue(value: string, { name, quoted, tight, next }: Around): boolean {
  if (value.length < 4 || NO_VALUE.test(value) || next === '(' || next === '{') return false;
  if (/^\d{1,12}$/.test(value) && !STRONG.test(name)) return false;
  if (/^(?:https?:\/\/|~\/|\.{1,2}\/|[A-Za-z]:\\)/.test(value) || isPath(value)) return false;
  const digit = /\d/.test(value);
  if (STRONG.test(name)) {
    if (quoted) return !/\s.*\s/.test(value) && !/^[A-Za-z][a-z]*(?:[ _.-][a-z]+)+$/.test(value);
    // Code assigns identifiers and calls; a secret in plain text has a digit or a sign, or stands tight.
    if (/^[A-Za-z_$][\w$]*(?:\.[\w$]+)+$/.test(value)) return false;
    return tight ? !/^[A-Z_]+$/.test(value) : digit || /[^A-Za-z0-9_.$]/.test(value.slice(0, -1));
  }
  if (/\s/.test(value)) return false;
  // A bare `key` is most often one of a map.
  if (/^keys?$/i.test(name) && value.length < 20) return false;
  if (/^[A-Za-z_$][A-Za-z_$]*(?:[.-][A-Za-z_$]+)*$/.test(value))
    return value.length >= 20 && !/[.-]/.test(value) && isMixed(value);
  return value.length >= 8 && digit && (value.length >= 16 ? isDense(value) : quoted || tight);
}

/** `/etc/ssl/key.pem`, but not base64 that happens to begin with a slash. */
function isPath(value: string): boolean {
  return (
    /^\/[\w.@-]+(?:\/[\w.@-]*){0,64}$/.test(value) &&
    !(value.length >= 32 && isMixed(value) && /\d/.test(value))
  );
}

function isMixed(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && entropy(value) > 4;
}

/** Random text uses many different characters; versions, dates, paths and names do not. */
function isDense(value: string): boolean {
  return (
    entropy(value) >= (/^[0-9a-f-]+$/i.test(value) ? 3 : 3.3) && !/^v?\d+(?:\.\d+){1,3}/.test(value)
  );
}

/** Bits a character (Shannon), over the first 256 characters. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  const piece = text.slice(0, 256);
  for (const character of piece) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / piece.length) * Math.log2(count / piece.length);
  return bits;
}

const AUTHORIZATION = lazy(
  String.raw`authorization${GAP}(?:${OPEN})?(?:[A-Za-z0-9-]{2,20}[ \t]{1,4})?([A-Za-z0-9._~+/=:,"-]{4,${MAX_VALUE}})`,
  'iy',
);

/** `Authorization: Scheme credentials`. */
export const authorization: Rule = (text, at) => {
  const pattern = AUTHORIZATION();
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return null;
  const value = match[1]!.replace(/[",]+$/, '');
  if (!/\d/.test(value) && value.length < 20) return null;
  return spanBack(pattern.lastIndex - (match[1]!.length - value.length), value, 'authorization');
};

const BEARER = lazy(
  String.raw`(?:bearer|basic|ssws)(?:[ \t]{1,4}|%20|\+)([A-Za-z0-9._~+/=-]{8,${MAX_VALUE}})`,
  'iy',
);

/** `Bearer token`, `Basic base64`. Prose that goes on with a word has no digit. */
export const bearer: Rule = (text, at) => {
  if (at > 0 && /[A-Za-z0-9]/.test(text[at - 1]!)) return null;
  const pattern = BEARER();
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return null;
  const value = match[1]!;
  if (!/\d/.test(value) && !(value.length >= 16 && isMixed(value))) return null;
  return spanBack(pattern.lastIndex, value, 'authorization');
};

const COOKIE = lazy(
  String.raw`cookie2?(?:${OPEN})?[ \t]{0,4}:[ \t]{0,4}(?:${OPEN})?([^\r\n"'\x60]{4,${MAX_VALUE}})`,
  'iy',
);

/** The rest of a `Cookie:` or `Set-Cookie:` header. */
export const cookie: Rule = (text, at) => {
  const pattern = COOKIE();
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null || !/^[^\s=;]{1,200}=/.test(match[1]!)) return null;
  const value = match[1]!.replace(/\\+$/, '');
  return spanBack(pattern.lastIndex - (match[1]!.length - value.length), value, 'cookie');
};

const USER_INFO = /:\/\/([^\s/:@"'<>\x60]{0,256}):([^\s/@"'<>\x60]{1,1024})@/y;
const TOKEN_INFO = /:\/\/([A-Za-z0-9_.~-]{16,512})@/y;

/** The password of `scheme://user:password@host`, or a token in its place. */
export const userInfo: Rule = (text, at) => {
  USER_INFO.lastIndex = at;
  const match = USER_INFO.exec(text);
  if (match !== null) {
    const value = match[2]!;
    return NO_VALUE.test(value) || /^\d{1,5}$/.test(value)
      ? null
      : spanBack(USER_INFO.lastIndex - 1, value, 'url');
  }
  TOKEN_INFO.lastIndex = at;
  const token = TOKEN_INFO.exec(text);
  return token === null || !/\d/.test(token[1]!)
    ? null
    : spanBack(TOKEN_INFO.lastIndex - 1, token[1]!, 'url');
};

const JWT = /eyJ[A-Za-z0-9_-]{10,4096}\.[A-Za-z0-9_-]{10,8192}(?:\.[A-Za-z0-9_-]{10,4096})?/y;

/** A JSON web token: three base64url parts, the first of which begins an object. */
export const jwt: Rule = (text, at) => {
  if (at > 0 && /[A-Za-z0-9_]/.test(text[at - 1]!)) return null;
  JWT.lastIndex = at;
  return JWT.test(text) ? { start: at, end: JWT.lastIndex, kind: 'jwt' } : null;
};

const PEM_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;

/** A private key in PEM: to its end mark, or to the end of the text. */
export const pem: Rule = (text, at) => {
  PEM_BEGIN.lastIndex = at;
  if (!PEM_BEGIN.test(text)) return null;
  const start = PEM_BEGIN.lastIndex;
  const end = text.indexOf('-----END', start);
  return { start, end: end < 0 ? text.length : end, kind: 'private-key' };
};

function spanBack(end: number, value: string, kind: string): Span {
  return { start: end - value.length, end, kind };
}

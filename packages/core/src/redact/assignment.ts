/** `NAME=value`, `name: "value"`, `--name value`, `<name>value</name>` if the name suggests a secret. */
import type { Rule, Span } from './rule.ts';
import { judgeName, kindOf, type Secrecy } from './judge-name.ts';
import { isSecretValue } from './secret-value.ts';
import { isActBefore, saidAfter, saidBefore } from './spoken.ts';
import { isTestLine, isOfName, isSaidAs, OPEN, R, S } from './words.ts';
import { isMixedSoon } from './mixed-text.ts';

const MAX_NAME = 48;
/** The part of a value that decides; the rest of it follows. */
const LOOKED_AT = 128;
const MAX_VALUE = 8192;

/**
 * The text between a name and its value. Groups: 1 a sign that assigns, 2 a sign that may assign, 3 prose. The rest are
 * a pair of name and value, blanks after an option, the end of a tag.
 */
const GAP = R`(?:${OPEN}|%22|&quot;)?\]?(?:${S}((?:[ :]{1,2}[sS]tr(?:ing)?[ \t]?)?=(?![=>])|=>|:{1,3}=|\?=|<-|::?(?!:)|%3[DdAa])${S}|(${S}[,(]${S}(?=${OPEN}))|( (?:is|was):? )|${S},?\s{0,24}(?:${OPEN})?[vV]alue(?:${OPEN})?${S}[:=]${S}|(?<=(?:^|[^\w-])--?[\w-]{1,48}|\blogin\s{1,8}[^\s]{1,64}\s{1,8}password)[ \t]{1,8}(?:<<<[ \t]{0,4})?|(?<=\b(?:ENV|setx|conf(?:ig)?(?:ure)? set|config:set|create \S{1,64} \S{1,64}) {1,4}[\w./:@-]{1,96})[ \t]{1,8}| (?:[bB][yY]|[wW][iI][tT][hH] [pP][aA][sS][sS][wW][oO][rR][dD]) (?=["'])|${S}\{[^{}]{0,400}?\bdefault${S}=${S}|(?<=<[\w.:-]{1,48})>\s{0,40}(?![@:\s]))(?:[rbfuL@]{1,2}(?=["']))?`;
const QUOTE = R`(\\{0,7})(["'\x60])|%22|%27|&quot;|&#39;`;
const NO_ESCAPE = R`\\[^nrtu"'\x60\\\s/]`;
/** Text after `&` belongs to the value, unless it is the next parameter of a URL or the shell's own sign. */
const PLAIN = R`[^\s"'\x60<>\\,;&|(){}\[\]]|&(?![&\s]|amp;|[\w.%-]{1,40}=)|${NO_ESCAPE}`;
/** On the line of an environment file signs of the shell are part of the value. */
const LINE = R`[^\s"'\x60<>\\]|${NO_ESCAPE}`;

interface Patterns {
  gap: RegExp;
  quote: RegExp;
  plain: RegExp;
  line: RegExp;
}
let patterns: Patterns | undefined;

/** Compiled when first needed, because a hook seldom needs it. */
function compiled(): Patterns {
  return (patterns ??= {
    gap: new RegExp(GAP, 'y'),
    quote: new RegExp(QUOTE, 'y'),
    plain: new RegExp(`^(?:${PLAIN})*`),
    line: new RegExp(`^(?:${LINE})*`),
  });
}

export const assignment: Rule = (text, at, from) => {
  let nameEnd = at;
  while (nameEnd < at + MAX_NAME && isOfName(text.charCodeAt(nameEnd))) nameEnd++;
  let nameStart = at;
  const first = Math.max(from, at - MAX_NAME);
  while (
    nameStart > first &&
    (isOfName(text.charCodeAt(nameStart - 1)) || text[nameStart - 1] === '.')
  )
    nameStart--;
  if (!isFollowed(text, nameStart, nameEnd)) return null;
  // `API key: …` is a name of two words.
  if (nameEnd - nameStart === 3 && text[nameStart - 1] === ' ')
    nameStart -= /[\w-]{0,8} $/.exec(text.slice(Math.max(first, nameStart - 9), nameStart))![0]
      .length;
  const name = text.slice(nameStart, nameEnd);
  const secrecy =
    judgeName(name.startsWith('-') ? name.replace(/^-{1,2}(?:with-)?/, '') : name) ||
    parameterSecrecy(text, nameStart, name);
  if (secrecy === 0) return null;
  const found = assigned(text, nameStart, nameEnd, secrecy);
  const said =
    found === null || found === 'no'
      ? ((found === null ? saidAfter(text, nameEnd, secrecy) : null) ??
        saidBefore(text, nameStart, from, secrecy))
      : found;
  return said === null || isTestLine(text, nameStart) ? null : { kind: kindOf(secrecy), ...said };
};

/** `?key=…`: a key that grants access to what a URL requests. */
function parameterSecrecy(text: string, nameStart: number, name: string): Secrecy {
  if (name.length > 4) return 0;
  return /^(?:key|sig|code|k)$/i.test(name) &&
    /[?&]$|%(?:3F|26)$|&amp;$/.test(text.slice(Math.max(0, nameStart - 5), nameStart))
    ? 1
    : 0;
}

/** Null: not an assignment. `no`: the assigned value is not a secret. */
function assigned(
  text: string,
  nameStart: number,
  nameEnd: number,
  secrecy: Secrecy,
): Span | 'no' | null {
  const name = text.slice(nameStart, nameEnd);
  const { gap, quote } = compiled();
  gap.lastIndex = nameEnd;
  const between = gap.exec(text);
  if (between === null) return null;
  const [, sign, maybe, prose] = between;
  const opens = gap.lastIndex;
  quote.lastIndex = opens;
  const opened = quote.exec(text);
  const sheet = text.slice(Math.max(0, nameStart - 16), nameStart);
  const startsLine = /(?:^|[\n\r]|\\n)[ \t-]*(?:(?:export|set|env|ENV|-e)[ \t]+)?$/.test(sheet);
  const isTight = sign === undefined || !/\s/.test(between[0]);
  const context = {
    secrecy,
    quoted: opened !== null,
    loose: maybe !== undefined,
    prose: prose !== undefined,
    startsLine,
    colon: isTight && sign === ':' && !/["'\x60]/.test(between[0]),
    tight: isTight && sign === '=' && !/(?:\(|,\s+)$/.test(sheet),
    // `pass` is also an ordinary word: tests, checks and compilers pass.
    act: /^pass$/i.test(name) && (isActBefore(sheet) || (name === 'PASS' && !isTight)),
    bare: /^(?:pass|pw)$/i.test(name) && sign !== '=',
    firm:
      (isTight || (between[0].startsWith(':') && /["'\x60]$/.test(sheet))) &&
      (sign === undefined ||
        startsLine ||
        /^--?\w/.test(name) ||
        /[?&;="'\x60>]$/.test(sheet) ||
        (/^[A-Z0-9_]+$/.test(name) && !/[,(]\s*$/.test(sheet))),
  };
  const valueEnd = (limit: number): number =>
    opened === null
      ? plainEnd(text.slice(opens, opens + limit), context.firm && startsLine && sign === '=')
      : quotedEnd(text.slice(opens + opened[0].length, opens + limit), opened);
  const start = opens + (opened?.[0].length ?? 0);
  const value = text.slice(start, start + valueEnd(LOOKED_AT));
  const next = text.slice(start + value.length, start + value.length + 2);
  if (value.length < 3 || !isSecretValue(value, { ...context, next })) return 'no';
  const end =
    start + (context.prose ? value.replace(/[.,;:!?)]+$/, '').length : valueEnd(MAX_VALUE));
  return { start, end, kind: kindOf(secrecy) };
}

/** Most words are not followed by an assignment; detects that without a pattern. */
function isFollowed(text: string, nameStart: number, nameEnd: number): boolean {
  if (isSaidAs(text, nameStart)) return true;
  let i = nameEnd;
  while (i < nameEnd + 8 && (text[i] === ' ' || text[i] === '\t')) i++;
  if (i >= text.length) return false;
  const sign = text[i]!;
  if (sign === ',' || sign === '(')
    return '"\'`\\'.includes(text[text[i + 1] === ' ' ? i + 2 : i + 1] ?? '-');
  if ('=:%"\'`]&\\><?{'.includes(sign)) return true;
  // Nothing right after a name continues it, unless the name was truncated.
  if (i === nameEnd && sign.trim() !== '' && nameEnd < nameStart + MAX_NAME) return false;
  const rest = text.slice(i, i + 32).trimStart();
  if (/^(?:is|was|by|str(?:ing)?|value:?)\s/i.test(rest)) return true;
  if (i === nameEnd) return false;
  // In prose only a value with an early digit counts, because an ordinary word is not a secret.
  return text[nameStart] === '-' || sign === '-' || isMixedSoon(text.slice(i, i + 96));
}

function plainEnd(text: string, isWholeLine: boolean): number {
  const { plain, line } = compiled();
  const value = (isWholeLine ? line : plain).exec(text)![0];
  return (isWholeLine ? value.replace(/[,;)}\]]+$/, '') : value).length;
}

/** To the quote that closes: of the same kind, with no more backslashes; else to the end of the line. */
function quotedEnd(text: string, [opened, slashes, quote]: RegExpExecArray): number {
  const closing = quote ?? opened;
  let n = 0;
  for (let end = 0; end < text.length; end++) {
    const sign = text[end]!;
    if (sign === '\n' || sign === '\r') return end;
    if (sign === closing[0] && n <= (slashes?.length ?? 0) && text.startsWith(closing, end))
      return end - n;
    n = sign === '\\' ? n + 1 : 0;
  }
  return text.length;
}

/** Matchers of every configuration language: plain names are compared, anything else is a search bounded in time. */
import type { DialectName, Matcher } from '../engine/handler.ts';

export type CompiledMatcher = { ok: true; matcher: Matcher } | { ok: false; reason: string };

/** Longer patterns are refused, longer values are cut. */
const MAX_PATTERN_CHARS = 4_096;
const MAX_VALUE_CHARS = 1_024;
/** How long one search may take. */
export const MATCH_LIMIT_MS = 50;
/** The limit for a search that gets no processor time. */
const LONGEST_WAIT_MS = 1_000;

/**
 * Compiles a matcher as its language means it. `null`, `''` and `*` match everything.
 *
 * - claude: letters, digits, `_` and blanks with `|` or `,` between are compared as full names; anything else is
 * searched for.
 * - codex: letters, digits, `_` and `|` are compared as full names; anything else is searched for.
 * - toml, gemini: always searched for, so `Bash` also matches `BashOutput`; `^Bash$` matches only the full name.
 *
 * @example compileMatcher('Edit|Write', 'claude') // → { ok: true, matcher: { kind: 'names', names: ['Edit', 'Write'] }
 * }
 */
export function compileMatcher(text: string | null, style: DialectName): CompiledMatcher {
  if (text === null || text === '' || text === '*') return { ok: true, matcher: { kind: 'all' } };
  if (text.length > MAX_PATTERN_CHARS) return { ok: false, reason: 'it is too long' };
  const names = plainNames(text, style);
  if (names !== null) return { ok: true, matcher: { kind: 'names', names } };
  const { pattern, flags } = translated(text, style);
  try {
    const compiled = new RegExp(pattern, flags);
    return { ok: true, matcher: { kind: 'regex', pattern, flags: compiled.flags } };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: said.replace(/^Invalid regular expression: /, '') };
  }
}

/** The names that a matcher compares in full, or null if it is a pattern. */
function plainNames(text: string, style: DialectName): string[] | null {
  if (style === 'claude') return /^[\w|, ]+$/.test(text) ? named(text.split(/[|,]/)) : null;
  if (style === 'codex') return /^[A-Za-z0-9_|]+$/.test(text) ? named(text.split('|')) : null;
  const whole = /^\^(?:\((?:\?:)?([\w|-]+)\)|([\w-]+))\$$/.exec(text);
  return whole === null ? null : named((whole[1] ?? whole[2]!).split('|'));
}

function named(parts: string[]): string[] | null {
  const names = parts.map((part) => part.trim()).filter((part) => part !== '');
  return names.length === 0 ? null : names;
}

/** Languages whose patterns are Rust's. */
const RUST_STYLES: ReadonlySet<DialectName> = new Set(['toml', 'codex']);

/**
 * Flags inside the pattern, as in Rust and Python (`(?i)bash`, `^(?i)bash`), and Rust syntax that means something else
 * in JavaScript: `(?P<name>…)`, `\A`, `\z`, `[[:alpha:]]`.
 */
function translated(text: string, style: DialectName): { pattern: string; flags: string } {
  const inline = /^(\^?)\(\?([imsu]{1,4})\)/.exec(text);
  const flags = [...new Set(inline?.[2] ?? '')].filter((flag) => flag !== 'u').join('');
  const pattern = inline === null ? text : inline[1]! + text.slice(inline[0].length);
  if (!RUST_STYLES.has(style)) return { pattern, flags };
  const plain = pattern.replace(
    /\(\?P<(?=[A-Za-z_])|\[:(alpha|digit|alnum|upper|lower|space|word):\]|\\[\s\S]/g,
    (found: string, posix: string | undefined) => {
      if (posix !== undefined) return POSIX[posix]!;
      if (found === '(?P<') return '(?<';
      if (found === '\\A') return '^';
      return found === '\\z' ? '$' : found;
    },
  );
  return { pattern: plain, flags };
}

const POSIX: Record<string, string> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: String.raw`\s`,
  word: String.raw`\w`,
};

/**
 * Whether one of the values matches. Never throws, and uses at most 50 ms of processor time.
 *
 * @example matches({ kind: 'names', names: ['Edit'] }, ['apply_patch', 'Edit']) // → { matched: true, timedOut: false }
 */
export function matches(matcher: Matcher, values: readonly string[]) {
  if (matcher.kind === 'all') return { matched: true, timedOut: false };
  if (matcher.kind === 'names')
    return { matched: values.some((value) => matcher.names.includes(value)), timedOut: false };
  const { pattern, flags } = matcher;
  const cut = values.map((value) => value.slice(0, MAX_VALUE_CHARS));
  try {
    if (isCheap(pattern, cut)) {
      const search = new RegExp(pattern, flags);
      return { matched: cut.some((value) => search.test(value)), timedOut: false };
    }
    return { matched: searchBounded(pattern, flags, cut), timedOut: false };
  } catch {
    // It exceeded its time; or the pattern, which compiled once, does not compile any more.
    return { matched: false, timedOut: true };
  }
}

/** Two repetitions or groups, none of them nested, over short texts: cubic in their length at worst. */
function isCheap(pattern: string, values: readonly string[]): boolean {
  const plain = pattern.replace(/\\./gs, (escape) => (/[1-9k]/.test(escape[1]!) ? ')*' : ''));
  if (/\)[*+?{]/.test(plain)) return false;
  const costs = plain.match(/[*+{(]|(?<!\()\?/g)?.length ?? 0;
  return costs <= 2 && values.every((value) => value.length <= 256);
}

type Sandbox = { pattern: string; flags: string; values: readonly string[] };

let prepared: ((sandbox: Sandbox, timeout: number) => unknown) | null = null;

/** The engine's own watchdog ends the search by an error; it is loaded only for patterns that can run long. */
function searchBounded(pattern: string, flags: string, values: readonly string[]): boolean {
  if (prepared === null) {
    const vm = process.getBuiltinModule('node:vm');
    const sandbox = vm.createContext(Object.create(null) as object) as Sandbox;
    const script = new vm.Script(
      '{ const search = new RegExp(pattern, flags); values.some((value) => search.test(value)) }',
    );
    prepared = (given, timeout) => {
      Object.assign(sandbox, given);
      return script.runInContext(sandbox, { timeout });
    };
  }
  for (let limit = MATCH_LIMIT_MS; ; limit *= 4) {
    const before = process.cpuUsage();
    try {
      return prepared({ pattern, flags, values }, limit) === true;
    } catch (error) {
      // On a busy machine the time can pass while the search waits for a processor.
      const { user, system } = process.cpuUsage(before);
      const hasSearched = (user + system) / 1_000 >= MATCH_LIMIT_MS / 2;
      if (hasSearched || limit >= LONGEST_WAIT_MS) throw error;
    }
  }
}

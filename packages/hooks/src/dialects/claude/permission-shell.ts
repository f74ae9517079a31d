/** Command patterns of permission rules, such as `git *` in `Bash(git *)`. Bounded time, no regular expression from the rule. */
import { wildcard } from './wildcard.ts';

const LONGEST = 16_384;

/** Programs that only start another one; what they start is what a rule means. */
const WRAPPERS = new Set(['timeout', 'time', 'nice', 'nohup', 'stdbuf', 'xargs', 'command']);

/** Words that begin a compound command: its parts are not looked for. */
const KEYWORDS = new Set(
  'if then elif else fi for while until do done case esac select function { } ! [[ eval'.split(' '),
);

/**
 * Whether the rule matches the whole command or one of its parts, a part being what stands between `&&`, `||`, `;`, `|`,
 * `&` and line ends. Leading assignments, quotes, redirections and wrappers (`timeout 5`, `nohup`, …) do not hide a part.
 * What is too intricate to take apart (substitutions, here-documents, groups, keywords, an open quote) matches: a
 * hook runs rather once too often.
 *
 * `git *` is `git` alone or followed by anything, `git*` any beginning, `git:*` the same as `git *`; without a `*` the
 * part must be equal.
 */
export function commandMatches(pattern: string, command: string): boolean {
  if (pattern.length > LONGEST || command.length > LONGEST) return true;
  const rule = pattern.trim();
  if (rule === '' || rule === '*' || ruleMatches(rule, command.trim())) return true;
  const parts = partsOf(command);
  if (parts === null) return true;
  return parts.some((words) => {
    if (KEYWORDS.has(words[0]?.plain ?? '')) return true;
    // A program that a variable names may be any.
    return readingsOf(words).some(
      (reading) => /^\S*\$/.test(reading) || ruleMatches(rule, reading),
    );
  });
}

function ruleMatches(rule: string, text: string): boolean {
  const pattern = rule.endsWith(':*') ? `${rule.slice(0, -2)} *` : rule;
  if (wildcard(pattern, text)) return true;
  const base = pattern.slice(0, -2);
  return pattern.endsWith(' *') && !base.includes('*') && text === base;
}

interface Word {
  /** As written, and without its quotes. */
  written: string;
  plain: string;
}

/** The texts that a part may be known by: as written, without quotes, without assignments and wrappers. */
function readingsOf(words: readonly Word[]): string[] {
  const readings = new Set<string>();
  let rest = words.filter(({ written }) => written !== '');
  const add = (): void => {
    readings.add(rest.map(({ written }) => written).join(' '));
    readings.add(rest.map(({ plain }) => plain).join(' '));
  };
  add();
  const assignments = rest.findIndex(({ plain }) => !/^[A-Za-z_]\w*\+?=/.test(plain));
  rest = assignments < 0 ? [] : rest.slice(assignments);
  add();
  while (WRAPPERS.has(rest[0]?.plain ?? '')) {
    rest = rest.slice(1);
    add();
    while (/^[-\d]/.test(rest[0]?.plain ?? '')) {
      rest = rest.slice(1);
      add();
    }
  }
  return [...readings];
}

/** The words of each part, redirections left out; null: too intricate. One pass. */
function partsOf(command: string): Word[][] | null {
  const parts: Word[][] = [[]];
  let word = null as Word | null;
  let skipNext = false;
  let quote = '';
  const endWord = (): void => {
    if (word !== null && skipNext) skipNext = false;
    else if (word !== null) parts.at(-1)!.push(word);
    word = null;
  };
  const grow = (written: string, plain: string): void => {
    word = { written: (word?.written ?? '') + written, plain: (word?.plain ?? '') + plain };
  };
  for (let at = 0; at < command.length; at++) {
    const one = command[at]!;
    const next = command[at + 1] ?? '';
    if (quote === "'") {
      if (one === "'") quote = '';
      grow(one, one === "'" ? '' : one);
    } else if (one === '`' || (one === '$' && next === '(')) return null;
    else if (one === '$' && quote === '' && /['"]/.test(next)) return null;
    else if (one === '\\') {
      grow(one + next, next === '\n' ? '' : next);
      at++;
    } else if (quote === '"') {
      if (one === '"') quote = '';
      grow(one, one === '"' ? '' : one);
    } else if (one === '"' || one === "'") {
      quote = one;
      grow(one, '');
    } else if (one === '(' || one === ')') return null;
    else if (one === '<' || one === '>') {
      if (next === '(' || (one === '<' && next === '<')) return null;
      // `2>`: the number belongs to the redirection.
      if (/^\d+$/.test(word?.plain ?? '')) word = null;
      endWord();
      while (/[<>&|]/.test(command[at + 1] ?? '')) at++;
      skipNext = true;
    } else if (/[;&|\n]/.test(one)) {
      if (one === '&' && next === '>') continue;
      endWord();
      skipNext = false;
      parts.push([]);
    } else if (/\s/.test(one)) endWord();
    else if (one === '#' && word === null) {
      while (at + 1 < command.length && command[at + 1] !== '\n') at++;
    } else grow(one, one);
  }
  if (quote !== '') return null;
  endWord();
  return parts.filter((words) => words.length > 0);
}

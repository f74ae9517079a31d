/** Command patterns of permission rules, such as `git *` in `Bash(git *)`. Bounded time, no regular expression from the rule. */
import { parseShell, type ShellWord } from '@hookloom/core';
import { wildcard } from './wildcard.ts';

const LONGEST = 16_384;

/** Programs that only start another one; a rule applies to the program that they start. */
const WRAPPERS = new Set(['timeout', 'time', 'nice', 'nohup', 'stdbuf', 'xargs', 'command']);

/** Words that begin a compound command: its parts are not split. */
const KEYWORDS = new Set(
  'if then elif else fi for while until do done case esac select function { } ! [[ eval'.split(' '),
);

/**
 * Whether the rule matches the complete command or one of its parts. A part is the text between `&&`, `||`, `;`, `|`,
 * `&` and line ends. Leading assignments, quotes, redirections and wrappers (`timeout 5`, `nohup`, …) do not hide a
 * part. A command too complex to split (substitutions, here-documents, groups, keywords, an open quote) matches,
 * because one run too many is better than one too few.
 *
 * `git *` is `git` alone or followed by anything, `git*` any text that begins with it, `git:*` the same as `git *`;
 * without a `*` the part must be equal.
 */
export function commandMatches(pattern: string, command: string): boolean {
  if (pattern.length > LONGEST || command.length > LONGEST) return true;
  const rule = pattern.trim();
  if (rule === '' || rule === '*' || ruleMatches(rule, command.trim())) return true;
  const { commands, intricate } = parseShell(command);
  if (intricate) return true;
  return commands.some(({ words }) => {
    if (words.length === 0) return false;
    if (KEYWORDS.has(words[0]!.plain)) return true;
    // A variable may name any program.
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

/** The texts by which a rule may match a part: as written, without quotes, without assignments and wrappers. */
function readingsOf(words: readonly ShellWord[]): string[] {
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

/** What a step has in common wherever it was done: `git commit -m <message>`, `go test <path>`. */

const KINDS: [RegExp, string][] = [
  [/^<\w+>$/, ''],
  [/^_$/, '<text>'],
  [/^\.{1,2}$/, '<path>'],
  [/^https?:/, '<url>'],
  [/^v?\d+\.\d+(?:\.\d+)?[\w.-]*$/, '<version>'],
  [/^#?\d+$/, '<number>'],
  [/^--?[a-z][\w-]*=/i, ''],
  [/^-/, ''],
  [/^[\w.@/-]*\.[a-z]\w{0,9}$/i, '<file>'],
  [/[/\\~]/, '<path>'],
];
/** Words that may be repeated unchanged: no path of a user, no value that only one run had. */
const PLAIN = /^[\w@%+=:,.^{}#-][\w@%+=:,./^{}#-]{0,60}$/;
const MESSAGE_OPTION = /^-(?:[a-z]*m|-message|-title|-body)$/;
/** An option whose value may be a secret that capture did not recognise. */
const SECRET_OPTION = /^--?[\w-]*(?:token|secret|passw|key|auth|credential)[\w-]*(?<value>=.*)?$/i;
const MAX_ARGUMENTS = 12;

/** The words of one run of a command, without those that must not be repeated. */
export function templateOf(words: readonly string[]): string[] {
  return words.slice(0, MAX_ARGUMENTS).map((word, at) => {
    if (at === 0) return word.replace(/^.*\//, '').slice(0, 60);
    if (SECRET_OPTION.test(word)) return word.replace(/=.*$/, '=<value>').slice(0, 60);
    if (takesSecret(words[at - 1]!)) return '<value>';
    if (word === '_' && MESSAGE_OPTION.test(words[at - 1] ?? '')) return '<message>';
    return PLAIN.test(word) && word !== '_' ? word : placeholderOf(word);
  });
}

/** The common words in order. Two different words of the same kind become that kind. */
export function inCommon(one: readonly string[], other: readonly string[]): string[] {
  const best = one.map(() => other.map(() => 0));
  const from = (row: number, column: number) => best[row]?.[column] ?? 0;
  const weightOf = (row: number, column: number) => {
    const both = joined(one[row]!, other[column]!);
    if (both === null) return 0;
    // An equal word counts more than an equal kind.
    return (both === one[row] ? 3 : 2) + from(row + 1, column + 1);
  };
  for (let row = one.length - 1; row >= 0; row--)
    for (let column = other.length - 1; column >= 0; column--)
      best[row]![column] = Math.max(
        weightOf(row, column),
        from(row + 1, column),
        from(row, column + 1),
      );
  const words: string[] = [];
  for (let [row, column] = [0, 0]; row < one.length && column < other.length;) {
    const weight = weightOf(row, column);
    if (weight > 0 && weight === from(row, column))
      words.push(joined(one[row++]!, other[column++]!)!);
    else if (from(row + 1, column) >= from(row, column + 1)) row++;
    else column++;
  }
  return words;
}

function takesSecret(option: string): boolean {
  const found = SECRET_OPTION.exec(option);
  return found !== null && found.groups!['value'] === undefined;
}

function joined(one: string, other: string): string | null {
  if (one === other) return one;
  const [a, b] = [placeholderOf(one), placeholderOf(other)];
  const option = /^(--?[a-z][\w-]*=)/i.exec(one)?.[1];
  if (option !== undefined && other.startsWith(option)) return `${option}<value>`;
  if (one.startsWith('-') || other.startsWith('-')) return null;
  if (a === b) return a;
  return isPlace(a) && isPlace(b) ? '<path>' : null;
}

const isPlace = (kind: string): boolean => kind === '<file>' || kind === '<path>';

function placeholderOf(word: string): string {
  for (const [pattern, kind] of KINDS) if (pattern.test(word)) return kind === '' ? word : kind;
  return '<name>';
}

/** What the paths of the edits have in common: `migrations/*.sql`, `*.go`. Empty if nothing. */
export function filesOf(occurrences: readonly (readonly string[])[]): string {
  const known = occurrences.map((paths) => paths.filter((path) => path !== ''));
  if (known.length === 0 || known.some((paths) => paths.length === 0)) return '';
  const extensions = shared(known, (path) => /\.[a-z]\w{0,9}$/i.exec(path)?.[0] ?? '');
  if (extensions.length !== 1) return '';
  const [extension = ''] = extensions;
  const folders = shared(
    known.map((paths) => paths.filter((path) => path.endsWith(extension))),
    (path) => /([\w.@-]{1,40})[/\\][^/\\]+$/.exec(path)?.[1] ?? '',
  );
  return folders.length === 1 ? `${folders[0]}/*${extension}` : `*${extension}`;
}

/** An element that every list contains. */
function shared(lists: readonly (readonly string[])[], of: (path: string) => string): string[] {
  const sets = lists.map((paths) => new Set(paths.map(of).filter((part) => part !== '')));
  return [...(sets[0] ?? [])].filter((part) => sets.every((set) => set.has(part)));
}

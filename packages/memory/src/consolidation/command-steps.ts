/** What a command line did, as far as its exit status and its output tell: one name for each program that ran. */

export interface CommandStep {
  /** `git commit`, `npm run build`, `pytest`. */
  name: string;
  isGood: boolean;
}

export interface CommandRun {
  command: string;
  /** Null: unknown. */
  exitCode: number | null;
  /** The client reported success, failure, or neither. */
  reported: 'passed' | 'failed' | null;
  output: string;
}

/** Programs whose first word says little: the next one names what they do. */
const PROGRAMS = new Set(
  'git npm npx pnpm yarn bun cargo go docker kubectl helm make gh pip uv poetry terraform systemctl apt brew gradle mvn rake bundle php artisan dotnet flutter swift mix goreleaser golangci-lint'.split(
    ' ',
  ),
);
/** Programs that run a file: its name says what ran. */
const RUNNERS = /^(?:node|python[\d.]*|deno|tsx|ruby|bash|sh|zsh|perl)$/;
const SUBCOMMAND = /^[a-z][\w:.-]{0,30}$/i;
/** Moves files about, prints, or belongs to the shell: no step of a procedure. */
const TRIVIAL =
  /^(?:mkdir|rmdir|rm|touch|cp|mv|ln|chmod|echo|printf|cd|export|set|source|unset|for|while|until|do|done|if|then|else|fi|case|esac|test|true|false|exit|kill|pkill|open|read|\[|\[\[|\.)$/;
/** A test run or a check that says how it ended. */
const FAILED =
  /(?:^|\s)(?:exit code [1-9]|fatal:|panic:|traceback \(|error(?:\[\w+\])?:|npm err!|--- fail\b|✗|✖)|^\s*fail(?:ed|ures?)?\b|\b[1-9]\d* (?:failed|failing|failures?|errors?|issues?)\b|command not found/im;
const PASSED =
  /(?:^|\s)(?:ok\s+\S+\s+(?:\d[\d.]*s\b|\(cached\))|--- pass\b|0 issues\b|build succeeded|all checks passed)|^\s*pass(?:ed)?\b|\b\d+ (?:passed|passing)\b/im;

/** Empty if nothing is known about how it ended, or if nothing of it is a step. */
export function commandSteps({ command, exitCode, reported, output }: CommandRun): CommandStep[] {
  const parts = partsOf(command);
  const named = parts.map((part) => ({ ...part, name: programOf(part.text) }));
  const isFailed = (exitCode ?? 0) !== 0 || reported === 'failed' || FAILED.test(output);
  if (isFailed) {
    const name = named.findLast((part) => part.name !== null)?.name;
    return name === undefined || name === null ? [] : [{ name, isGood: false }];
  }
  const isSaid = PASSED.test(output);
  const isTold = exitCode === 0 || reported === 'passed';
  // The exit status is that of the last part, and of those that had to succeed before it.
  const from = named.findLastIndex(({ after }) => after !== '&&');
  return named.flatMap(({ name, isFiltered }, at) => {
    if (name === null || at < from) return [];
    // The status of a pipe is that of its last program.
    return (isTold && !isFiltered) || isSaid ? [{ name, isGood: true }] : [];
  });
}

interface Part {
  text: string;
  /** What stands before it: '' for the first. */
  after: string;
  /** Its output goes into another program. */
  isFiltered: boolean;
}

function partsOf(command: string): Part[] {
  // Quoted texts and here-documents hold no operators of the line.
  const [line = ''] = command.split(/<<-?\s*\S/, 1);
  const masked = line.replaceAll(/"(?:\\.|[^"\\])*"?|'[^']*'?/gs, '_');
  const parts: Part[] = [];
  let after = '';
  for (const piece of masked.split(/(&&|\|\||;|\n)/)) {
    if (/^(?:&&|\|\||;|\n)$/.test(piece)) after = piece;
    else if (piece.trim() !== '') {
      const [text = '', ...filters] = piece.split('|');
      parts.push({ text, after, isFiltered: filters.length > 0 });
    }
  }
  return parts;
}

/** @example programOf('CI=1 git commit -m x') // 'git commit' */
export function programOf(text: string): string | null {
  const words = text.trim().split(/\s+/);
  while (/^\w+=/.test(words[0] ?? '')) words.shift();
  const name = (words[0] ?? '').replace(/^.*\//, '').slice(0, 60);
  if (!/^[\w.+-]+$/.test(name) || TRIVIAL.test(name)) return null;
  const rest = words.slice(1);
  if (RUNNERS.test(name)) {
    if (rest[0] === '-m' && SUBCOMMAND.test(rest[1] ?? '')) return rest[1]!;
    const file = /^[\w./-]+\.\w+$/.test(rest[0] ?? '') ? rest[0]!.replace(/^.*\//, '') : '';
    return file === '' ? name : `${name} ${file}`;
  }
  const [next = '', script = ''] = rest;
  if (!PROGRAMS.has(name) || !SUBCOMMAND.test(next)) return name;
  return next === 'run' && SUBCOMMAND.test(script) ? `${name} run ${script}` : `${name} ${next}`;
}

/** Commit messages, branches, pull requests and issues in a command line and its output. */

export interface Repository {
  commit_message?: string;
  branch?: string;
  pull_requests?: number[];
  issues?: number[];
}

const MAX_CHARS = 16_000;
const MAX_NUMBERS = 8;
const COMMIT = /\bgit\b[^\n;|&]{0,200}\bcommit\b/;
const HEREDOC = /<<-?\s*['"]?(\w{1,40})['"]?\n([\s\S]{1,8000}?)\n\s*\1\b/;
const MESSAGE =
  /(?:\s-\w*m\s*|\s--message[=\s]\s*)("(?:[^"\\]|\\[\s\S]){1,8000}"|'[^']{1,8000}'|[^\s"';|&$-]{1,400})/g;
const BRANCHES = [
  /\bgit\s+(?:checkout\s+-[bB]|switch\s+-[cC]|switch|branch)\s+([\w][\w./-]{0,200})(?=\s|$|[;&|])/,
  /\bgit\s+push\s+(?:-\S+\s+)*[\w.-]+\s+(?:HEAD:)?([\w][\w./-]{0,200})/,
];
const BRANCHES_TOLD = [
  /^\[([\w./-]{1,200}) (?:\(root-commit\) )?[0-9a-f]{7,40}\]/m,
  /^Switched to (?:a new )?branch '([^'\n]{1,200})'/m,
  /^On branch (\S{1,200})$/m,
];

/** @example repositoryIn('git commit -m "Cap retries (#12)"', '[fix/retries 1a2b3c4] Cap retries').branch === 'fix/retries' */
export function repositoryIn(command: string, output: string): Repository {
  const [asked, told] = [command.slice(0, MAX_CHARS), output.slice(0, MAX_CHARS)];
  const message = COMMIT.test(asked) ? messageIn(asked) : '';
  const first = (patterns: RegExp[], text: string): string | undefined =>
    patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
  const branch = first(BRANCHES_TOLD, told) ?? first(BRANCHES, asked);
  const isForge = /\bgh\s|\bgit\s+push\b/.test(asked);
  const both = isForge ? `${asked}\n${told}` : '';
  const pulls = numbers([
    [/\bgh\s+pr\s+\w[\w-]*\s+(?:-\S+\s+)*#?(\d{1,7})\b/g, asked],
    [/\/(?:pull|merge_requests)\/(\d{1,7})\b/g, both],
  ]);
  const issues = numbers([
    [/\bgh\s+issue\s+\w[\w-]*\s+(?:-\S+\s+)*#?(\d{1,7})\b/g, asked],
    [/\/issues\/(\d{1,7})\b/g, both],
    [
      /(?:\b(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|refs?|issue)\s+#|\(#|^#)(\d{1,7})\b/gim,
      message,
    ],
  ]);
  return {
    ...(message !== '' && { commit_message: message }),
    ...(branch !== undefined && { branch }),
    ...(pulls.length > 0 && { pull_requests: pulls }),
    ...(issues.length > 0 && { issues }),
  };
}

function messageIn(command: string): string {
  const lines = HEREDOC.exec(command)?.[2];
  if (lines !== undefined) return lines.trim();
  const from = command.search(COMMIT);
  return [...command.slice(from).matchAll(MESSAGE)]
    .map(([, text]) => text!.replace(/^(["'])([\s\S]*)\1$/, '$2').replace(/\\(["`$\\])/g, '$1'))
    .join('\n\n')
    .trim();
}

function numbers(places: readonly [RegExp, string][]): number[] {
  const found = places.flatMap(([pattern, text]) =>
    [...text.matchAll(pattern)].map(([, number]) => Number(number)),
  );
  return [...new Set(found)].slice(0, MAX_NUMBERS);
}

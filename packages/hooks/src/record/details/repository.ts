/** Commit messages, branches, pull requests and issues in a command line and its output. */
import type { JsonObject } from '@hookloom/core';

const MAX_CHARS = 16_000;
const MAX_NUMBERS = 8;
const COMMIT = /\bgit\b[^\n;|&]{0,200}\bcommit\b/;
const HEREDOC = /<<-?\s*['"]?(\w{1,40})['"]?\n([\s\S]{1,8000}?)\n\s*\1\b/;
const MESSAGE =
  /(?:\s-\w*m\s*|\s--message[=\s]\s*)("(?:[^"\\]|\\[\s\S]){1,8000}"|'[^']{1,8000}'|[^\s"';|&$-]{1,400})/g;
const BRANCH =
  /\bgit\s+(?:checkout\s+-[bB]|switch\s+-[cC]|switch|branch|push(?:\s+-\S+)*\s+[\w.-]+)\s+(?:HEAD:)?(\w[\w./-]{0,200})(?=\s|$|[;&|])/;
const BRANCH_TOLD =
  /^(?:\[([\w./-]{1,200}) (?:\(root-commit\) )?[0-9a-f]{7,40}\]|Switched to (?:a new )?branch '([^'\n]{1,200})'|On branch (\S{1,200})$)/m;

/** @example repositoryIn('git commit -m "Cap retries (#12)"', '[fix/retries 1a2b3c4] Cap retries').branch === 'fix/retries' */
export function repositoryIn(command: string, output: string): JsonObject {
  const [asked, told] = [command.slice(0, MAX_CHARS), output.slice(0, MAX_CHARS)];
  const message = COMMIT.test(asked) ? messageIn(asked) : '';
  const [, ...named] = BRANCH_TOLD.exec(told) ?? BRANCH.exec(asked) ?? [];
  const branch = named.find((name) => name !== undefined);
  const both = /\bgh\s|\bgit\s+push\b/.test(asked) ? `${asked}\n${told}` : '';
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
  const found = places.flatMap(([pattern, text]) => [...text.matchAll(pattern)]);
  return [...new Set(found.map(([, number]) => Number(number)))].slice(0, MAX_NUMBERS);
}

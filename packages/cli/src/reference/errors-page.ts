import { ERROR_CODES } from '@hookloom/core';
import { code, fence, page, table } from './markdown.ts';

/** docs/reference/errors.md: the table of error codes. */
export function errorsPage(): string {
  return page(
    'Errors',
    'Every error has a code from this table, a message, and a remediation that says what to do next. Each code has an exit status, an HTTP status and a JSON-RPC code.',
    table(
      ['code', 'exit status', 'HTTP', 'JSON-RPC', 'meaning'],
      Object.entries(ERROR_CODES).map(([name, { exit, http, rpc, meaning }]) => [
        code(name),
        String(exit),
        String(http),
        String(rpc),
        meaning,
      ]),
    ),
    'With `--json`, and from tools, an error looks like this:',
    fence(
      'json',
      JSON.stringify(
        {
          error: {
            code: 'not_found',
            message: 'Session demo has no log.',
            remediation: 'Run `hookloom memory status` to list sessions.',
          },
        },
        null,
        2,
      ),
    ),
    'A log that does not verify is not an error of the command: `hookloom verify` prints the report and exits with 6. `hookloom hook` exits with 0 even if Hookloom itself fails.',
  );
}

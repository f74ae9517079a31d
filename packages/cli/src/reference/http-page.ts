/** `docs/reference/http.md`: every route of the worker. */
import { routeFamilies } from '@hookloom/worker';
import { code, page, table } from './markdown.ts';

const WHO = {
  open: 'anyone on this machine',
  compatible: 'the token, the viewer, or a program of the same user without a token',
  private: 'the token or the viewer',
} as const;

export function httpPage(): string {
  return page(
    'HTTP',
    'The worker answers on 127.0.0.1 only (`hookloom up`; default port 37777). Bodies and answers are JSON unless the route says otherwise; a body has at most 8 MiB. An error is `{"error": {"code", "message", "remediation"}}` with the status of [the table](errors.md). Ids are short numbers that stay the same when a projection is rebuilt.',
    'Who may call a route:',
    Object.entries(WHO)
      .map(([access, who]) => `- **${access}**: ${who}.`)
      .join('\n'),
    'With `--require-token`, **compatible** routes also require the token or the viewer. Every route rejects pages of other sites, names that were rebound to this machine, and other users.',
    'A number in parentheses is the default. In the routes of the viewer, `ws` is the number of a workspace (default: the first one), and `log` is one of its logs (default: its own).',
    ...Object.entries(routeFamilies).flatMap(([name, routes]) => [
      `## ${name}`,
      table(
        ['Route', 'Who', 'Does', 'Takes'],
        routes.map(({ route, access, does, takes }) => [code(route), access, does, takes]),
      ),
    ]),
  );
}

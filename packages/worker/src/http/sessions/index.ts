/**
 * The routes through which extensions report a session: each request is recorded as the corresponding hook before it is
 * answered.
 */
import { acceptedWords } from '../parameters.ts';
import { defineRoute, type Admitted, type Reply, type Route } from '../route.ts';
import { defaultSettings, type Settings } from '../../settings/settings.ts';
import { InvalidBody, readSessionBody, sessionBody } from './body.ts';
import { SessionRoutes, type SessionRouteOptions } from './session-routes.ts';

const ID = ['contentSessionId', 'claudeSessionId'] as const;
const KNOWN = 'The same for a known session.';
type Report = 'init' | 'observation' | 'summarize' | 'complete' | 'sessionEnd' | 'processing';
type Field = keyof typeof sessionBody.shape;
const REPORTS: readonly [path: `/${string}`, Report, does: string, takes: readonly Field[]][] = [
  [
    '/api/sessions/init',
    'init',
    'Records a prompt, which begins a turn.',
    [...ID, 'project', 'prompt', 'cwd'],
  ],
  [
    '/sessions/init',
    'init',
    'The same in the format of an extension.',
    ['sessionId', 'project', 'userPrompt'],
  ],
  [
    '/api/sessions/observations',
    'observation',
    'Records a tool call.',
    [...ID, 'tool_name', 'tool_input', 'tool_response', 'cwd', 'tool_use_id'],
  ],
  [
    '/api/sessions/summarize',
    'summarize',
    'Records the end of a turn.',
    [...ID, 'last_user_message', 'last_assistant_message'],
  ],
  ['/api/sessions/complete', 'complete', 'Records the end of a session.', [...ID, 'reason']],
  [
    '/api/sessions/session-end',
    'sessionEnd',
    'Records the end of a session, and returns whether it was known.',
    [...ID, 'reason'],
  ],
  ['/api/processing', 'processing', 'Returns the state of the queue.', []],
  ['/sessions/:id/observations', 'observation', KNOWN, []],
  ['/sessions/:id/summarize', 'summarize', KNOWN, []],
  ['/sessions/:id/complete', 'complete', KNOWN, []],
];

export function sessionRoutes(options: SessionRouteOptions): Route[] {
  return [
    ...REPORTS.map(([path, report, does, fields]) =>
      defineRoute({
        route: `POST ${path}`,
        does,
        takes: takesOf(fields),
        reply: answered(options, async (routes, call) => {
          const body = await readSessionBody(call);
          const { id } = call.params;
          if (id === undefined) return routes[report](body);
          const { row } = await routes.known(id);
          return routes[report]({ ...body, session: row.content_session_id });
        }),
      }),
    ),
    defineRoute({
      route: 'POST /sessions/:id/init',
      does: 'Records the prompt of a known session, once.',
      takes: takesOf(['userPrompt', 'promptNumber']),
      reply: answered(options, async (routes, call) => {
        const body = await readSessionBody(call);
        return routes.initKnown(await routes.known(call.params['id'] ?? ''), body);
      }),
    }),
    defineRoute({
      route: 'GET /sessions/:id/status',
      does: 'Returns the state of a session.',
      reply: answered(options, (routes, call) => routes.status(call.params['id'] ?? '')),
    }),
  ];
}

function takesOf(fields: readonly Field[]): string {
  return acceptedWords(
    Object.fromEntries(fields.map((field) => [field, sessionBody.shape[field]])),
  );
}

/**
 * One request, for which the settings are read once. An invalid body gets the documented answer; every other error is
 * left to the server.
 */
function answered(
  options: SessionRouteOptions,
  work: (routes: SessionRoutes, call: Admitted) => Promise<Reply>,
): (call: Admitted) => Promise<Reply> {
  return async (call) => {
    let read: Settings | undefined;
    const settings = () => (read ??= options.settings?.() ?? defaultSettings);
    try {
      return await work(new SessionRoutes({ ...options, settings }), call);
    } catch (error) {
      if (error instanceof InvalidBody) return error.reply;
      throw error;
    }
  };
}

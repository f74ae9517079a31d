/**
 * The routes through which extensions report a session: each request is recorded as the corresponding hook before it is
 * answered.
 */
import type { Call, Reply, Route } from '../server.ts';
import { InvalidBody, readSessionBody, type SessionBody } from './body.ts';
import { SessionRoutes, type Known, type SessionRouteOptions } from './session-routes.ts';

const SESSION = '`contentSessionId` or `claudeSessionId`';
const KNOWN = 'The same for a known session.';

export function sessionRoutes(options: SessionRouteOptions): Route[] {
  const routes = new SessionRoutes(options);
  const post = (
    path: `/${string}`,
    does: string,
    takes: string,
    handle: (body: SessionBody, call: Call) => Promise<Reply>,
  ): Route => ({
    route: `POST ${path}`,
    does,
    takes,
    reply: (call) => answered(async () => handle(await readSessionBody(call), call)),
  });
  const of = (call: Call): Promise<Known> => routes.known(call.params['id'] ?? '');
  return [
    post(
      '/api/sessions/init',
      'A prompt begins a turn.',
      `${SESSION}, \`project\`, \`prompt\`, \`cwd\``,
      (body) => routes.init(body),
    ),
    post(
      '/sessions/init',
      'The same in the words of an extension.',
      '`sessionId`, `project`, `userPrompt`',
      (body) => routes.init(body),
    ),
    post(
      '/api/sessions/observations',
      'A tool was called.',
      `${SESSION}, \`tool_name\`, \`tool_input\`, \`tool_response\`, \`cwd\`, \`tool_use_id\``,
      (body) => routes.observation(body),
    ),
    post(
      '/api/sessions/summarize',
      'A turn ended.',
      `${SESSION}, \`last_user_message\`, \`last_assistant_message\``,
      (body) => routes.summarize(body),
    ),
    post('/api/sessions/complete', 'A session ended.', `${SESSION}, \`reason\``, (body) =>
      routes.complete(body),
    ),
    post(
      '/api/sessions/session-end',
      'A session ended; says whether it was known.',
      `${SESSION}, \`reason\``,
      (body) => routes.sessionEnd(body),
    ),
    post('/api/processing', 'The state of the queue, as it is.', '`isProcessing` (ignored)', () =>
      routes.processing(),
    ),
    post(
      '/sessions/:id/init',
      'The prompt of a known session, once.',
      '`userPrompt`, `promptNumber`',
      async (body, call) => routes.initKnown(await of(call), body),
    ),
    post('/sessions/:id/observations', KNOWN, '', async (body, call) =>
      routes.observation(withSession(body, await of(call))),
    ),
    post('/sessions/:id/summarize', KNOWN, '', async (body, call) =>
      routes.summarize(withSession(body, await of(call))),
    ),
    post('/sessions/:id/complete', KNOWN, '', async (body, call) =>
      routes.complete(withSession(body, await of(call))),
    ),
    {
      route: 'GET /sessions/:id/status',
      does: 'The state of a session.',
      reply: (call) => routes.status(call.params['id'] ?? ''),
    },
  ];
}

/** An invalid body gets the documented answer; every other error is left to the server. */
async function answered(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidBody) return error.reply;
    throw error;
  }
}

function withSession(body: SessionBody, { row }: Known): SessionBody {
  return { ...body, session: row.content_session_id };
}

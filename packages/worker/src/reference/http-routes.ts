/**
 * The purpose of every route of the worker, in the order of the reference page. A test compares this table with the
 * running worker's routes, including their access.
 */
import type { RouteAccess } from '../http/access.ts';
import { HOOK_PATHS } from '../http/hook-routes.ts';

export type DocumentedRoute = readonly [
  route: string,
  access: RouteAccess,
  does: string,
  /** Query parameters or fields of the body. */
  takes?: string,
];

export interface RouteFamily {
  name: string;
  routes: readonly DocumentedRoute[];
}

const PAGE = '`offset`, `limit` (20, at most 100), `project`, `platformSource`';
const SESSION = '`contentSessionId` or `claudeSessionId`';

export const routeFamilies: readonly RouteFamily[] = [
  {
    name: 'Sessions',
    routes: [
      [
        'POST /api/sessions/init',
        'compatible',
        'A prompt begins a turn.',
        `${SESSION}, \`project\`, \`prompt\`, \`cwd\``,
      ],
      [
        'POST /sessions/init',
        'compatible',
        'The same in the words of an extension.',
        '`sessionId`, `project`, `userPrompt`',
      ],
      [
        'POST /sessions/:id/init',
        'compatible',
        'The prompt of a known session, once.',
        '`userPrompt`, `promptNumber`',
      ],
      [
        'POST /api/sessions/observations',
        'compatible',
        'A tool was called.',
        `${SESSION}, \`tool_name\`, \`tool_input\`, \`tool_response\`, \`cwd\`, \`tool_use_id\``,
      ],
      ['POST /sessions/:id/observations', 'compatible', 'The same for a known session.'],
      [
        'POST /api/sessions/summarize',
        'compatible',
        'A turn ended.',
        `${SESSION}, \`last_user_message\`, \`last_assistant_message\``,
      ],
      ['POST /sessions/:id/summarize', 'compatible', 'The same for a known session.'],
      ['POST /api/sessions/complete', 'compatible', 'A session ended.', `${SESSION}, \`reason\``],
      ['POST /sessions/:id/complete', 'compatible', 'The same for a known session.'],
      [
        'POST /api/sessions/session-end',
        'compatible',
        'A session ended; says whether it was known.',
        `${SESSION}, \`reason\``,
      ],
      ['GET /sessions/:id/status', 'compatible', 'The state of a session.'],
      [
        'DELETE /sessions/:id',
        'private',
        'Deletes a session with all that hangs on it.',
        '`dryRun`',
      ],
      [
        'POST /api/processing',
        'compatible',
        'The state of the queue, as it is.',
        '`isProcessing` (ignored)',
      ],
      [
        'GET /api/processing-status',
        'compatible',
        'Whether notes are being made, and how many pieces wait.',
      ],
    ],
  },
  {
    name: 'Hooks',
    routes: HOOK_PATHS.map(([path]): DocumentedRoute => [
      `POST ${path}`,
      'compatible',
      'One hook payload of the client; answered in its dialect.',
    ]),
  },
  {
    name: 'Notes',
    routes: [
      ['GET /api/observations', 'compatible', 'Notes, newest first.', PAGE],
      ['GET /api/summaries', 'compatible', 'Summaries, newest first.', PAGE],
      ['GET /api/prompts', 'compatible', 'Prompts, newest first.', PAGE],
      ['GET /api/sessions', 'compatible', 'Sessions, newest first.', PAGE],
      ['GET /api/observation/:id', 'compatible', 'One note.'],
      [
        'PATCH /api/observation/:id',
        'private',
        'Corrects or pins a note.',
        '`title`, `subtitle`, `narrative`, `facts`, `type`, `concepts`, `pinned`',
      ],
      ['DELETE /api/observation/:id', 'private', 'Deletes a note.'],
      ['GET /api/summary/:id', 'compatible', 'One summary.'],
      ['DELETE /api/summary/:id', 'private', 'Deletes a summary.'],
      ['GET /api/prompt/:id', 'compatible', 'One prompt.'],
      ['DELETE /api/prompt/:id', 'private', 'Deletes a prompt.'],
      [
        'GET /api/session/:id',
        'compatible',
        'One session, by its number or the client’s own id; or a summary.',
      ],
      ['DELETE /api/session/:id', 'private', 'Deletes a session with all that hangs on it.'],
      [
        'GET /api/observations/by-file',
        'compatible',
        'Notes that read or changed a file.',
        '`path` (repeatable), `projects`, `limit`',
      ],
      [
        'POST /api/observations/batch',
        'compatible',
        'Notes by their ids.',
        '`ids`, `orderBy`, `limit`, `project`',
      ],
      [
        'POST /api/sdk-sessions/batch',
        'compatible',
        'Sessions by their ids.',
        '`memorySessionIds`',
      ],
      [
        'GET /api/search',
        'compatible',
        'Searches notes, summaries and prompts.',
        '`query`, `type`, `obs_type`, `concepts`, `files`, `dateStart`, `dateEnd`, `orderBy`, `format`',
      ],
      [
        'GET /api/search/observations',
        'compatible',
        'Searches notes.',
        '`query`, `limit`, `project`',
      ],
      ['GET /api/search/by-file', 'compatible', 'Searches by file.', '`filePath` or `files`'],
      [
        'GET /api/timeline',
        'compatible',
        'The rows around a note, a summary or a time.',
        '`anchor` or `query`, `depth_before`, `depth_after`',
      ],
      [
        'GET /api/timeline/by-query',
        'compatible',
        'The rows around the best match.',
        '`query`, `depth_before`, `depth_after`',
      ],
      [
        'POST /api/memory/save',
        'compatible',
        'Saves a note of your own, pinned.',
        '`text`, `title`, `project`, `metadata`',
      ],
      ['GET /api/stats', 'compatible', 'The worker, and how much is remembered.'],
      ['GET /api/projects', 'compatible', 'Projects and clients.'],
      ['GET /api/export', 'private', 'Everything, a line a row.', '`project`'],
      [
        'POST /api/import',
        'private',
        'Takes rows in, each once.',
        '`sessions`, `summaries`, `observations`, `prompts`; or lines',
      ],
    ],
  },
  {
    name: 'Context',
    routes: [
      [
        'GET /api/context/inject',
        'compatible',
        'What a session starts with, as text.',
        '`project` or `projects`, `cwd`, `prompt`, `branch`, `files`, `budget`, `why`, `colors`, `full`, `platformSource`, `session_id`',
      ],
      ['GET /api/context/preview', 'compatible', 'The same for people, with colours.', 'as above'],
      ['GET /api/context/explain', 'compatible', 'The same as data, with reasons.', 'as above'],
      ['GET /api/context/recent', 'compatible', 'The last sessions.', '`project`, `limit` (3)'],
      [
        'POST /api/context/semantic',
        'compatible',
        'What bears on one prompt.',
        '`q`, `project`, `limit` (5)',
      ],
    ],
  },
  {
    name: 'Queue and ledger',
    routes: [
      [
        'GET /api/pending-queue',
        'compatible',
        'What waits, what is dead and why, and what made the last notes fail.',
      ],
      ['POST /api/pending-queue/retry', 'private', 'Puts dead letters back.', '`id` (absent: all)'],
      [
        'GET /api/ledger',
        'compatible',
        'What models were asked for, by project, day and provider.',
        '`day`',
      ],
    ],
  },
  {
    name: 'The worker',
    routes: [
      ['GET /health', 'open', 'Alive, with its process id.'],
      ['GET /healthz', 'open', 'Alive.'],
      ['GET /api/version', 'open', 'Its version.'],
      ['GET /api/readiness', 'open', 'Ready.'],
      [
        'GET /api/worker/proof',
        'open',
        'Proves that this is the worker of the installation.',
        '`nonce`',
      ],
      ['GET /api/health', 'compatible', 'Its state in full.'],
      ['GET /stream', 'compatible', 'Server-sent events with ids; resumes by `Last-Event-ID`.'],
      ['POST /api/login/code', 'private', 'Makes a one-time code for a browser.'],
      ['POST /api/login', 'open', 'Exchanges the code for a cookie.', '`code`'],
      ['GET /api/settings', 'private', 'The settings, secrets masked.'],
      ['POST /api/settings', 'private', 'Changes settings, range-checked.'],
      ['GET /api/logs', 'private', 'The end of its log.', '`lines` (1,000)'],
      ['POST /api/logs/clear', 'private', 'Empties its log.'],
      ['POST /api/admin/restart', 'private', 'Drains and starts again.'],
      ['POST /api/admin/shutdown', 'private', 'Drains and ends.', '`reason`'],
    ],
  },
  {
    name: 'The viewer',
    routes: [
      ['GET /', 'open', 'The page.'],
      ['GET /viewer/:file', 'open', 'Its files.'],
      ['GET /api/viewer/workspaces', 'compatible', 'Workspaces and how far their logs are.'],
      ['GET /api/viewer/live', 'compatible', 'Sessions at work, and the latency of hooks.'],
      ['GET /api/viewer/events', 'compatible', 'Events of a log by page and filter.'],
      [
        'GET /api/viewer/event',
        'compatible',
        'One sealed event, to be verified in the page.',
        '`citation`',
      ],
      ['GET /api/viewer/sessions', 'compatible', 'Client sessions.'],
      ['GET /api/viewer/session', 'compatible', 'One session, turn by turn.'],
      ['GET /api/viewer/memory/search', 'compatible', 'Search with the parts of the score.'],
      [
        'GET /api/viewer/memory/why',
        'compatible',
        'Why a row would or would not be in a checkout.',
      ],
      ['GET /api/viewer/memory/facts', 'compatible', 'Facts with their validity.'],
      ['GET /api/viewer/memory/fact', 'compatible', 'All versions of one fact.'],
      ['POST /api/viewer/memory/pin', 'private', 'Pins a fact.'],
      ['POST /api/viewer/memory/correct', 'private', 'Corrects a fact.'],
      ['POST /api/viewer/memory/forget', 'private', 'Forgets, with a preview first.'],
      ['GET /api/viewer/inbox', 'compatible', 'Proposed statements, newest first.'],
      ['POST /api/viewer/inbox/review', 'private', 'Accepts, rejects, edits or merges one.'],
      ['GET /api/viewer/entities', 'compatible', 'Entities by name.'],
      ['GET /api/viewer/graph', 'compatible', 'The surroundings of an entity, at a time.'],
      ['GET /api/viewer/hooks', 'compatible', 'Handlers and their runs.'],
      [
        'GET /api/viewer/hooks/explain',
        'compatible',
        'Which handlers an event would fire, and why.',
      ],
      ['GET /api/viewer/integrity', 'compatible', 'Chain, head and spool.'],
      ['GET /api/viewer/economics', 'compatible', 'Bytes served, and storage by kind.'],
      ['POST /api/viewer/compact', 'private', 'Digests a log and archives its full windows.'],
    ],
  },
];

/** The context of a project for a session that starts. */
import { invalidRequest } from '@hookloom/core';
import { branchOf } from '@hookloom/hooks';
import { z } from 'zod';
import { explained } from '../../injection/explained.ts';
import { inject, type InjectRequest } from '../../injection/inject.ts';
import { recordInjection } from '../../injection/record-injection.ts';
import { colored } from '../../injection/colored.ts';
import { parseRequest } from '../../operations/context.ts';
import { defaultSettings, type Settings } from '../../settings/settings.ts';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import { readJsonBody } from '../body.ts';
import type { Reply, Route } from '../server.ts';

export interface ContextRouteOptions {
  workspaces: Workspaces;
  now(): number;
  /** Read for each request. Default: no settings. */
  settings?: () => Settings;
  /** An IANA name; default: the machine's. */
  zone?: string;
}

const TEXT = 'text/plain; charset=utf-8';
const TAKEN =
  '`project` or `projects`, `cwd`, `prompt`, `branch`, `files`, `budget`, `why`, `colors`, `full`, `platformSource`, `session_id`';

export function contextRoutes(options: ContextRouteOptions): Route[] {
  const get = (
    name: string,
    does: string,
    takes: string,
    answer: (asked: Asked, query: URLSearchParams) => Promise<Reply>,
  ): Route => ({
    route: `GET /api/context/${name}`,
    does,
    takes,
    reply: async ({ query }) => {
      const asked = await askedFor(query, options);
      if (asked !== null) return answer(asked, query);
      return { status: 400, json: { error: 'Project parameter is required' } };
    },
  });
  return [
    get(
      'inject',
      'Returns the context for a new session, as text.',
      TAKEN,
      async (asked, query) => {
        const layout = await inject(asked.workspaces, asked.request);
        const session = query.get('session_id') ?? '';
        const [open] = asked.workspaces;
        if (session !== '' && open !== undefined && layout.text !== '')
          await recordInjection(open.runtime, layout, { session, client: asked.request.client! });
        const isColored = query.get('colors') === 'true';
        return { status: 200, text: isColored ? colored(layout.text) : layout.text, type: TEXT };
      },
    ),
    get('preview', 'Returns the same for a terminal, with colours.', 'as above', async (asked) => {
      const { text } = await inject(asked.workspaces, asked.request);
      return { status: 200, text: colored(text), type: TEXT };
    }),
    get('explain', 'Returns the same as JSON, with the reasons.', 'as above', async (asked) => ({
      status: 200,
      json: explained(await inject(asked.workspaces, asked.request)),
    })),
    get('recent', 'Returns the last sessions.', '`project`, `limit` (3)', async (asked, query) => {
      const limit = limitOf(query.get('limit'), 3, 50);
      const { text } = await inject(asked.workspaces, { ...asked.request, sessions: limit });
      return { status: 200, json: { content: [{ type: 'text', text }] } };
    }),
    {
      route: 'POST /api/context/semantic',
      does: 'Returns notes that are relevant to a prompt.',
      takes: '`q`, `project`, `limit` (5)',
      reply: async ({ request }) => semantic((await readJsonBody(request)).value, options),
    },
  ];
}

interface Asked {
  workspaces: OpenWorkspace[];
  request: InjectRequest;
}

/** Null if no project is named. The last of several names is the one in the heading. */
async function askedFor(
  query: URLSearchParams,
  options: ContextRouteOptions,
): Promise<Asked | null> {
  const { workspaces, now, zone = Intl.DateTimeFormat().resolvedOptions().timeZone } = options;
  const folder = query.get('cwd') ?? '';
  const names = (query.get('projects') ?? query.get('project') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .slice(0, 20);
  if (names.length === 0 && folder === '') return null;
  const found = new Map<number, OpenWorkspace>();
  if (folder !== '') {
    const here = await workspaces.forFolder(folder);
    const all = await workspaces.forProject(here.project.id);
    for (const open of [here, ...all]) found.set(open.slot, open);
  } else
    for (const name of names)
      for (const open of await workspaces.forProject(name)) found.set(open.slot, open);
  const opened = [...found.values()];
  const project = names.at(-1) ?? opened[0]!.project.alias;
  const given = (query.get('files') ?? '').split(',').filter((file) => file !== '');
  const budget = query.get('full') === 'true' ? 64_000 : numberOf(query.get('budget'));
  return {
    workspaces: opened,
    request: {
      project,
      client: query.get('platformSource') ?? query.get('platform_source') ?? 'claude-code',
      prompt: query.get('prompt') ?? '',
      branch: query.get('branch') ?? (folder === '' ? null : branchOf(folder)),
      files: given.slice(0, 200),
      ...(budget !== undefined && { budget }),
      withWhy: query.get('why') === 'true',
      settings: options.settings?.() ?? defaultSettings,
      zone,
      nowMs: now(),
    },
  };
}

function numberOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw invalidRequest('budget is not a number of bytes.', 'Send a whole number.');
}

function limitOf(text: string | null, byDefault: number, most: number): number {
  return text !== null && /^\d{1,4}$/.test(text)
    ? Math.min(Math.max(1, Number(text)), most)
    : byDefault;
}

const semanticRequest = z.looseObject({
  q: z.string().max(4096),
  project: z.string().max(512).optional(),
  limit: z.int().min(1).max(20).optional(),
});
/** A shorter prompt is not specific enough. */
const SHORTEST = 20;

async function semantic(body: unknown, options: ContextRouteOptions): Promise<Reply> {
  const settings = options.settings?.() ?? defaultSettings;
  const byDefault = Number(settings['CLAUDE_MEM_SEMANTIC_INJECT_LIMIT']);
  const { q, project, limit = byDefault } = parseRequest(semanticRequest, body);
  const { workspaces, now, zone = 'UTC' } = options;
  const opened =
    project === undefined ? await workspaces.all() : await workspaces.forProject(project);
  if (q.trim().length < SHORTEST || opened.length === 0)
    return { status: 200, json: { context: '', count: 0 } };
  const { text, shown } = await inject(opened, {
    project: project ?? 'all projects',
    prompt: q,
    branch: null,
    files: [],
    zone,
    nowMs: now(),
    settings,
    notes: limit,
    sessions: 0,
    isRelevantOnly: true,
  });
  return { status: 200, json: { context: shown.length === 0 ? '' : text, count: shown.length } };
}

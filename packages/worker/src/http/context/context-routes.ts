/** The context of a project for a session that starts. */
import { branchOf } from '@hookloom/hooks';
import { z } from 'zod';
import { explained } from '../../injection/explained.ts';
import { inject, type InjectRequest } from '../../injection/inject.ts';
import { recordInjection } from '../../injection/record-injection.ts';
import { defaultSettings, type Settings } from '../../settings/settings.ts';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import { flag, integer, names, text } from '../parameters.ts';
import { defineRoute, type Reply, type Route } from '../route.ts';

export interface ContextRouteOptions {
  workspaces: Workspaces;
  now(): number;
  /** Read for each request. Default: no settings. */
  settings?: () => Settings;
  /** An IANA name; default: the machine's. */
  zone?: string;
}

const TEXT = 'text/plain; charset=utf-8';
const query = {
  project: names(),
  projects: names(),
  cwd: text(),
  prompt: text({ most: 16_384 }),
  branch: text(),
  files: names(),
  budget: integer({ note: 'in bytes' }),
  why: flag(),
  colors: flag(),
  full: flag(),
  platformSource: text({ spellings: ['platform_source'] }),
  session_id: text(),
  /** Of `recent`. */
  limit: integer({ byDefault: 3, min: 1, max: 50, isCapped: true, note: 'of `recent`: 3' }),
};
type Query = z.output<z.ZodObject<typeof query>>;

const semanticRequest = z.looseObject({
  q: z.string().max(4096),
  project: z.string().max(512).optional(),
  limit: z.int().min(1).max(20).optional(),
});

export function contextRoutes(options: ContextRouteOptions): Route[] {
  const get = (
    name: string,
    does: string,
    answer: (asked: Asked, query: Query) => Promise<Reply>,
  ): Route =>
    defineRoute({
      route: `GET /api/context/${name}`,
      does,
      query,
      reply: async (call) => {
        const asked = await askedFor(call.query, options);
        if (asked !== null) return answer(asked, call.query);
        return { status: 400, json: { error: 'Project parameter is required' } };
      },
    });
  return [
    get('inject', 'Returns the context for a new session, as text.', async (asked, given) => {
      const layout = await inject(asked.workspaces, asked.request);
      const { session_id: session, colors: isColored } = given;
      const [open] = asked.workspaces;
      if (session !== undefined && open !== undefined && layout.text !== '')
        await recordInjection(open.runtime, layout, { session, client: asked.request.client! });
      return { status: 200, text: isColored ? colored(layout.text) : layout.text, type: TEXT };
    }),
    get('preview', 'Returns the same for a terminal, with colours.', async (asked) => {
      const { text } = await inject(asked.workspaces, asked.request);
      return { status: 200, text: colored(text), type: TEXT };
    }),
    get('explain', 'Returns the same as JSON, with the reasons.', async (asked) => ({
      status: 200,
      json: explained(await inject(asked.workspaces, asked.request)),
    })),
    get('recent', 'Returns the last sessions.', async (asked, { limit }) => {
      const { text } = await inject(asked.workspaces, { ...asked.request, sessions: limit });
      return { status: 200, json: { content: [{ type: 'text', text }] } };
    }),
    defineRoute({
      route: 'POST /api/context/semantic',
      does: 'Returns notes that are relevant to a prompt.',
      body: semanticRequest,
      json: ({ body }) => semantic(body, options),
    }),
  ];
}

interface Asked {
  workspaces: OpenWorkspace[];
  request: InjectRequest;
}

/** Null if no project is named. The last of several names is the one in the heading. */
async function askedFor(query: Query, options: ContextRouteOptions): Promise<Asked | null> {
  const { workspaces, now, zone = Intl.DateTimeFormat().resolvedOptions().timeZone } = options;
  const { cwd: folder = '', full, budget, branch, files = [], prompt = '', why } = query;
  const names = (query.projects ?? query.project ?? []).slice(0, 20);
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
  return {
    workspaces: opened,
    request: {
      project,
      client: query.platformSource ?? 'claude-code',
      prompt,
      branch: branch ?? (folder === '' ? null : branchOf(folder)),
      files,
      ...((full || budget !== undefined) && { budget: full ? 64_000 : budget! }),
      withWhy: why,
      settings: options.settings?.() ?? defaultSettings,
      zone,
      nowMs: now(),
    },
  };
}

/** A shorter prompt is not specific enough. */
const SHORTEST = 20;

async function semantic(body: z.output<typeof semanticRequest>, options: ContextRouteOptions) {
  const settings = options.settings?.() ?? defaultSettings;
  const byDefault = Number(settings['CLAUDE_MEM_SEMANTIC_INJECT_LIMIT']);
  const { q, project, limit = byDefault } = body;
  const { workspaces, now, zone = 'UTC' } = options;
  const opened =
    project === undefined ? await workspaces.all() : await workspaces.forProject(project);
  if (q.trim().length < SHORTEST || opened.length === 0) return { context: '', count: 0 };
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
  return { context: shown.length === 0 ? '' : text, count: shown.length };
}

const DIM = '\u001b[2m';
const BOLD = '\u001b[1m';
const CYAN = '\u001b[36m';
const END = '\u001b[0m';

/** The text contains no other control characters, because they were removed. */
export function colored(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^<\/?claude-mem-context>$/.test(line))
    .map((line) => {
      if (line.startsWith('#')) return `${BOLD}${line}${END}`;
      if (/^(Mode|Legend|Format|Details|Stats|Recorded)\b/.test(line)) return `${DIM}${line}${END}`;
      return line.replace(/^(S?\d+)( \S+)?/, (_all, id: string, time = '') => {
        return `${CYAN}${id}${END}${DIM}${time}${END}`;
      });
    })
    .join('\n');
}

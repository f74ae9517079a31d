/** `/api/viewer/hooks`: handlers, their problems and results; `/api/viewer/hooks/explain`: what would fire, and why. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { invalidRequest } from '@hookloom/core';
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { CLIENTS } from '@hookloom/hooks/clients';
import { diagnose, explain, privateStateDir, sampleEvent, typeOf } from '@hookloom/hooks';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import { text, word } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { here, viewedLog } from './viewed-log.ts';
import { hookFigures, hookRun } from './hook-runs.ts';
import { readTail } from './tail.ts';

const LOOK = 20_000;
const MAX_RUNS = 500;

export function hookViewRoutes(workspaces: Workspaces) {
  return [
    defineRoute({
      route: 'GET /api/viewer/hooks',
      does: 'Lists handlers and their runs.',
      query: here,
      json: async ({ query }) => {
        const { open, log } = await viewedLog(workspaces, query);
        const tail = await readTail(open.runtime.store, {
          log,
          limit: MAX_RUNS,
          look: LOOK,
          wanted: ({ type }) => type === 'hook.run.completed',
        });
        const runs = tail.events.map(hookRun);
        const { files, handlers, connected, findings } = diagnose(partsOf(open));
        return { files, handlers, connected, findings, runs, figures: hookFigures(runs) };
      },
    }),
    defineRoute({
      route: 'GET /api/viewer/hooks/explain',
      does: 'Explains which handlers an event would run, and why.',
      query: {
        ...here,
        client: word(CLIENT_NAMES, 'claude-code'),
        event: text({ most: 80 }),
        tool: text({ most: 200 }),
        input: text({ most: 2000 }),
      },
      json: async ({ query }) => {
        const { open } = await viewedLog(workspaces, query);
        const parts = partsOf(open);
        const { client, tool, input: command } = query;
        const type = typeOf(query.event ?? 'PreToolUse');
        if (type === null)
          throw invalidRequest(
            'There is no such event.',
            'Name an event as a client does, such as PreToolUse.',
          );
        const event = sampleEvent({
          client,
          type,
          nowMs: open.runtime.context.clock.now(),
          cwd: parts.projectDir,
          ...(tool !== undefined && { tool }),
          ...(command !== undefined && { input: { command } }),
        });
        const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-trial-'));
        try {
          const asked = { ...parts, client: CLIENTS[client], event, scratch };
          return await explain(asked);
        } finally {
          fs.rmSync(scratch, { recursive: true, force: true });
        }
      },
    }),
  ];
}

/** Neither runs handlers nor starts background work. */
function partsOf({ workspace, runtime }: OpenWorkspace) {
  const env = { ...process.env, ...runtime.context.env };
  return {
    projectDir: fs.existsSync(workspace.root) ? fs.realpathSync(workspace.root) : workspace.root,
    env,
    home: env['HOME'] ?? null,
    stateDir: runtime.context.stateDir ?? privateStateDir(env),
    detach: null,
  };
}

/** `/api/viewer/hooks`: handlers, their problems and results; `/api/viewer/hooks/explain`: what would fire, and why. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { invalidRequest } from '@hookloom/core';
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { CLIENTS } from '@hookloom/hooks/clients';
import { diagnose, explain, privateStateDir, sampleEvent, typeOf } from '@hookloom/hooks';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import type { Route } from '../server.ts';
import { viewedLog, textOf } from './viewed-log.ts';
import { hookFigures, hookRun } from './hook-runs.ts';
import { readTail } from './tail.ts';

const LOOK = 20_000;
const MAX_RUNS = 500;

export function hookViewRoutes(workspaces: Workspaces) {
  return [
    {
      route: 'GET /api/viewer/hooks',
      does: 'Lists handlers and their runs.',
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
    },
    {
      route: 'GET /api/viewer/hooks/explain',
      does: 'Explains which handlers an event would run, and why.',
      json: async ({ query }) => {
        const { open } = await viewedLog(workspaces, query);
        const parts = partsOf(open);
        const client = CLIENT_NAMES.find((name) => name === (query.get('client') ?? 'claude-code'));
        const type = typeOf(textOf(query, 'event', 80) ?? 'PreToolUse');
        if (client === undefined || type === null)
          throw invalidRequest(
            'There is no such client or event.',
            'Name an event as a client does, such as PreToolUse.',
          );
        const tool = textOf(query, 'tool', 200);
        const command = textOf(query, 'input', 2000);
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
    },
  ] satisfies Route[];
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

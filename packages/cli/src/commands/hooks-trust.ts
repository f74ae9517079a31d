/** `hookloom hooks trust`: one review of a project's hooks, good for every client (hooks.md trap 38). */
import fs from 'node:fs';
import { HookloomError } from '@hookloom/core/errors';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { flag, jsonOption, workspaceOptions } from '../command/options.ts';
import { homeOf } from '../command/home.ts';

export const command = defineCommand({
  name: 'hooks trust',
  summary: 'Review the hooks that came with this project and let them run.',
  description:
    'Shows every hook of the project with its command and the scripts it names. With --yes their definitions and the content of the scripts are recorded in your private state folder; a change of either asks again. Hooks in your own home folder are trusted.',
  arguments: {},
  options: {
    yes: flag('-y, --yes', 'record the review'),
    revoke: flag('--revoke', 'forget every review of this project'),
    ...workspaceOptions,
    ...jsonOption,
  },
  examples: [
    { command: 'hookloom hooks trust', does: 'show what would be trusted' },
    { command: 'hookloom hooks trust --yes', does: 'trust it as it is now' },
  ],
  async run({ options, context }) {
    const { out } = context;
    if (options.yes && options.revoke) {
      throw new HookloomError(
        'invalid_request',
        '--yes and --revoke exclude each other.',
        'Give one of them.',
      );
    }
    const workspace = workspaceOf(context, options);
    const projectDir = fs.realpathSync(workspace.root);
    const [
      { configFiles },
      { loadConfig },
      { DIALECTS },
      trust,
      { privateStateDir, stateDirForLook },
      { placeOf },
      { isOwnCommand },
    ] = await Promise.all([
      import('@hookloom/hooks/engine/sources'),
      import('@hookloom/hooks/engine/load'),
      import('@hookloom/hooks/dialects/index'),
      import('@hookloom/hooks/engine/trust'),
      import('@hookloom/hooks/state/state-dir'),
      import('@hookloom/hooks/engine/telemetry'),
      import('@hookloom/hooks/engine/plan'),
    ]);
    const { env } = context;
    const home = homeOf(env);
    const decides = options.yes || options.revoke;
    const stateDir = decides ? privateStateDir(env) : stateDirForLook(env);
    const config = loadConfig(configFiles({ projectDir, home, env }), DIALECTS);
    const record = trust.readTrust(stateDir, projectDir);
    // Our own entries in the clients' settings are never run as hooks, so there is nothing to review.
    const theirs = config.handlers.filter(
      (handler) => !isOwnCommand(handler) && trust.needsTrust(handler, projectDir),
    );
    const hooks = theirs.map((handler) => ({
      place: placeOf(handler.source, { projectDir, home }),
      event: handler.event,
      action: actionText(handler.action),
      state: trust.trustOf(handler, projectDir, record),
      scripts: trust.review(handler, projectDir).scripts,
    }));
    const entries = theirs.map((handler) => ({
      ...trust.review(handler, projectDir),
      trusted_at: new Date(context.now()).toISOString(),
    }));
    if (decides) {
      trust.writeTrust(stateDir, projectDir, {
        version: 1,
        project: projectDir,
        entries: options.revoke ? [] : entries,
      });
      await recordReview(workspace, options.revoke, entries);
    }
    const done = options.revoke ? 'revoked' : options.yes ? 'trusted' : 'shown';
    if (options.json) {
      out.json({ project: projectDir, done, hooks });
      return;
    }
    if (hooks.length === 0) out.line('This project brings no hooks.');
    for (const hook of hooks) {
      const state = options.revoke ? 'untrusted' : options.yes ? 'trusted' : hook.state;
      const style = state === 'trusted' ? 'green' : 'yellow';
      out.line({ style, text: state.padEnd(9) }, ` ${hook.event}  `, {
        style: 'dim',
        text: hook.place,
      });
      out.line(`          ${hook.action}`);
      for (const { path: script, sha256 } of hook.scripts)
        out.line({ style: 'dim', text: `          ${script}  sha256 ${sha256.slice(0, 12)}` });
    }
    if (done === 'shown' && hooks.some(({ state }) => state !== 'trusted'))
      out.line('Read the commands and scripts above, then run `hookloom hooks trust --yes`.');
  },
});

function actionText(
  action:
    | { kind: 'shell'; command: string }
    | { kind: 'argv'; argv: readonly string[] }
    | { kind: 'http'; url: string },
): string {
  if (action.kind === 'shell') return action.command;
  return action.kind === 'argv' ? JSON.stringify(action.argv) : `POST ${action.url}`;
}

interface Review {
  place: string;
  digest: string;
  scripts: { path: string }[];
}

/** Who let which hooks run is in the log, for whoever audits it. */
async function recordReview(
  workspace: { eventloomDir: string; session: string },
  revoked: boolean,
  entries: readonly Review[],
): Promise<void> {
  const { openJsonlStore } = await import('@hookloom/log');
  const store = openJsonlStore({ dir: workspace.eventloomDir });
  const hooks = revoked
    ? []
    : entries.map(({ place, digest, scripts }) => ({
        place,
        digest,
        scripts: scripts.map(({ path }) => path),
      }));
  try {
    await store.append(workspace.session, [
      {
        type: 'hook.trusted',
        actorId: 'user',
        payload: revoked ? { hooks, revoked: true } : { hooks },
        origin: { channel: 'user' },
      },
    ]);
  } finally {
    await store.close();
  }
}

/**
 * Sends each event that a hook file uses through the configured command of each client, and reports which hooks ran.
 * The prompt of the test is private, so that the log only keeps the runs.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  CLIENTS,
  isRunHere,
  nativeEvents,
  type ClientFiles,
  type FoundHooks,
} from '@hookloom/hooks/clients';
import {
  codexFailure,
  configFiles,
  livePayload,
  loadConfig,
  trialsFor,
  type Handler,
  type LiveTrial,
} from '@hookloom/hooks';
import { listSessions, readEvents } from '@hookloom/log';
import type { HookClientName } from '../clients-seen.ts';
import { PROBE_SESSION } from '../lanes.ts';
import { heads, maySend, send } from './live-probe.ts';
import { error, ok, warning, type DoctorRow, type Examination } from './row.ts';

export async function fireEvents(files: ClientFiles, examined: Examination): Promise<DoctorRow[]> {
  const name = files.program as Exclude<HookClientName, 'generic'>;
  const client = CLIENTS[name];
  const { root: projectDir, home, env } = examined.place;
  const { handlers } = loadConfig(configFiles({ projectDir, home, env }));
  const used = new Map<string, Handler[]>();
  for (const handler of handlers.filter((one) => isRunHere(one, client)))
    for (const native of nativeEvents(client, handler.type))
      used.set(native, [...(used.get(native) ?? []), handler]);
  const rows: DoctorRow[] = [];
  // One after the other, because only the log tells the runs apart.
  for (const [native, wanted] of used) rows.push(await fire(files, native, wanted, examined));
  return rows;
}

async function fire(
  files: ClientFiles,
  native: string,
  wanted: Handler[],
  examined: Examination,
): Promise<DoctorRow> {
  const name = files.program as Exclude<HookClientName, 'generic'>;
  const id = `live.${name}.${native}`;
  const hooks = files.hooks.find(
    ({ events, transport }) => events.includes(native) && transport !== 'sh',
  );
  if (hooks === undefined)
    return error(id, {
      message: `${native} is not registered in the settings of ${name}; ${wanted.length} hooks use it.`,
      why: 'The hooks for this event never run.',
      command: 'hookloom hooks register',
    });
  const allowed = maySend(hooks, examined);
  if (!allowed.ok)
    return warning(id, {
      message: `${native} was not sent: the command of ${hooks.file} ${allowed.reason}.`,
      why: 'The file may have come with the repository. doctor starts only commands that Hookloom wrote.',
      command: `hookloom hooks ${name}`,
    });
  const session = PROBE_SESSION + randomBytes(8).toString('hex');
  const dir = hooks.eventloom_path ?? examined.workspace.eventloomDir;
  const before = heads(dir);
  const prompt = privatePrompt(name);
  if (prompt.native !== native)
    await deliver(hooks, prompt, { session, examined, type: 'before_agent' });
  for (const handlers of byType(wanted))
    for (const trial of trialsFor(name, native, handlers)) {
      const failed = await deliver(hooks, trial, { session, examined, type: handlers[0]!.type });
      if (failed !== null)
        return error(id, {
          message: `${native} did not go through the command of ${hooks.file}: ${failed}.`,
          why: 'The hooks for this event do not run.',
          command: 'hookloom logs',
        });
    }
  const ran = runsOf(dir, before, session, native);
  if (ran.length > 0) return ok(id, `${native}: ${ran.join('; ')}.`);
  return warning(id, {
    message: `${native}: none of its ${wanted.length} hooks ran.`,
    why: 'They may need a review, be disabled, or match other calls.',
    command: `hookloom hooks explain ${native} --client ${name}`,
  });
}

/** A private turn is not recorded. For the prompt event, the prompt is the test itself. */
function privatePrompt(name: Exclude<HookClientName, 'generic'>): LiveTrial {
  const [native = 'UserPromptSubmit'] = nativeEvents(CLIENTS[name], 'before_agent').filter((one) =>
    CLIENTS[name].install?.events.includes(one),
  );
  return { native, tool: null, subject: 'startup' };
}

function byType(handlers: readonly Handler[]): Handler[][] {
  const types = [...new Set(handlers.map(({ type }) => type))];
  return types.map((type) => handlers.filter((handler) => handler.type === type));
}

interface Delivery {
  session: string;
  examined: Examination;
  type: Handler['type'];
}

/** Null if it was delivered, otherwise the error. A refusal by exit status is an answer. */
async function deliver(hooks: FoundHooks, trial: LiveTrial, { session, examined, type }: Delivery) {
  const { workspace, place, now } = examined;
  const { root } = workspace;
  const client = hooks.transport === 'sink' ? 'generic' : clientOf(hooks);
  const payload = livePayload(client, trial, { session, root, nowMs: now, type });
  const sending = { root, env: place.env, event: trial.native };
  const isCodexFailure = client === 'codex' && type === 'tool_failure';
  const folder = isCodexFailure ? fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-doctor-')) : null;
  if (folder !== null) {
    payload['transcript_path'] = path.join(folder, 'session.jsonl');
    fs.writeFileSync(payload['transcript_path'], codexFailure(payload), { mode: 0o600 });
  }
  const failed = await send(hooks, JSON.stringify(payload), sending);
  if (folder !== null) fs.rmSync(folder, { recursive: true, force: true });
  return failed !== null && /status 2\b/.test(failed) ? null : failed;
}

function clientOf({ command }: FoundHooks): HookClientName {
  const [, name] = / hook ([a-z-]+)|\/hooks\/([a-z-]+)$/.exec(command) ?? [];
  return (name ?? 'claude-code') as HookClientName;
}

function runsOf(
  dir: string,
  before: ReadonlyMap<string, number>,
  session: string,
  native: string,
): string[] {
  return listSessions(dir).flatMap((log) => {
    const fromSeq = (before.get(log) ?? 0) + 1;
    return [...readEvents(`${dir}/${log}.jsonl`, { fromSeq })].flatMap(({ type, payload }) => {
      const { session_id: by, native_event: on, decision } = payload;
      if (type !== 'hook.run.completed' || by !== session || on !== native) return [];
      const word = (key: string): string => (typeof payload[key] === 'string' ? payload[key] : '');
      const said = decision === 'none' ? '' : `, ${word('decision')}`;
      return [`${word('file')} ran (${word('outcome')}${said})`];
    });
  });
}

/** `hook-event TRIGGER`: the stable sink that any client or script can call. */
import { existsSync } from 'node:fs';
import { findProject, resolveWorkspace, type Workspace } from '@hookloom/core/settings';
import {
  argumentKeys,
  channelOfTool,
  commandCompleted,
  fileEditApplied,
  LINE_CHARS,
  NAME_CHARS,
  newDraft,
  putPlain,
  putText,
  SUMMARY_CHARS,
  toolCallCompleted,
  transcriptTurn,
  type Draft,
} from '@hookloom/core/hook';
import type { Channel, UnsealedEvent } from '@hookloom/core/events';
import { appendOrSpool, type AppendOutcome } from '@hookloom/log/append';
import { quietly } from '@hookloom/core';
import type { LogTarget } from '../engine/detach.ts';
import { lossFile } from '../losses/loss-file.ts';
import { noteLoss, type LossReason } from '../losses/note-loss.ts';
import { sealLosses } from '../losses/seal-losses.ts';
import { asksForWorkState } from '../reminder/policy.ts';
import { remind } from '../reminder/remind.ts';
import {
  integerFlag,
  parseFlags,
  quote,
  UsageError,
  type Flags,
  TRIGGERS,
  triggerName,
} from './flags.ts';
import { assertKept, whyNotKept } from './not-kept.ts';
import { speakerHere, type Speaker } from './speaker.ts';
import { recoveryPacket } from './recovery-packet.ts';
import { promptContext, promptReminder } from './user-prompt.ts';

const FLAGS = [
  'eventloom-path',
  'session-id',
  'domain',
  'source',
  'workspace',
  'transcript-path',
  'summary',
  'reason',
  'turn-count',
  'command',
  'exit-code',
  'duration-ms',
  'stdout',
  'stderr',
  'path',
  'operation',
  'line-count',
  'tool-name',
  'tool-status',
  'call-id',
  'arguments-json',
  'result-summary',
  'role',
  'content',
  'turn-index',
] as const;

/** After a shell command of this duration, the agent may have lost its context. */
const LONG_RUN_MS = 30_000;

export interface HookEventRequest {
  /** The arguments after `hook-event`. */
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  appendBy: () => number;
}

/**
 * The command: the text to print, and the status. 0: the event is stored. 2: a misuse, which writes nothing. 1: the event
 * is neither in the log nor in its inbox, and standard error says why. Never 2 for the latter: clients treat it as a
 * block.
 */
export function hookEventCommand(command: string | undefined, request: HookEventRequest) {
  const failed = (status: 1 | 2, why: string) => ({
    status,
    stdout: '',
    stderr: `hookloom hook-event: ${why}`,
  });
  try {
    if (command !== 'hook-event') throw new UsageError('use hook CLIENT or hook-event TRIGGER');
    return { status: 0, stdout: hookEvent(request), stderr: '' };
  } catch (error) {
    return error instanceof UsageError ? failed(2, error.message) : failed(1, whyNotKept(error));
  }
}

/**
 * Appends the trigger's event and returns the text to print, usually none. Throws `UsageError` before anything is
 * written; any other error means that nothing was stored.
 */
function hookEvent({ args, cwd, env, appendBy }: HookEventRequest): string {
  const [given, ...rest] = args;
  const trigger = triggerName(given ?? '');
  if (trigger === null)
    throw new UsageError(
      `${given === undefined ? 'a trigger is missing' : `unknown trigger ${quote(given)}`}; use one of ${Object.keys(TRIGGERS).join(', ')}`,
    );
  const { type, kind, required } = TRIGGERS[trigger]!;
  const flags = parseFlags(rest, FLAGS);
  for (const name of required)
    if (flags[name] === undefined) throw new UsageError(`${trigger} needs --${name}`);
  const workspace = workspaceOf(flags, cwd, env);
  const source = (flags['source'] ?? 'generic').slice(0, NAME_CHARS).toWellFormed();
  const seen = observe(trigger, kind, flags, () => speakerHere(workspace.root, env));
  if (seen === null) return '';
  const { eventloomDir: dir, session } = workspace;
  const turnCount = integerFlag(flags, 'turn-count');
  const about = { dir, session, trigger, summary: flags['summary'], turnCount };
  const due = trigger === 'user-prompt-submit' ? promptReminder(about) : null;
  const told = due === null ? '' : promptContext(due);
  const { draft, channel, actorId, tool } = seen;
  draft.payload['source'] = source;
  putText(draft, 'workspace', flags['workspace'], LINE_CHARS);
  putText(draft, 'transcript_path', flags['transcript-path'], LINE_CHARS);
  const origin = {
    channel,
    ...(source === 'generic' ? {} : { client: source }),
    ...(tool === undefined ? {} : { tool }),
  };
  const { payload, redactedPaths } = draft;
  const events = [{ type, actorId, payload, redactedPaths, origin }];
  const deadline = appendBy();
  const seq = append({ dir, session }, events, deadline);
  if (seq === null) return told;
  const isLong = kind === 'command' && (integerFlag(flags, 'duration-ms') ?? 0) >= LONG_RUN_MS;
  const question = askedBy(kind, flags);
  const reminder = {
    ...about,
    source,
    seq,
    trigger: isLong ? 'long-tool-run' : trigger,
    summary: question ?? about.summary,
    reason: flags['reason'],
    append: appendOrSpool,
    appendBy: deadline,
  };
  // The event is stored. If a reminder or a report fails, the next event repeats it.
  quietly(() => {
    if (due !== null) remind(reminder, due);
    else if (kind === 'lifecycle' || isLong || question !== undefined) remind(reminder);
    if (existsSync(lossFile(about))) sealLosses(about, deadline, appendOrSpool);
  });
  return trigger === 'session-resumed' ? recoveryPacket(dir, session) : told;
}

/** The number of the event; null if it waits in the inbox. An event in neither is counted, and thrown. */
function append(target: LogTarget, events: UnsealedEvent[], deadline: number): number | null {
  const count = (reason: LossReason): void =>
    noteLoss(target, reason, { events: events.length, nowMs: Date.now() });
  let outcome: AppendOutcome;
  try {
    outcome = appendOrSpool({ ...target, events, deadline });
  } catch (error) {
    count('refused');
    throw error;
  }
  if (outcome.kind === 'lost') count(outcome.reason);
  assertKept(outcome);
  return outcome.kind === 'appended' ? outcome.results[0]!.seq : null;
}

/** A turn of the user that asks about the state of the work; undefined for any other. */
function askedBy(kind: Kind, flags: Flags): string | undefined {
  const isUser = kind === 'transcript-turn' && flags['role']?.trim().toLowerCase() === 'user';
  return isUser && asksForWorkState(flags['content']) ? flags['content'] : undefined;
}

function workspaceOf(flags: Flags, cwd: string, env: NodeJS.ProcessEnv): Workspace {
  const isNamed = Boolean(flags['eventloom-path'] || env['EVENTLOOM_PATH']);
  const root = isNamed ? null : findProject(cwd, env['HOME'] ?? env['USERPROFILE']);
  try {
    return resolveWorkspace({
      cwd: root ?? cwd,
      env,
      eventloomPath: flags['eventloom-path'],
      sessionId: flags['session-id'],
      domain: flags['domain'],
    });
  } catch {
    throw new UsageError('--session-id needs 1 to 128 characters of A-Z a-z 0-9 _ . -');
  }
}

type Kind = (typeof TRIGGERS)[string]['kind'];

interface Seen {
  draft: Draft;
  channel: Channel;
  actorId: string;
  tool?: string;
}

/** Null if nothing may be stored: an entirely private turn. */
function observe(trigger: string, kind: Kind, flags: Flags, speaker: () => Speaker): Seen | null {
  const actorId = 'zaxy-observer';
  switch (kind) {
    case 'lifecycle': {
      const draft = newDraft({ trigger });
      putText(draft, 'summary', flags['summary'], SUMMARY_CHARS);
      putText(draft, 'reason', flags['reason'], LINE_CHARS, { folded: true });
      putPlain(draft, 'turn_count', integerFlag(flags, 'turn-count'));
      // A summary consists of the agent's own words.
      return {
        draft,
        channel: flags['summary'] === undefined ? 'system' : 'model',
        actorId: 'zaxy-hook',
      };
    }
    case 'command': {
      const draft = commandCompleted({
        command: flags['command']!,
        exitCode: integerFlag(flags, 'exit-code')!,
        durationMs: integerFlag(flags, 'duration-ms'),
        stdout: flags['stdout'],
        stderr: flags['stderr'],
      });
      return { draft, channel: 'tool', actorId };
    }
    case 'file-edit': {
      const draft = fileEditApplied({
        path: flags['path']!,
        operation: flags['operation'] ?? 'modified',
        summary: flags['summary'],
        lineCount: integerFlag(flags, 'line-count'),
      });
      return { draft, channel: 'tool', actorId };
    }
    case 'tool-call': {
      const tool = flags['tool-name']!.slice(0, NAME_CHARS).toWellFormed();
      const draft = toolCallCompleted({
        toolName: tool,
        status: flags['tool-status'] ?? 'ok',
        callId: flags['call-id'],
        argumentKeys: argumentNames(flags['arguments-json']),
        resultSummary: flags['result-summary'],
        durationMs: integerFlag(flags, 'duration-ms'),
      });
      return { draft, channel: channelOfTool(tool), actorId, tool };
    }
    case 'transcript-turn': {
      const role = flags['role']!.trim().toLowerCase().slice(0, 40).toWellFormed() || 'unknown';
      const draft = transcriptTurn(role, flags['content']!);
      if (draft === null) return null;
      putPlain(draft, 'turn_index', integerFlag(flags, 'turn-index'));
      return { draft, ...spokenBy(role, speaker) };
    }
  }
}

function argumentNames(json: string | undefined): string[] {
  if (json === undefined) return [];
  try {
    return argumentKeys(JSON.parse(json));
  } catch {
    throw new UsageError('--arguments-json needs a JSON object');
  }
}

/**
 * Words of the user and of the system count as theirs only if a client's hook or a person reports them. The claim stays
 * in the payload.
 */
function spokenBy(role: string, speaker: () => Speaker): Pick<Seen, 'channel' | 'actorId'> {
  if (role === 'user' || role === 'system') {
    const by = speaker();
    if (by === 'user') return { channel: role, actorId: role };
    return by === 'agent'
      ? { channel: 'model', actorId: 'agent' }
      : { channel: 'tool', actorId: 'zaxy-observer' };
  }
  const isModel = role === 'assistant' || role === 'model';
  return { channel: isModel ? 'model' : 'tool', actorId: role };
}

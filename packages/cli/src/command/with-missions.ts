/** Shared by all `coordinate` commands: the caller, the workspace, and the output for a new event. */
import type { Caller, Runtime } from '@hookloom/worker';
import { callerOf } from './caller.ts';
import { workspaceOf, type CommandContext } from './context.ts';
import { withRuntime } from './with-runtime.ts';

type Missions = Awaited<ReturnType<Runtime['missions']>>;

interface Place {
  eventloomPath: string | undefined;
  domain: string | undefined;
}

export async function withMissions<T>(
  context: CommandContext,
  options: Place,
  use: (missions: Missions, on: Runtime['context'], caller: Caller) => Promise<T>,
): Promise<T> {
  const workspace = workspaceOf(context, { ...options, sessionId: undefined });
  return withRuntime(context, workspace, async (runtime) =>
    use(await runtime.missions(), runtime.context, agentOf(context)),
  );
}

/** Variables with the session of an agent's shell, which distinguish two agents of one client. */
const SESSIONS = [
  'CLAUDE_CODE_SESSION_ID',
  'CODEX_THREAD_ID',
  'GEMINI_SESSION_ID',
  'COPILOT_AGENT_SESSION_ID',
];

function agentOf(context: CommandContext): Caller {
  const caller = callerOf(context);
  if (caller.channel === 'user') return caller;
  const named = SESSIONS.map((name) => context.env[name]).find(
    (value) => value !== undefined && /^[!-~]{1,200}$/.test(value),
  );
  return { ...caller, ...(named !== undefined && { clientSession: named }) };
}

/** Prints an answer as JSON, or one line about the event that was written. */
export function printAnswer(
  { out }: CommandContext,
  { json }: { json: boolean },
  answer: { event_type: string; seq: number; citation: string },
  what: string,
): void {
  if (json) return out.json(answer);
  out.line(what);
  out.dim(answer.citation);
}

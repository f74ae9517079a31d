/** What all `coordinate` commands share. */
import type { Caller } from '@hookloom/worker';
import { callerOf } from './caller.ts';
import type { CommandContext } from './context.ts';
import { argument } from './options.ts';

export const missionId = argument('MISSION', 'id of the mission');

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

/** The session of a mission comes from its id. */
export const ofMissions = { session: 'none', caller: agentOf } as const;

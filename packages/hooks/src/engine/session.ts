/** What the engine remembers about a client's session between hooks: turns, refused stops, late answers. */
import fs from 'node:fs';
import type { HookEvent, HookResponse, Loss } from '@hookloom/core/hook';
import type { HookClient } from '../clients/client.ts';
import { DIALECTS } from '../dialects/index.ts';
import { takeResults } from '../state/async-jobs.ts';
import {
  bumpStopBlocks,
  bumpTurn,
  resetStopBlocks,
  stopBlocks,
  turnNumber,
  keepContinuation,
  lastContinuation,
} from '../state/state-dir.ts';
import type { DetachedMeta } from './detach.ts';
import { lateAnswer } from './run.ts';

export interface FollowRequest {
  event: HookEvent;
  client: HookClient;
  /** The session's state folder. */
  state: string;
  /** Nothing is counted or consumed. */
  dryRun: boolean;
}

export function followSession({ event, client, state, dryRun }: FollowRequest) {
  const { event_type: type, metadata } = event;
  const isPrompt =
    type === 'before_agent' && metadata['from_agent'] !== true && metadata['pseudo'] !== true;
  // After a refused stop, Gemini CLI sends our own text as a prompt, which is not a new turn.
  if (isPrompt && !dryRun && event.prompt !== lastContinuation(state)) {
    bumpTurn(state);
    resetStopBlocks(state);
  }
  return {
    /** Number of turns, including the current one. */
    turn: turnNumber(state),
    /** Answers of background handlers since the last event, if this event can carry them. */
    takeLateAnswers(): HookResponse[] {
      const context = client.capabilities.events[event.native_event]?.answers.context;
      const carries = context?.survival === 'kept' || context?.survival === 'changed';
      const continues = type === 'stop' || type === 'subagent_stop' || type === 'after_agent';
      if (dryRun || !carries || continues || !fs.existsSync(`${state}/jobs`)) return [];
      return takeResults(state).flatMap(({ meta, outcome }) => {
        const job = meta as unknown as DetachedMeta;
        const read = DIALECTS[job.handler.dialect]().interpret(outcome, job.handler, job.event);
        const late = lateAnswer(read.response);
        return Object.keys(late).length === 1 ? [] : [late];
      });
    },
    /** Allows a stop that was refused too many times in a row. */
    bound(response: HookResponse): { response: HookResponse; losses: Loss[] } {
      if (dryRun || (type !== 'stop' && type !== 'after_agent' && type !== 'subagent_stop'))
        return { response, losses: [] };
      if (response.continue_with === undefined) {
        resetStopBlocks(state);
        return { response, losses: [] };
      }
      const cap = client.capabilities.stopCap;
      if (stopBlocks(state) < cap) {
        bumpStopBlocks(state);
        keepContinuation(state, response.continue_with);
        return { response, losses: [] };
      }
      resetStopBlocks(state);
      const { continue_with: _, ...rest } = response;
      const note = `The stop was refused ${cap} times in a row; the agent may end now.`;
      return { response: rest, losses: [{ field: 'continue_with', survival: 'lost', note }] };
    },
  };
}

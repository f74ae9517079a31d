/** Puts the hook engine behind an app-server client: what happens there is told, what is asked there is answered. */
import { systemClock, type Clock } from '@hookloom/core/ports/environment';
import type { JsonObject } from '@hookloom/core/json';
import type { Loss } from '@hookloom/core/hook/capability';
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import { NO_OPINION, type HookResponse } from '@hookloom/core/hook/hook-response';
import { decideApproval, renderAnswer, type Decided, type Verdict } from './answer-approval.ts';
import { requestKind } from './approval-event.ts';
import type { CodexAppServerClient } from './client.ts';
import { lossesOf, lossesOfTurn, stopsTurn } from './losses.ts';
import type { Incoming } from './message.ts';
import type { Answer, Served } from './rpc.ts';
import { createEventTranslator } from './to-hook-event.ts';

/** As long as the longest hook may take (seeds/001). */
const DISPATCH_MS = 600_000;

export type Dispatch = (event: HookEvent) => Promise<HookResponse>;

export interface Question {
  event: HookEvent;
  request: Incoming;
  /** What the hooks said: a reason for an `ask`, a message for the person. */
  response: HookResponse;
  /** Aborted when the question was settled elsewhere: there is nothing to answer any more. */
  signal: AbortSignal;
}

/** Null: no answer. `result` is sent as it is, for what the three words cannot say. */
export type HumanAnswer = Verdict | { result: JsonObject } | null;

export interface AttachOptions {
  /**
   * What becomes of a request on which the hooks have no opinion, or could not say it. `forward` (default) asks `human`,
   * and declines when there is nobody to ask or nobody answers: silence is never an approval (DESIGN law 3). `accept`
   * approves what Codex would have asked about; it is for who has another guard.
   */
  onNoOpinion?: 'forward' | 'decline' | 'accept';
  human?: (question: Question) => Promise<HumanAnswer>;
  /** A dispatch that takes longer counts as no opinion. */
  limitMs?: number;
  clock?: Clock;
  /** After each event: what was answered (null: nothing was asked), what was lost, and what went wrong. */
  onHandled?: (handled: Handled) => void;
}

export interface Handled {
  event: HookEvent;
  response: HookResponse;
  answer: Answer | null;
  losses: Loss[];
  /** The engine failed or took too long. */
  failure: 'threw' | 'timed_out' | null;
}

/**
 * Events of one thread reach `dispatch` one after the other, in the order in which they happened. An approval waits for
 * it; while a person is asked, the thread's other events go on.
 *
 * @returns Takes the engine away again.
 */
export function attachEngine(
  client: CodexAppServerClient,
  dispatch: Dispatch,
  options: AttachOptions = {},
): () => void {
  const { onNoOpinion = 'forward', human, limitMs = DISPATCH_MS, clock = systemClock } = options;
  const translator = createEventTranslator();
  const forget = client.on('thread', (result) => translator.learn(result));

  const ask = async (event: HookEvent): Promise<Pick<Handled, 'response' | 'failure'>> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), limitMs);
    });
    try {
      const response = await Promise.race([dispatch(event), late]);
      if (response === null) return { response: NO_OPINION, failure: 'timed_out' };
      return { response, failure: null };
    } catch {
      return { response: NO_OPINION, failure: 'threw' };
    } finally {
      clearTimeout(timer);
    }
  };

  /** Who listens decides nothing any more, its failure neither. */
  const report = (handled: Handled): void => {
    try {
      options.onHandled?.(handled);
    } catch {
      // Nobody to tell.
    }
  };

  /** Not awaited: its answer may stand behind messages that wait for this one. */
  const interrupt = ({ session_id, turn_id }: HookEvent): void => {
    if (turn_id !== null) client.interruptTurn(session_id, turn_id).catch(() => {});
  };

  const observe = async (event: HookEvent): Promise<void> => {
    const { response, failure } = await ask(event);
    if (stopsTurn(response, event)) interrupt(event);
    const losses = lossesOfTurn(response, event);
    report({ event, response, answer: null, losses, failure });
  };

  const answered = async (
    event: HookEvent,
    request: Incoming,
    signal: AbortSignal,
  ): Promise<Served> => {
    const { response, failure } = await ask(event);
    const kind = requestKind(request);
    const ends =
      response.stop_agent === true ||
      (response.decision === 'deny' && response.permission?.interrupt === true);
    // The cancel of a command ends the turn; that of a form or an MCP tool does not (seen with Codex 0.169.0).
    if (ends && kind !== 'command' && kind !== 'file_change') interrupt(event);
    const decided: Decided =
      kind === 'other'
        ? { verdict: 'ask', losses: lossesOf(response, []) }
        : decideApproval(response, request);
    const told = (answer: Answer | null): Answer | null => {
      report({ event, response, answer, losses: decided.losses, failure });
      return answer;
    };
    const say = (verdict: Verdict): Answer => ({
      result: renderAnswer(verdict, request, response),
    });
    const verdict = decided.verdict === 'none' ? noOpinion(onNoOpinion, kind) : decided.verdict;
    if (verdict !== 'ask') return told(say(verdict));
    // Nobody to ask: a refusal, or for what is no approval the error that says that nobody serves it.
    const unasked = kind === 'other' ? null : say('decline');
    if (human === undefined) return told(unasked);
    const question = { event, request, response, signal };
    const asked = (async () => human(question))().then(
      (said) => (said === null ? unasked : typeof said === 'string' ? say(said) : said),
      () => unasked,
    );
    return { later: asked.then((answer) => told(answer)) };
  };

  client.serveWith({
    takes: (method) => translator.concerns(method),
    async serve(incoming, signal) {
      const events = translator.translate(incoming, clock.now());
      const request = incoming.id === null ? undefined : events.pop();
      for (const event of events) await observe(event);
      return request === undefined ? null : answered(request, incoming, signal);
    },
  });
  return () => {
    forget();
    client.serveWith(null);
  };
}

/** An `accept` by default is for tool calls alone: nobody can consent to a form or to wider permissions unseen. */
function noOpinion(
  onNoOpinion: 'forward' | 'decline' | 'accept',
  kind: ReturnType<typeof requestKind>,
): Verdict | 'ask' {
  if (onNoOpinion !== 'accept') return onNoOpinion === 'decline' ? 'decline' : 'ask';
  return kind === 'command' || kind === 'file_change' || kind === 'mcp_tool' ? 'accept' : 'ask';
}

/** Connects the hook engine to an app-server client: it receives the client's events and answers the requests. */
import { systemClock, type Clock } from '@hookloom/core/events';
import { quietly, type JsonObject } from '@hookloom/core';
import { NO_OPINION, type HookEvent, type HookResponse, type Loss } from '@hookloom/core/hook';
import { decideApproval, renderAnswer, type Decided, type Verdict } from './answer-approval.ts';
import { requestKind } from './approval-event.ts';
import type { CodexAppServerClient } from './client.ts';
import { lossesOf, lossesOfTurn, stopsTurn } from './losses.ts';
import type { Incoming } from './message.ts';
import type { Answer, Served } from './rpc.ts';
import { createEventTranslator } from './to-hook-event.ts';

/** As long as the longest hook may take. */
const DISPATCH_MS = 600_000;

export type Dispatch = (event: HookEvent) => Promise<HookResponse>;

export interface Question {
  event: HookEvent;
  request: Incoming;
  /** The hooks' reason for an `ask`, or their message for the person. */
  response: HookResponse;
  /** Aborted when the question was answered elsewhere. */
  signal: AbortSignal;
}

/** Null: no answer. `result` is sent unchanged, for answers that the three words cannot express. */
export type HumanAnswer = Verdict | { result: JsonObject } | null;

export interface AttachOptions {
  /**
   * How to answer a request on which the hooks have no opinion, or could not express one. `forward` (default) asks
   * `human`, and declines without one or without an answer: silence is never an approval. `accept` approves what Codex
   * would have asked about; use it only if something else guards the calls.
   */
  onNoOpinion?: 'forward' | 'decline' | 'accept';
  /** Asks a person. */
  human?: (question: Question) => Promise<HumanAnswer>;
  /** Milliseconds that the hooks may take; then they have no opinion. Default: 600,000. */
  limitMs?: number;
  clock?: Clock;
  /** Called after each event: the answer (null: no request), losses, and errors. */
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
 * Events of one thread reach `dispatch` one at a time, in order. An approval waits for it; while a person is asked, the
 * other events of the thread continue.
 *
 * @returns Detaches the engine.
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

  /** A listener's failure changes no decision. */
  const report = (handled: Handled): void => {
    // No one can be notified.
    quietly(() => options.onHandled?.(handled));
  };

  /** Not awaited: its answer may be queued behind messages that wait for this one. */
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
    // Cancelling a command ends the turn; cancelling a form or an MCP tool does not (Codex 0.169.0).
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
    // Nobody can be asked, so refuse. A request other than an approval gets the error that nothing serves it.
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

/** An `accept` by default is for tool calls only: consent to a form or to wider permissions needs a person. */
function noOpinion(
  onNoOpinion: 'forward' | 'decline' | 'accept',
  kind: ReturnType<typeof requestKind>,
): Verdict | 'ask' {
  if (onNoOpinion !== 'accept') return onNoOpinion === 'decline' ? 'decline' : 'ask';
  return kind === 'command' || kind === 'file_change' || kind === 'mcp_tool' ? 'accept' : 'ask';
}

/** The memory of a project: questions and corrections. */
import type { JsonObject } from '@hookloom/core';
import type { UnavailableEvent } from '@hookloom/core/events';
import type { CheckoutAnswerTo } from '@hookloom/memory/checkout';
import type {
  CorrectAnswer,
  FeedbackAnswer,
  InvalidateAnswer,
  QueryRow,
  RememberAnswer,
} from '@hookloom/worker';
import type { OpenProject } from './open-project.ts';
import type {
  CheckoutOptions,
  CorrectOptions,
  FeedbackOptions,
  InvalidateOptions,
  QueryOptions,
  RememberOptions,
} from './requests.ts';

export interface QueryAnswer {
  /** Best first. */
  rows: QueryRow[];
  /** Events that could not be read, because their bytes differ from the sealed bytes. The rows exclude them. */
  unavailable: UnavailableEvent[];
}

/**
 * What a project knows. Every row cites the event of the log that it came from.
 *
 * @example
 * await using memory = await openMemory({ cwd: '/home/dev/shop' });
 * await memory.remember('Invoices are numbered per year', { subject: 'billing' });
 * const { prompt, quality } = await memory.checkout('How are invoices numbered?', { format: 'prompt' });
 * if (quality.answerability === 'answer_from_memory') console.log(prompt);
 */
export interface Memory {
  /**
   * The bounded, cited rows for a question. `quality.answerability` says whether a model may answer from them. With
   * `format: 'prompt'`, `prompt` is the text that a model should read. If the memory cannot be read, the answer says
   * so: `diagnostics.recall.status` is then `unavailable`.
   */
  checkout<O extends CheckoutOptions = object>(
    query: string,
    options?: O,
  ): Promise<CheckoutAnswerTo<O & { query: string }>>;
  /** Ranked rows for a question. Throws `unavailable` if nothing could be searched. */
  query(query: string, options?: QueryOptions): Promise<QueryAnswer>;
  /**
   * Stores a fact and pins it: it is returned whenever it is related to a question. The same text again strengthens it.
   * At most 1,000 characters. Throws `conflict` for a fact that was forgotten or corrected since.
   */
  remember(text: string, options?: RememberOptions): Promise<RememberAnswer>;
  /** Replaces a fact by a new version; the older one stays in the log. Throws `not_found`, `conflict`. */
  correct(text: string, options: CorrectOptions): Promise<CorrectAnswer>;
  /** Ends the validity of a fact without a replacement. Throws `not_found`, `conflict`. */
  invalidate(options: InvalidateOptions): Promise<InvalidateAnswer>;
  /** Records whether a fact was useful. Throws `not_found` for a citation that is not in the log. */
  feedback(options: FeedbackOptions): Promise<FeedbackAnswer>;
  /**
   * Calls any other tool by its name, with the arguments in the tool reference: `memory_claim_confidence`,
   * `memory_consolidation_review`, … Refuses actions that only a person may take. Throws `unknown_tool`.
   *
   * @example await memory.call('memory_claim_confidence', { claim: 'The API listens on port 9000' });
   */
  call(tool: string, args?: JsonObject): Promise<unknown>;
}

export function memoryOf({ open }: OpenProject): Memory {
  return {
    async checkout<O extends CheckoutOptions>(query: string, options?: O) {
      const { runtime, caller } = await open();
      return runtime.checkout({ ...options!, query }, caller);
    },
    async query(query, options = {}) {
      const { runtime } = await open();
      const { inAnswer } = await import('@hookloom/worker');
      return inAnswer(async (noticed) => {
        const found = await runtime.query({ query, ...options });
        const rows = Array.isArray(found) ? found : found.contexts;
        return { rows, unavailable: noticed().unavailable };
      });
    },
    async remember(text, options = {}) {
      const { runtime, caller } = await open();
      const { remember } = await import('@hookloom/worker');
      return remember(runtime.context, { text, ...options }, caller);
    },
    async correct(text, options) {
      const { runtime, caller } = await open();
      const { correct } = await import('@hookloom/worker');
      return correct(runtime.context, { text, ...options }, caller);
    },
    async invalidate(options) {
      const { runtime, caller } = await open();
      const { invalidate } = await import('@hookloom/worker');
      return invalidate(runtime.context, options, caller);
    },
    async feedback(options) {
      const { runtime, caller } = await open();
      return runtime.feedback(options, caller);
    },
    async call(tool, args = {}) {
      const { runtime, caller } = await open();
      const { callTool } = await import('@hookloom/worker');
      return callTool(tool, args, { runtime, caller });
    },
  };
}

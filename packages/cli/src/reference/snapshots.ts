/** docs/examples: sample answers from a real session with fixed time and ids. */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import {
  openExampleSession,
  type BootstrapAnswer,
  type ContextAnswer,
  type ExampleSession,
  type FeedbackAnswer,
  type FullCheckout,
  type QueryRow,
  type ShortCheckout,
  type VerbatimRow,
} from '@hookloom/worker';
import { sorted } from '../output/json-text.ts';

const QUESTION = 'What is Memory Checkout?';
const SUM = 'How many hours did the viewer review take in total?';

/** Only stable fields: no prompt, no score, nothing that better ranking would change. */
export async function responseSnapshots(): Promise<string> {
  const session = await openExampleSession();
  try {
    const responses: Record<string, unknown> = {};
    for (const [name, snapshot] of Object.entries(SNAPSHOTS)) {
      const response = await snapshot(session);
      if (response !== null) responses[name] = response;
    }
    return json({ note: 'Normalised: keys, identities, counts and states.', responses });
  } finally {
    await session.close();
  }
}

/** The checkout contract: an answerable checkout and one whose facts name no event. */
export async function checkoutContract(): Promise<string> {
  const [answerable, degraded] = [
    await openExampleSession(),
    await openExampleSession({ cited: false }),
  ];
  try {
    return json({
      answerable: fragment(
        await answerable.call<FullCheckout>('memory_checkout', {
          query: QUESTION,
          limit: 1,
          detail: 'full',
        }),
      ),
      degraded: fragment(
        await degraded.call<FullCheckout>('memory_checkout', {
          query: QUESTION,
          limit: 1,
          detail: 'full',
        }),
      ),
      lean: await answerable.call<ShortCheckout>('memory_checkout', { query: QUESTION, limit: 1 }),
    });
  } finally {
    await answerable.close();
    await degraded.close();
  }
}

const DIAGNOSTICS = [
  'source_lanes',
  'citation_count',
  'current_citation_count',
  'current_fact_count',
  'superseded_contexts_excluded',
  'warning_count',
  'feedback_recommended',
  'feedback_tool',
] as const;

function fragment({ current_facts, diagnostics, quality, guidance }: FullCheckout): object {
  return {
    current_facts: current_facts.map(
      ({ content, citation, source_lane, entity_name, entity_type }) => ({
        content,
        citation,
        source_lane,
        entity_name,
        entity_type,
      }),
    ),
    diagnostics: Object.fromEntries(DIAGNOSTICS.map((key) => [key, diagnostics[key]])),
    quality,
    guidance: {
      feedback: {
        tool: guidance.feedback.tool,
        payloads: guidance.feedback.payloads.map(
          ({ entity_name, entity_type, feedback, actor, citation }) => ({
            entity_name,
            entity_type,
            feedback,
            actor,
            citation,
          }),
        ),
      },
    },
  };
}

const SNAPSHOTS: Record<string, (session: ExampleSession) => Promise<object | null>> = {
  async memory_bootstrap({ call }) {
    const answer = await call<BootstrapAnswer>('memory_bootstrap', {
      current_task: 'release the viewer',
    });
    return {
      keys: keys(answer),
      mode: answer.mode,
      session_id: answer.session_id,
      current_task: answer.current_task,
      startup_sequence: answer.startup_sequence.map(({ tool }) => tool),
      recommended_next_tool: answer.capabilities.recommended_next_call.tool,
      eventloom_status: stateOf(answer.capabilities.status['eventloom']),
      trust_policy_keys: keys(answer.trust_policy),
    };
  },
  async memory_checkout({ call }) {
    const answer = await call<FullCheckout>('memory_checkout', {
      query: QUESTION,
      limit: 1,
      max_tokens: 4000,
      detail: 'full',
    });
    const [fact] = answer.current_facts;
    return {
      keys: keys(answer),
      answerability: answer.quality.answerability,
      required_action: answer.quality.required_action,
      quality_keys: keys(answer.quality),
      current_fact_citation: fact!.citation,
      evidence_keys: keys(answer.evidence[0]!),
      provenance_keys: keys(answer.provenance[0]!),
      diagnostics: Object.fromEntries(
        [...DIAGNOSTICS, 'budget_requested'].map((key) => [key, answer.diagnostics[key]]),
      ),
      purpose_profile_keys: keys(answer.purpose),
      feedback_template_keys: keys(answer.guidance.feedback.payloads[0]!),
      token_efficiency_keys: keys(answer.token_efficiency),
      prompt_sections: sections(answer.prompt),
    };
  },
  async memory_query({ call }) {
    const [row] = await call<QueryRow[]>('memory_query', { query: QUESTION, limit: 1 });
    return {
      row_keys: keys(row!),
      source: row!.source,
      citation: row!.citation,
      score_explanation_keys: keys(row!.score_explanation),
    };
  },
  async memory_verbatim({ call }) {
    const [row] = await call<VerbatimRow[]>('memory_verbatim', {
      query: 'review took 3 hours Monday',
      limit: 1,
    });
    return {
      row_keys: keys(row!),
      source: row!.source,
      source_kind: row!.source_kind,
      citation: row!.citation,
      metadata_keys: keys(row!.metadata),
    };
  },
  async context_assemble({ call }) {
    const answer = await call<ContextAnswer>('context_assemble', {
      query: QUESTION,
      limit: 1,
      max_tokens: 4000,
    });
    return {
      keys: keys(answer),
      context_counts: Object.fromEntries(
        Object.entries(answer.context_counts).map(([key, count]) => [key, typeof count]),
      ),
      context_keys: keys(answer.contexts[0]!),
      metadata_keys: keys(answer.contexts[0]!.metadata),
      assembly_lane: answer.contexts[0]!.metadata['assembly_lane'],
      assembly_policy_keys: keys(answer.assembly_policy),
      budget_keys: keys(answer.budget!),
      working_set_kinds: answer.working_set.map(({ kind }) => kind),
      prompt_sections: sections(answer.prompt),
    };
  },
  async memory_feedback({ call }) {
    const checkout = await call<FullCheckout>('memory_checkout', {
      query: QUESTION,
      limit: 1,
      detail: 'full',
    });
    const answer = await call<FeedbackAnswer>(
      'memory_feedback',
      checkout.guidance.feedback.payloads[0]!,
    );
    return { keys: keys(answer), event_type: answer.event_type, hash: shape(answer.hash) };
  },
  // Added when the table of tools has them.
  async memory_synthesis_artifact({ has, call }) {
    if (!has('memory_synthesis_artifact')) return null;
    const checkout = await call<FullCheckout>('memory_checkout', {
      query: SUM,
      detail: 'full',
    });
    const candidate = firstOf(checkout, 'answer_candidates');
    const request = { checkout, ...(candidate !== null && { candidate, outcome: 'rejected' }) };
    const answer = await call<JsonObject>('memory_synthesis_artifact', request);
    return { keys: keys(answer) };
  },
  async memory_synthesis_evidence({ has, call }) {
    if (!has('memory_synthesis_evidence')) return null;
    const checkout = await call<FullCheckout>('memory_checkout', {
      query: SUM,
      detail: 'full',
    });
    const row = firstOf(checkout, 'ledger_rows');
    if (row === null) return null;
    const request = { checkout, row, outcome: 'excluded' };
    const answer = await call<JsonObject>('memory_synthesis_evidence', request);
    return { keys: keys(answer), event_type: answer['event_type'], outcome: answer['outcome'] };
  },
};

/** The first entry of a list in `diagnostics.synthesis`; null if nothing was composed. */
function firstOf({ diagnostics }: FullCheckout, list: string): JsonValue {
  const synthesis = diagnostics['synthesis'];
  const entries = isJsonObject(synthesis) ? synthesis[list] : null;
  return Array.isArray(entries) ? (entries[0] ?? null) : null;
}

function stateOf(status: JsonValue | undefined): JsonValue {
  return isJsonObject(status) ? (status['status'] ?? null) : null;
}

function keys(value: object): string[] {
  return Object.keys(value).sort();
}

function sections(prompt: string): string[] {
  return prompt.split('\n').filter((line) => /^#{1,2} /.test(line));
}

/** Replaces hashes by their shape. */
function shape(hash: string): string {
  return /^[0-9a-f]{64}$/.test(hash) ? '64 hex' : 'no hash';
}

function json(value: unknown): string {
  return `${JSON.stringify(sorted(value), null, 2)}\n`;
}

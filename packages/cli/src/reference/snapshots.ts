/** docs/examples: what answers look like, from a real session with fixed time and ids (seeds/002, the two snapshots). */
import {
  openExampleSession,
  type ExampleSession,
} from '@hookloom/worker/reference/example-session';
import { sorted } from '../output/json-text.ts';

const QUESTION = 'What is Memory Checkout?';
const SUM = 'How many hours did the viewer review take in total?';

/** Stable client fields only: no prompt, no score, nothing that better ranking would change. */
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

/** The checkout contract: an answerable checkout and one whose facts the log does not hold. */
export async function checkoutContract(): Promise<string> {
  const [answerable, degraded] = [
    await openExampleSession(),
    await openExampleSession({ logged: false }),
  ];
  try {
    return json({
      answerable: fragment(await answerable.call('memory_checkout', { query: QUESTION, limit: 1 })),
      degraded: fragment(await degraded.call('memory_checkout', { query: QUESTION, limit: 1 })),
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

function fragment({ current_facts, diagnostics, quality, guidance }: any): object {
  return {
    current_facts: current_facts.map(
      ({ content, citation, source_lane, entity_name, entity_type }: any) => ({
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
          ({ entity_name, entity_type, feedback, actor, citation }: any) => ({
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
    const answer = await call('memory_bootstrap', { current_task: 'release the viewer' });
    return {
      keys: keys(answer),
      mode: answer.mode,
      session_id: answer.session_id,
      current_task: answer.current_task,
      startup_sequence: answer.startup_sequence.map((step: any) => step.tool ?? keys(step)),
      recommended_next_tool: answer.capabilities.recommended_next_call.tool,
      eventloom_status: answer.capabilities.status.eventloom.status,
      trust_policy_keys: keys(answer.trust_policy),
    };
  },
  async memory_checkout({ call }) {
    const answer = await call('memory_checkout', { query: QUESTION, limit: 1, max_tokens: 4000 });
    const [fact] = answer.current_facts;
    return {
      keys: keys(answer),
      answerability: answer.quality.answerability,
      required_action: answer.quality.required_action,
      quality_keys: keys(answer.quality),
      current_fact_citation: fact.citation,
      evidence_keys: keys(answer.evidence[0]),
      provenance_keys: keys(answer.provenance[0]),
      diagnostics: Object.fromEntries(
        [...DIAGNOSTICS, 'budget_requested'].map((key) => [key, answer.diagnostics[key]]),
      ),
      purpose_profile_keys: keys(answer.purpose),
      feedback_template_keys: keys(answer.guidance.feedback.payloads[0]),
      token_efficiency_keys: keys(answer.token_efficiency),
      prompt_sections: sections(answer.prompt),
    };
  },
  async memory_query({ call }) {
    const [row] = await call('memory_query', { query: QUESTION, limit: 1 });
    return {
      row_keys: keys(row),
      source: row.source,
      citation: row.citation,
      score_explanation_keys: keys(row.score_explanation),
    };
  },
  async memory_verbatim({ call }) {
    const [row] = await call('memory_verbatim', { query: 'review took 3 hours Monday', limit: 1 });
    return {
      row_keys: keys(row),
      source: row.source,
      source_kind: row.source_kind,
      citation: row.citation,
      metadata_keys: keys(row.metadata),
    };
  },
  async context_assemble({ call }) {
    const answer = await call('context_assemble', { query: QUESTION, limit: 1, max_tokens: 4000 });
    return {
      keys: keys(answer),
      context_counts: Object.fromEntries(
        keys(answer.context_counts).map((key) => [key, typeof answer.context_counts[key]]),
      ),
      context_keys: keys(answer.contexts[0]),
      metadata_keys: keys(answer.contexts[0].metadata),
      assembly_lane: answer.contexts[0].metadata.assembly_lane,
      assembly_policy_keys: keys(answer.assembly_policy),
      budget_keys: keys(answer.budget),
      working_set_kinds: answer.working_set.map(({ kind }: any) => kind),
      prompt_sections: sections(answer.prompt),
    };
  },
  async memory_feedback({ call }) {
    const checkout = await call('memory_checkout', { query: QUESTION, limit: 1 });
    const answer = await call('memory_feedback', checkout.guidance.feedback.payloads[0]);
    return { keys: keys(answer), event_type: answer.event_type, hash: shape(answer.hash) };
  },
  // Made when the table of tools has them.
  async memory_synthesis_artifact(session) {
    const checkout = await session.call('memory_checkout', { query: SUM });
    const [candidate] = checkout.diagnostics.synthesis?.answer_candidates ?? [];
    const outcome = candidate === undefined ? {} : { candidate, outcome: 'rejected' };
    const answer = await session.call('memory_synthesis_artifact', { checkout, ...outcome });
    if (answer === null) return null;
    return { keys: keys(answer), candidate_outcome: answer.candidate_event?.event_type ?? null };
  },
  async memory_synthesis_evidence(session) {
    const checkout = await session.call('memory_checkout', { query: SUM });
    const [row] = checkout.diagnostics.synthesis?.ledger_rows ?? [];
    if (row === undefined) return null;
    const request = { checkout, row, outcome: 'excluded' };
    const answer = await session.call('memory_synthesis_evidence', request);
    if (answer === null) return null;
    return { keys: keys(answer), event_type: answer.event_type, outcome: answer.outcome };
  },
};

function keys(value: object): string[] {
  return Object.keys(value).sort();
}

function sections(prompt: string): string[] {
  return prompt.split('\n').filter((line) => /^#{1,2} /.test(line));
}

/** What a hash looks like, not which one it is. */
function shape(hash: string): string {
  return /^[0-9a-f]{64}$/.test(hash) ? '64 hex' : 'no hash';
}

function json(value: unknown): string {
  return `${JSON.stringify(sorted(value), null, 2)}\n`;
}

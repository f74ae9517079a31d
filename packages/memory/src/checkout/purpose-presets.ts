/** The purpose presets, as data. A preset is a row here. */
export interface PurposeProfile {
  profile: string;
  role: string;
  task: string | null;
  risk: string;
  time_horizon: string;
  expected_action: string;
  permission_scope: string;
  evidence_policy: string;
  retention_policy: string;
  ontology_lens: string[];
  required_evidence: string[];
  retain: string[];
  suppress: string[];
  warnings: string[];
}

import type { ScoringProfile } from '../search/scoring-profiles.ts';

/** How many candidates a purpose asks for: at least `floor`, at least `multiplier` times the limit. */
export interface RecallPolicy {
  floor: number;
  multiplier: number;
  scoring: ScoringProfile;
}

export interface PurposePreset extends PurposeProfile {
  recall: RecallPolicy;
}

/**
 * One line for each preset: its name; role, risk and expected action; evidence policy; recall; then the fields that
 * differ from the defaults. Only the names of the presets after `coordinate` are documented. We chose their fields,
 * which contain rules and requirements that Hookloom enforces.
 */
const TABLE = `
general | agent normal answer_or_continue | cite_relevant_evidence | 0 1 balanced
coding | coding-agent correctness-critical implement_or_verify | cite_current_facts_and_verification | 16 3 recall | required_evidence verification command file | retain decision verification failed_attempt | suppress superseded_context uncited_claim
review | reviewer high approve_or_block | cited_current_facts_required | 16 3 precision | required_evidence decision verification | retain decision finding verification | suppress pending_unreviewed_claim superseded_context low_trust_inference
release | release-manager high ship_block_or_defer | release_gate_evidence_required | 24 4 temporal | time_horizon release | required_evidence release_gate verification | retain verification blocker decision | suppress draft_claim uncited_release_assertion stale_gate_result
security | security-reviewer critical block_or_accept_risk | cited_security_evidence_required | 24 4 precision | required_evidence security_review mitigation | retain issue mitigation decision | suppress uncited_safe_claim low_trust_inference stale_mitigation
research | researcher normal synthesize_or_identify_gap | multi_source_citations_preferred | 20 3 recall | time_horizon all | retain source finding | suppress single_source_overclaim uncited_claim stale_source
coordinate | coordinator high brief_promote_or_handoff | accepted_parent_state_with_citations_required | 24 4 recall | time_horizon mission | required_evidence accepted_state promotion | retain proof_packet handoff accepted_state | suppress worker_local_pending rejected_finding stale_unpromoted_finding
support | support-agent high resolve_or_escalate | cited_resolution_required | 20 3 recall | required_evidence issue verification | retain issue failed_attempt handoff | suppress superseded_context uncited_claim low_trust_inference
product | product-manager normal prioritize_or_defer | cited_product_decision_required | 20 3 recall | time_horizon roadmap | required_evidence goal decision | retain goal decision preference | suppress superseded_context pending_unreviewed_claim
sales | account-lead high commit_or_qualify | cited_commitment_required | 16 3 precision | required_evidence decision verification | retain decision preference | suppress superseded_context uncited_claim pending_unreviewed_claim
legal | legal-reviewer critical advise_or_escalate | cited_legal_record_required | 24 4 precision | time_horizon all | required_evidence policy decision | retain context_policy decision | suppress uncited_claim pending_unreviewed_claim rejected_finding low_trust_inference
executive | executive high decide_or_delegate | cited_accepted_state_required | 20 3 precision | required_evidence goal decision | retain goal decision blocker handoff | suppress superseded_context pending_unreviewed_claim worker_local_pending
`;

export const PURPOSE_PRESETS: readonly PurposePreset[] = TABLE.trim().split('\n').map(presetOf);

function presetOf(line: string): PurposePreset {
  const [profile = '', who = '', evidence_policy = '', recall = '', ...more] = line.split(' | ');
  const [role = '', risk = '', expected_action = ''] = who.split(' ');
  const [floor, multiplier, scoring] = recall.split(' ');
  const fields = new Map(
    more.map((field) => {
      const [name = '', ...values] = field.split(' ');
      return [name, values] as const;
    }),
  );
  const list = (name: string): string[] => fields.get(name) ?? [];
  return {
    profile,
    role,
    task: null,
    risk,
    time_horizon: list('time_horizon')[0] ?? 'current',
    expected_action,
    permission_scope: 'session',
    evidence_policy,
    retention_policy: 'current_only',
    ontology_lens: [],
    required_evidence: list('required_evidence'),
    retain: list('retain'),
    suppress: list('suppress'),
    warnings: [],
    recall: {
      floor: Number(floor),
      multiplier: Number(multiplier),
      scoring: scoring as ScoringProfile,
    },
  };
}

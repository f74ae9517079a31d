import type { EvidenceReport } from './evidence-policy.ts';
import { round, type Judgement } from './quality.ts';

const UNMET_COST = 0.3;
const BELOW_ANSWER = 0.74;

/**
 * Applies an unmet evidence policy to a judgement: `block_checkout` stops, `require_refresh` asks for the evidence,
 * `warn` adds a warning. A judgement that is already worse stays.
 */
export function underPolicy(judgement: Judgement, report: EvidenceReport | null): Judgement {
  if (report === null || report.satisfied) return judgement;
  const { quality } = judgement;
  const missing = report.requirements.filter(({ satisfied }) => !satisfied);
  const reasons = [
    ...quality.reasons,
    ...missing.map(({ reason }) => `Evidence policy: ${reason}`),
  ];
  const less = round(Math.max(0, quality.confidence - UNMET_COST));
  if (report.mode === 'warn' || quality.answerability === 'ask_user')
    return { ...judgement, quality: { ...quality, confidence: less, reasons } };
  const required_action = {
    type: 'evidence_required',
    policy: report.policy,
    missing: missing.map(({ id, reason }) => ({ id, reason })),
    ...(report.mode === 'require_refresh' &&
      quality.required_action !== null && {
        next_call: quality.required_action,
      }),
  };
  return {
    ...judgement,
    status: judgement.status === 'answerable' ? 'partial' : judgement.status,
    quality: {
      answerability: report.mode === 'block_checkout' ? 'ask_user' : 'refresh_recommended',
      confidence: Math.min(less, BELOW_ANSWER),
      reasons,
      required_action,
    },
  };
}

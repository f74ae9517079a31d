/** What a section without items says: nothing was found, it was not asked for, the budget cut it, or nobody could look. */
import type { Findings } from './findings.ts';
import type { SectionKind } from './sections.ts';

/** Text of a section, and the lanes without which its emptiness says nothing. */
const EMPTY: Partial<Record<SectionKind, { line: string; lanes: readonly string[] }>> = {
  working_set: { line: 'No open goals, decisions, tasks or blockers.', lanes: ['working_set'] },
  recent_events: { line: 'No recent events.', lanes: ['replay'] },
  current_facts: { line: 'No current facts.', lanes: ['graph', 'lexical', 'exact'] },
  evidence: {
    line: 'No evidence beyond the citations of the current facts.',
    lanes: ['verbatim', 'lexical', 'exact'],
  },
  retrieved_context: { line: 'No source excerpts.', lanes: ['verbatim', 'lexical', 'exact'] },
};

/** Kinds that say so when they are empty. */
export const SECTIONS_THAT_SAY_SO = Object.keys(EMPTY) as SectionKind[];

/** @param line Instead of the usual one, where there was nothing to find. */
export function emptyLine(
  kind: SectionKind,
  { gathered, plan, withheld, unavailable }: Findings,
  line = EMPTY[kind]!.line,
): string {
  const { lanes } = EMPTY[kind]!;
  const broken = gathered.degraded.find((one) => lanes.includes(one.lane));
  if (broken !== undefined) return `- Could not look: ${broken.reason}.`;
  if (kind === 'recent_events' && plan.maxRecentEvents === 0) return '- None were asked for.';
  const isOfRows = kind === 'current_facts' || kind === 'retrieved_context';
  if (isOfRows && unavailable.length > 0) return `- ${line.slice(0, -1)} that could be read.`;
  return isOfRows && withheld.length > 0
    ? `- ${line.slice(0, -1)} that may be shown; see Context Warnings.`
    : `- ${line}`;
}

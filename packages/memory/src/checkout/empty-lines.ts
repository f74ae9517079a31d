/** The text of a section without items: nothing found, not requested, cut by the budget, or unavailable. */
import type { Findings } from './findings.ts';
import type { SectionKind } from './sections.ts';

/** The text of an empty section, and the lanes that must be available for it to be true. */
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

/** Sections that print a line when they are empty. */
export const SECTIONS_WITH_EMPTY_LINE = Object.keys(EMPTY) as SectionKind[];

/** @param line Replaces the usual line if nothing was found. */
export function emptyLine(
  kind: SectionKind,
  { gathered, plan, withheld, unavailable }: Findings,
  line = EMPTY[kind]!.line,
): string {
  const { lanes } = EMPTY[kind]!;
  const broken = gathered.degraded.find((one) => lanes.includes(one.lane));
  if (broken !== undefined) return `- Could not look: ${broken.reason}.`;
  if (kind === 'recent_events' && plan.maxRecentEvents === 0) return '- None were requested.';
  const isOfRows = kind === 'current_facts' || kind === 'retrieved_context';
  if (isOfRows && unavailable.length > 0) return `- ${line.slice(0, -1)} that could be read.`;
  return isOfRows && withheld.length > 0
    ? `- ${line.slice(0, -1)} that may be shown; see Context Warnings.`
    : `- ${line}`;
}

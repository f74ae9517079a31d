/** What a composed question adds to a checkout: a ledger of cited values and the result computed from it. */
import type { JsonObject } from '@hookloom/core';
import { buildBundle, type Bundle } from '../../synthesis/bundle.ts';
import { readComposedQuestion } from '../../synthesis/composed-question.ts';
import { isIncluded, type LedgerRow, type ResultStatus } from '../../synthesis/ledger-row.ts';
import { cleanText, excerpt, foldText, quoted } from '../../shown/clean-text.ts';
import { evidenceSet } from '../evidence-set.ts';
import type { Findings } from '../findings.ts';
import { sectionItem, sized, type Item, type JudgedItem } from '../items.ts';
import { sectionOf } from '../sections.ts';
import type { Row } from '../select.ts';
import type { Slot } from '../slot-plan.ts';
import type { Block } from './block.ts';

/** Ranks rows above the candidate that relies on them, so that a candidate is never shown without its ledger. */
const ROW_VALUE = sectionOf('answer_candidates').weight + 0.02;
const GROUP_SNIPPET_CHARS = 700;
const MAX_GROUPS = 8;
/** A fact below this share of the question only shares a word with it. */
const GROUPS_FROM = 0.3;

export const synthesisBlock: Block = {
  name: 'synthesis',
  async find({ findings, memory }) {
    const { plan, target, gathered } = findings;
    const asked = cleanText(plan.query);
    const question = readComposedQuestion(asked);
    if (question === null) return null;
    const sessions = target === null ? plan.sessions : [target.session];
    const bundle = await buildBundle(
      {
        memory,
        sessions,
        check: gathered.check,
        ...(target !== null && { asOfSeq: target.seq }),
      },
      question,
      asked,
    );
    // If no record contains the words of the question, the record may use other words.
    const said = findings.selection.facts.some(({ coverage }) => coverage >= GROUPS_FROM);
    const status = bundle.status === 'not_recorded' && said ? 'mentioned' : bundle.status;
    return blockOf({ ...bundle, status }, findings);
  },
};

function blockOf(bundle: Bundle, findings: Findings) {
  const { question, ledger, candidates, operations, status } = bundle;
  const rowItems = ledger.map((row, order) => [ledgerItem(row, order), row] as const);
  const candidateItems = candidates.map((candidate, order) => {
    const line = `- ${candidate.type}: ${answerText(candidate.answer, ledger)} (confidence ${candidate.confidence}; generated, check the ledger below)`;
    const item = measured(candidate, {
      kind: 'answer_candidates',
      order,
      value: sectionOf('answer_candidates').weight * 0.98 ** order,
      line,
    });
    return [item, candidate] as const;
  });
  const groupItems = groupsOf(findings).map((group, index) => {
    const order = ledger.length + index;
    const line = `- Source ${quoted(group['source_id'] as string, group['channel'] as Row['channel'])}: ${(group['citations'] as string[]).join(', ')}`;
    const { channel: _, ...entry } = group;
    const value = sectionOf('synthesis_evidence').weight * 0.95 ** index;
    return [measured(entry, { kind: 'synthesis_evidence', order, value, line }), entry] as const;
  });
  const guidance = guidanceOf(bundle);
  const guidanceItem = sectionItem(
    'synthesis_guidance',
    guidance.steps.map((step) => `- ${step}`).join('\n'),
  );
  return {
    items: [
      ...rowItems.map(([item]) => item),
      ...candidateItems.map(([item]) => item),
      ...groupItems.map(([item]) => item),
      guidanceItem,
    ],
    diagnostics(kept: ReadonlySet<Item>): JsonObject {
      const rows = rowItems.filter(([item]) => kept.has(item)).map(([, row]) => row);
      const groups = groupItems.filter(([item]) => kept.has(item)).map(([, group]) => group);
      const shown = candidateItems.filter(([item]) => kept.has(item)).map(([, each]) => each);
      const keys = new Set(shown.map(({ answer_key }) => answer_key));
      const current = findings.selection.facts.filter(({ role }) => role === 'fact');
      return {
        synthesis: {
          mode: question.mode,
          authority_status: 'non_authoritative',
          reasons: question.reasons,
          source_lane_slots: findings.evidencePlan.source_lane_slots,
          current_fact_count: current.length,
          citation_count: new Set(rows.map(({ citation }) => citation)).size,
          source_lanes: [...new Set(current.map(({ lane }) => lane))].sort(),
          evidence_groups: groups,
          answer_candidates: shown.map((each) => ({ ...each })),
          ledger_rows: rows.map((row) => ({ ...row })),
          operations: operations
            .filter(({ answer_key }) => keys.has(answer_key))
            .map((each) => ({ ...each })),
          result: {
            status,
            answer: shown[0]?.answer ?? null,
            answer_key: shown[0]?.answer_key ?? null,
            included_count: ledger.filter(isIncluded).length,
            excluded_count: ledger.filter((row) => !isIncluded(row)).length,
            searched_events: findings.gathered.searchedEvents,
          },
        },
      };
    },
    guidance: { synthesis: { ...guidance } },
    opens: openSlots(bundle),
    ...(candidates.length > 0 && {
      fills: (kept: ReadonlySet<JudgedItem>) =>
        candidateItems.some(([item]) => kept.has(item)) ? (['numeric', 'temporal'] as const) : [],
    }),
  };
}

/** A stated total is also an answer; a difference or an interval must be computed. */
function openSlots({ question: { operation }, status, ledger }: Bundle): Slot[] {
  if (status === 'computed' || operation === null) return [];
  if (operation === 'interval') return ['temporal'];
  if (operation === 'difference') return ['numeric'];
  const stated = ledger.some(({ exclude_reason: why }) => why === 'already_aggregated');
  return (operation === 'sum' || operation === 'average') && !stated ? ['numeric'] : [];
}

function ledgerItem(row: LedgerRow, order: number): Item {
  const said = quoted(foldText(row.raw_span), row.channel);
  const entity = quoted(foldText(row.entity), row.channel);
  const by = row.excluded_by === undefined ? '' : ` ${row.excluded_by}`;
  const verdict = row.exclude_reason === null ? 'included' : `excluded: ${row.exclude_reason}${by}`;
  const included = isIncluded(row);
  return measured(row, {
    kind: 'synthesis_evidence',
    order,
    value: included ? ROW_VALUE : sectionOf('synthesis_evidence').weight * 0.97 ** order,
    line: `- ${entity}: ${said} (${row.citation ?? 'no citation'}) [${foldText(row.time).slice(0, 10)} · ${row.channel} · ${verdict}]`,
  });
}

/** An item whose cost includes what it adds to `diagnostics`. */
function measured(entry: object, item: Omit<Item, 'chars'>): Item {
  const whole = sized(item);
  return { ...whole, chars: whole.chars + JSON.stringify(entry).length };
}

/** A list contains recorded names. It is as untrusted as its least trusted row. */
function answerText(answer: string, ledger: readonly LedgerRow[]): string {
  const reported = ledger.filter(isIncluded).find(({ channel }) => quoted('x', channel) !== 'x');
  return reported === undefined ? answer : quoted(foldText(answer), reported.channel);
}

/** Current facts by source, with more of their text than the base block shows. */
function groupsOf({ selection }: Findings): JsonObject[] {
  const rows = selection.facts.filter(
    ({ citation, coverage }) => citation !== null && coverage >= GROUPS_FROM,
  );
  return evidenceSet(rows)
    .groups.slice(0, MAX_GROUPS)
    .map((group): JsonObject => {
      const row = rows.find(({ citation }) =>
        (group['citations'] as string[]).includes(citation!),
      )!;
      const snippet = excerpt(foldText(row.content), GROUP_SNIPPET_CHARS);
      return { ...group, snippet: quoted(snippet, row.channel), channel: row.channel };
    });
}

const NO_CANDIDATE: Readonly<Record<Exclude<ResultStatus, 'computed'>, string>> = {
  uncertain_rows:
    'No answer is offered: some matching rows are ambiguous; see their exclude_reason.',
  too_many_rows:
    'No answer is offered: more rows match than can be checked one by one; narrow the question.',
  not_enough_rows:
    'No answer is offered: too few rows of one kind and unit match the whole question.',
  scope_not_understood:
    'No answer is offered: the question narrows the time or choice in a way that is not computed; compose it from the cited facts.',
  several_measures:
    'No answer is offered: the question asks for more than one kind of value; ask for one.',
  no_measure: 'No answer is offered: the question does not say what is to be added up.',
  no_subject: 'No answer is offered: the question does not say what it is about.',
  recorded: 'The log records it; cite the included rows.',
  mentioned: 'It is only mentioned; a mention does not prove that it happened.',
  not_recorded: 'The log records no such event. That is no proof that it never happened.',
  sources_only:
    'Nothing is computed: lay the cited sources side by side and say where they differ.',
};

function guidanceOf({ question, status, candidates }: Bundle) {
  const { mode, operation } = question;
  return {
    mode,
    evidence_needed:
      operation === null
        ? 'Cited sources that speak of the whole question.'
        : `Cited rows of one kind and unit for the operation ${operation}.`,
    steps:
      status === 'computed'
        ? [
            `Check that each included ledger row answers to the question, then use candidate 1 of ${candidates.length} and cite its rows.`,
            'After use, record it: memory_synthesis_artifact with this checkout, the candidate and an outcome.',
          ]
        : [NO_CANDIDATE[status]],
    trust: ['Included ledger rows cite the event that they were read from.'],
    ignore: [
      'An answer candidate is generated: without its ledger rows it is no fact.',
      'Excluded rows are no part of the answer; their exclude_reason says why.',
    ],
  };
}

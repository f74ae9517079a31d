/** Why an event was, or was not, in a checkout: the first rule that decides about it, with its place and score. */
import { eventClass, type Channel, type StoredEvent } from '@hookloom/core/events';
import { renderCitation, type JsonObject } from '@hookloom/core';
import { lessTrusted } from '../channels.ts';
import { extract } from '../extract/index.ts';
import type { FactHit, FactRow, SearchResult, SourceHit } from '../rows.ts';
import { lookUp, type CheckoutDeps, type CheckoutRequest } from './checkout.ts';
import { atOneHead, checkedOnce, readOnce, gather } from './gather.ts';
import { cleanText, fixed } from '../shown/clean-text.ts';
import type { StaleReason } from './code-anchors.ts';
import { decisionOn, reasonToWithhold } from '../shown/withhold.ts';
import { termsIn, weighQuestion } from '../question/question.ts';
import type { LeanAnswer } from './lean/answer.ts';
import { findLean, packLean } from './lean/lean-checkout.ts';
import { earlierMentions } from './holds.ts';
import { repeatsOf, statementsOf, type WhyRepeat, type WhyStatement } from './statements-of.ts';
import type { Row } from './select.ts';

export type WhyRule =
  | 'shown'
  | 'shown_with_another'
  | 'stale'
  | 'forgotten'
  | 'other_session'
  | 'telemetry'
  | 'after_ref'
  | 'not_projected'
  | 'superseded'
  | 'invalidated'
  | 'suppressed'
  | 'faded'
  | 'no_shared_word'
  | 'withheld'
  | 'elided_by_budget'
  | 'below_limit';

export interface WhyTarget {
  session: string;
  event: StoredEvent;
}

export interface Why {
  citation: string;
  shown: boolean;
  rule: WhyRule;
  explanation: string;
  /** Its position: in the answer if it is shown, otherwise in the ranking of its lane. */
  place: { list: string; place: number; of: number } | null;
  score: number | null;
  /** Named parts that add up to the score. */
  score_parts: JsonObject;
  /** Words of the question that the event contains. */
  shared_words: string[];
  /** The event that ended its validity, and what a person can do. */
  because_of: string | null;
  also_in: string[];
  /** The rule of the purpose that suppressed it. */
  suppressed_by: string | null;
  /** Files that it cites and that changed since it was recorded. */
  stale: { path: string; reason: StaleReason }[];
  /** The statements of its turn, with the words by which each was recognised and the event that ended it. */
  statements: WhyStatement[];
  /** Its outside text: the channel it inherits, and the event that brought it. */
  repeats: WhyRepeat[];
}

const RANKED = 100;
const WHOLE_BUDGET = 2 ** 31 - 1;

type Found = { hit: FactHit | SourceHit; list: string; place: number; of: number };

/** Reads only. The request must be the one of the explained checkout. */
export async function why(
  given: CheckoutDeps,
  request: CheckoutRequest,
  { session, event }: WhyTarget,
): Promise<Why> {
  const reading = await atOneHead({ ...given, store: checkedOnce(given.store) }, request);
  const deps = { ...reading, memory: readOnce(reading.memory) };
  const citation = renderCitation(session, event.seq, event.hash);
  const sessions = [request.session, ...(request.sessions ?? [])];
  const base = {
    citation,
    shown: false,
    place: null,
    score: null,
    score_parts: {},
    shared_words: [],
    because_of: null,
    also_in: [],
    suppressed_by: null,
    stale: [],
    statements: await statementsOf(deps, session, event),
    repeats: await repeatsOf(deps, session, event.seq),
  };
  const ruled = (rule: WhyRule, more: Partial<Why> = {}): Why => ({
    ...base,
    rule,
    explanation: EXPLAINED[rule],
    ...more,
  });
  if (event.shredded !== null) return ruled('forgotten');
  if (!sessions.includes(session)) return ruled('other_session');
  const said = extract(event);
  const isSilent = (said.document ?? null) === null && (said.facts ?? []).length === 0;
  if (eventClass(event.type) === 'telemetry' || isSilent) return ruled('telemetry');

  const findings = await findLean(deps, request);
  const answer = packLean(deps, request, findings) as LeanAnswer;
  const isIt = (row: { session: string; seq: number }): boolean =>
    row.session === session && row.seq === event.seq;
  // The rows after the visible ones, to explain why a row that the search found is not shown.
  const { plan, target, scoring } = findings;
  const isShown = placeIn(answer, citation, []) !== null;
  const longer = { candidates: RANKED, scoring };
  const isFound = [
    findings.gathered.search,
    ...(isShown ? [] : [(await gather(deps, plan, target, longer)).search]),
  ].some(({ facts, sources }) =>
    [
      ...facts.flatMap(({ fact }) => [fact, ...earlierMentions(fact)]),
      ...sources.map(({ source }) => source),
    ].some(isIt),
  );
  const looked =
    isShown || !isFound ? findings : await lookUp(deps, request, RANKED, findings.question);
  const { admission, codeAnchors, selection } = looked;
  const rows = [...selection.facts, ...selection.reported, ...selection.more];
  const stale = (codeAnchors?.stale ?? []).filter((entry) => entry.citation === citation);
  const also_in = answer.working_set?.some((item) => item['citation'] === citation)
    ? ['working_set']
    : [];
  const ranking = await rankingOf(deps, request);
  const found = placeInRanking(ranking, { session, event });
  const words = await sharedWords(deps, request, { event, ranking });
  const scored: Partial<Why> = {
    also_in,
    shared_words: words,
    stale: stale.map(({ path, reason }) => ({ path, reason })),
    ...(found !== null && {
      place: { list: found.list, place: found.place, of: found.of },
      score: fixed(found.hit.score),
      score_parts: Object.fromEntries(
        Object.entries(found.hit.parts).map(([name, value]) => [name, fixed(value)]),
      ),
    }),
  };
  const shown = placeIn(answer, citation, rows);
  if (shown !== null) {
    const rule = stale.length > 0 && shown.rule === 'shown' ? 'stale' : shown.rule;
    return ruled(rule, { ...scored, shown: true, place: shown.place });
  }
  if (answer.ref && event.seq > answer.ref.target_seq) return ruled('after_ref', scored);
  const { cursor } = await deps.memory.stats(session);
  if ((cursor?.seq ?? 0) < event.seq) return ruled('not_projected', scored);
  const ends = base.statements.map(({ ended_by: by }) => by?.citation);
  if (ends.length > 0 && ends.every((by) => by !== undefined))
    return ruled('superseded', { ...scored, because_of: ends[0]! });
  const ended = await endOf(deps, session, event, said.facts ?? []);
  if (ended !== null) return ruled(ended.rule, { ...scored, because_of: ended.citation });
  const suppressed = admission.audit.suppressed.find(({ row }) => isIt(row));
  if (suppressed !== undefined)
    return ruled('suppressed', { ...scored, suppressed_by: suppressed.rule });
  if (admission.audit.attenuated.some(isIt)) return ruled('faded', scored);
  if (words.length === 0) return ruled('no_shared_word', scored);
  const decided = decisionOn({ session, ...event }, findings.gathered.decisions);
  const text = said.document?.content ?? '';
  if (decided === null ? isWithheld(event, text, base.repeats) : decided === 'held')
    return ruled('withheld', scored);
  const whole = { ...findings, plan: { ...plan, maxTokens: WHOLE_BUDGET } };
  const isElided =
    isFound && placeIn(packLean(deps, request, whole) as LeanAnswer, citation, rows) !== null;
  return ruled(isElided ? 'elided_by_budget' : 'below_limit', scored);
}

const EXPLAINED: Record<WhyRule, string> = {
  shown: 'The checkout contains it.',
  shown_with_another: 'Another row says the same; it is cited there.',
  stale:
    'A file that it rests on has changed since, so it is shown as stale evidence and is no current fact.',
  suppressed: 'The requested purpose leaves out such rows.',
  faded: 'It was invalidated or contradicted by use, and has faded below the floor of salience.',
  forgotten: 'Its content was forgotten and destroyed.',
  other_session: 'It is in a session that the question does not search.',
  telemetry:
    'It is a record of the product about itself, or a mark, and never comes back as memory.',
  after_ref: 'It is newer than the requested ref.',
  not_projected: 'The memory has not indexed it yet. Ask again in a moment.',
  superseded: 'A newer version of the same fact is current.',
  invalidated: 'The fact was invalidated.',
  no_shared_word: 'It shares no telling word with the question.',
  withheld: 'It gives instructions to the assistant, or a person withheld it.',
  elided_by_budget: 'It was found, and the token budget left it out.',
  below_limit: 'Other rows fit the question better, and the limit ended before it.',
};

/** @param found Rows with the citations of those that say the same. */
function placeIn(
  answer: LeanAnswer,
  citation: string,
  found: readonly Row[],
): { rule: 'shown' | 'shown_with_another'; place: Why['place'] } | null {
  const same = found.filter(({ alsoCited }) => alsoCited.includes(citation));
  for (const list of ['current_facts', 'evidence'] as const) {
    const rows = answer[list];
    const at = rows.findIndex((row) => row.citation === citation);
    if (at >= 0) return { rule: 'shown', place: { list, place: at + 1, of: rows.length } };
    const beside = rows.findIndex((row) => same.some((each) => each.citation === row.citation));
    if (beside >= 0)
      return { rule: 'shown_with_another', place: { list, place: beside + 1, of: rows.length } };
  }
  return null;
}

function rankingOf(
  { memory }: CheckoutDeps,
  { query, session, sessions }: CheckoutRequest,
): Promise<SearchResult> {
  return memory.search({
    query,
    sessions: [...new Set([session, ...(sessions ?? [])])],
    limit: RANKED,
    includeSuperseded: true,
  });
}

/** Its best position in the ranking of either lane. */
function placeInRanking({ facts, sources }: SearchResult, target: WhyTarget): Found | null {
  const isIt = (row: { session: string; seq: number }): boolean =>
    row.session === target.session && row.seq === target.event.seq;
  const fact = facts.findIndex((hit) => isIt(hit.fact));
  if (fact >= 0) return { hit: facts[fact]!, list: 'graph', place: fact + 1, of: facts.length };
  const source = sources.findIndex((hit) => isIt(hit.source));
  if (source < 0) return null;
  return { hit: sources[source]!, list: 'verbatim', place: source + 1, of: sources.length };
}

async function sharedWords(
  { memory }: CheckoutDeps,
  { query, session, sessions = [] }: CheckoutRequest,
  { event, ranking }: { event: StoredEvent; ranking: SearchResult },
): Promise<string[]> {
  // Other sessions may have actors whose names are not words of the question.
  const isSame = sessions.every((each) => each === session);
  const { terms } = isSame
    ? ranking
    : await memory.search({ query, sessions: [session], limit: 1 });
  const question = weighQuestion(query, terms, 1);
  const { document, facts = [] } = extract(event);
  const text = [document?.content ?? '', ...facts.flatMap(({ name, content }) => [name, content])];
  const held = termsIn(question, text.join('\n'));
  return question.terms.filter((_, at) => held.has(at)).map(({ spelled }) => cleanText(spelled));
}

/** What ended the fact that the event asserted, if no version of it is valid any more. */
async function endOf(
  { memory, store }: CheckoutDeps,
  session: string,
  event: StoredEvent,
  drafts: readonly { type: string; name: string }[],
): Promise<{ rule: 'superseded' | 'invalidated'; citation: string } | null> {
  let last: FactRow['supersededBy'] = null;
  for (const { type, name } of drafts) {
    const versions = await memory.facts({
      sessions: [session],
      types: [type],
      names: [name],
      limit: RANKED,
      includeSuperseded: true,
    });
    const own = versions.find(({ seq }) => seq === event.seq);
    if (own?.validTo) last = own.supersededBy ?? last;
  }
  if (last === null) return null;
  const by = await store.at(last.session, last.seq);
  return {
    rule: by?.type === 'fact.invalidated' ? 'invalidated' : 'superseded',
    citation: renderCitation(last.session, last.seq, last.hash),
  };
}

function isWithheld({ origin }: StoredEvent, text: string, repeats: Why['repeats']): boolean {
  const own = origin?.channel ?? 'file';
  const channel = repeats.reduce<Channel>((least, from) => lessTrusted(least, from.channel), own);
  return reasonToWithhold(channel, text) !== null;
}

/** Recorded commands and edits, for a question about nothing else: "Which tests failed?", "How do I run the tests?" */
import { partsOf, programOf } from '../consolidation/mining/command-line.ts';
import { commandSteps } from '../consolidation/mining/command-steps.ts';
import { kindOf } from '../consolidation/mining/kinds.ts';
import { isPersons } from '../salience/statement-value.ts';
import { START, type AskedRecords } from '../question/asked-kinds.ts';
import type { FactHit, SearchResult, SourceHit, SourceRow } from '../rows.ts';
import { isWithin } from './last-work.ts';

const TYPES = { commands: ['command.completed'], edits: ['file.edit.applied'] };
const READ = 500;
const MOST = 30;
const RULES: ReadonlySet<string> = new Set(['rule', 'decision', 'preference']);
/** Share of the question that a rule covers to come before the records. */
const RULE_COVERS = 0.5;
const MOST_RULES = 3;
const STARTS = /\b(?:start|serve|dev)\b|^docker compose up\b/;

interface Group {
  newest: SourceRow;
  count: number;
}

/**
 * The search with the recorded work in place of its results: one row for each command or file, the newest first, or the
 * most frequent. What a person said about how to do it comes first. Null: nothing of the kind is recorded.
 *
 * @param read Returns events of these types, newest first, at most `limit`.
 */
export async function withRecorded(
  search: SearchResult,
  asked: AskedRecords,
  read: (types: string[], limit: number) => Promise<SourceRow[]>,
): Promise<SearchResult | null> {
  const groups = new Map<string, Group>();
  for (const row of await read(TYPES[asked.of], READ)) {
    if (!isWithin(search.time, row.timestamp) || !isAsked(row, asked)) continue;
    const name = nameOf(row);
    const group = groups.get(name) ?? { newest: row, count: 0 };
    group.count++;
    groups.set(name, group);
  }
  const rows = [...groups.values()].filter(
    ({ newest }) => asked.failed !== 'still' || hasFailed(newest),
  );
  if (rows.length === 0) return null;
  if (asked.byCount || asked.isGuide) rows.sort((a, b) => b.count - a.count);
  const kept = rows.slice(0, MOST);
  const sources = kept.map(({ newest: source }, at): SourceHit => {
    const score = 2 - at / kept.length;
    return { lane: 'verbatim', source, score, parts: { newest: 1 }, coverage: 0 };
  });
  const rules = asked.isGuide ? search.facts.filter(isPersonsRule).slice(0, MOST_RULES) : [];
  return { ...search, facts: rules.map((hit) => ({ ...hit, score: 2 + hit.score })), sources };
}

const nameOf = ({ metadata: { name }, content }: SourceRow): string =>
  typeof name === 'string' ? name : content;

const isPersonsRule = ({ fact, coverage }: FactHit): boolean =>
  RULES.has(fact.entityType) && isPersons(fact) && fact.validTo === null && coverage >= RULE_COVERS;

function hasFailed({ metadata: { exit_code: exit, outcome } }: SourceRow): boolean {
  return (typeof exit === 'number' && exit !== 0) || outcome === 'failed';
}

function isAsked(row: SourceRow, { of, action, failed, isGuide }: AskedRecords): boolean {
  if (of === 'edits') return true;
  if (failed === true && !hasFailed(row)) return false;
  if (action === undefined && failed !== 'still') return true;
  const { exit_code: exit, outcome } = row.metadata;
  const command = nameOf(row);
  const steps = isGuide
    ? commandSteps({
        command,
        exitCode: typeof exit === 'number' ? exit : null,
        reported: outcome === 'passed' || outcome === 'failed' ? outcome : null,
        output: row.content,
      }).filter(({ isGood }) => isGood)
    : partsOf(command).flatMap(({ text }) => programOf(text) ?? []);
  return steps.some(({ name }) => {
    const kind = kindOf(name);
    if (action === undefined) return kind.isCheck;
    return action === START ? STARTS.test(name) : kind.action === action;
  });
}

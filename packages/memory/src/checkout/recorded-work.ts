/** Recorded commands, edits and documents, for a question about nothing else: "Which tests failed?", "What is this project?" */
import { partsOf, programOf } from '../consolidation/mining/command-line.ts';
import { commandSteps } from '../consolidation/mining/command-steps.ts';
import { kindOf } from '../consolidation/mining/kinds.ts';
import { isPersons } from '../salience/statement-value.ts';
import { START, type AskedRecords, type AskedRuns } from '../question/asked-records.ts';
import type { FactHit, FactRow, SearchResult, SourceHit, SourceRow } from '../rows.ts';
import { isWithin } from './last-work.ts';

const TYPES = { commands: ['command.completed'], edits: ['file.edit.applied'] };
const READ = 500;
const MOST = 30;
const RULES: ReadonlySet<string> = new Set(['rule', 'decision', 'preference']);
/** Share of the question that a rule covers to come before the records. */
const RULE_COVERS = 0.5;
/** It says what to run, or with what. */
const SAYS_HOW =
  /\b(?:run|start|build|test|lint|deploy|use)\b.*\b(?:with|using|via|through)\b|^(?:(?:always|never|only|please) )*(?:run|use|start|call)\b/i;
const MOST_RULES = 3;
const MOST_CAUSES = 10;
const MOST_PARTS = 8;
const STARTS = /\b(?:start|serve|dev)\b|^docker compose up\b/;

interface Group {
  newest: SourceRow;
  count: number;
}

/**
 * The search with the recorded work in place of its results: one row for each command or file, the newest first, or the
 * most frequent. What a person said about how to do it, or the causes of failures, come first. Null: nothing of the
 * kind is recorded.
 *
 * @param read Returns events of these types with this word, newest first, at most `limit`.
 * @param readFacts Returns the current facts of these types, newest first, at most `limit`.
 */
export async function withRecorded(
  search: SearchResult,
  asked: AskedRecords,
  read: (types: string[], limit: number, containing?: string) => Promise<SourceRow[]>,
  readFacts: (types: string[], limit: number) => Promise<FactRow[]>,
): Promise<SearchResult | null> {
  if (asked.of === 'documents') {
    const sources = inOrder(await describing(asked.words, read));
    return sources.length === 0 ? null : { ...search, facts: [], sources };
  }
  const causes = asked.withCauses ? await readFacts(['cause'], MOST_CAUSES) : [];
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
  if (rows.length + causes.length === 0) return null;
  if (asked.byCount || asked.isGuide) rows.sort((a, b) => b.count - a.count);
  const sources = inOrder(rows.slice(0, MOST).map(({ newest }) => newest));
  const rules = asked.isGuide ? search.facts.filter(isPersonsRule).slice(0, MOST_RULES) : [];
  const facts = [
    ...rules.map((hit) => ({ ...hit, score: 2 + hit.score })),
    ...causes.map((fact, at): FactHit => ({
      lane: 'graph',
      fact,
      score: 2 - at / causes.length,
      parts: { kind: 1 },
      coverage: 0,
    })),
  ];
  return { ...search, facts, sources };
}

function inOrder(rows: readonly SourceRow[]): SourceHit[] {
  return rows.map((source, at) => {
    const score = 2 - at / rows.length;
    return { lane: 'verbatim', source, score, parts: { newest: 1 }, coverage: 0 };
  });
}

/** The parts of documents whose path or heading has one of the words: the nearest to the root first, in their order. */
async function describing(
  words: readonly string[],
  read: Parameters<typeof withRecorded>[2],
): Promise<SourceRow[]> {
  const found = new Map<string, { row: SourceRow; depth: number }>();
  for (const word of words)
    for (const row of await read(['document.indexed'], READ, word)) {
      const { path, heading } = row.metadata;
      if (row.channel !== 'file' || typeof path !== 'string' || typeof heading !== 'string')
        continue;
      const folders = path.split('/');
      const name = `${folders.at(-1)}\n${heading.split(' › ').at(-1)}`;
      if (name.toLowerCase().includes(word))
        found.set(`${row.session} ${row.seq}`, { row, depth: folders.length });
    }
  const [first, ...others] = [...found.values()].sort(
    (a, b) => a.depth - b.depth || a.row.seq - b.row.seq,
  );
  return first === undefined
    ? []
    : [first, ...others]
        .filter(({ depth }) => depth === first.depth)
        .map(({ row }) => row)
        .slice(0, MOST_PARTS);
}

const nameOf = ({ metadata: { name }, content }: SourceRow): string =>
  typeof name === 'string' ? name : content;

const isPersonsRule = ({ fact, coverage }: FactHit): boolean =>
  RULES.has(fact.entityType) &&
  isPersons(fact) &&
  fact.validTo === null &&
  coverage >= RULE_COVERS &&
  SAYS_HOW.test(fact.content);

function hasFailed({ metadata: { exit_code: exit, outcome } }: SourceRow): boolean {
  return (typeof exit === 'number' && exit !== 0) || outcome === 'failed';
}

function isAsked(row: SourceRow, { of, action, failed, isGuide }: AskedRuns): boolean {
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

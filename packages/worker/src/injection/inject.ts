/** The context of a project for a new session, from the memory of its workspaces. */
import {
  decisionOn,
  readDecisions,
  type FactRow,
  type Memory,
  type ObservationRow,
  type QuarantineDecision,
  type QuarantineDecisions,
  type SummaryRow,
} from '@hookloom/memory';
import { isPinned, PINNED_TYPES, unavailableLines } from '@hookloom/memory/checkout';
import type { UnavailableEvent } from '@hookloom/core/events';
import { staleFiles } from '../notes/stale-files.ts';
import { partsOfSession } from '../operations/notices.ts';
import { openedMemory } from '../memory-access.ts';
import type { Runtime } from '../runtime.ts';
import { isExcluded } from '../settings/excluded-projects.ts';
import { retentionOf, defaultSettings, namesIn, type Settings } from '../settings/settings.ts';
import { verifiedRows, inAnswer, noteUnavailable } from '../unavailable-events.ts';
import { parsePublicId, publicId } from '../workspaces/ids.ts';
import type { OpenWorkspace } from '../workspaces/workspaces.ts';
import { budgetOf, DEFAULT_BUDGET } from './frame.ts';
import type { NoteCandidate, RankedNote, SummaryCandidate, Task } from './candidate.ts';
import { layOut, type Layout } from './layout.ts';
import { rankNotes } from './rank.ts';
import { MAX_CONTEXT_BYTES, linesOf, oneOfEach } from './led-by-statements.ts';
import { currentStatements, validAt, rankStatements, type RankedStatement } from './statements.ts';
import { verifiedStatements } from './verified-statements.ts';
import { teamLines } from './team-lines.ts';

export interface InjectRequest extends Task {
  /** The name in the heading. */
  project: string;
  client?: string;
  /** In bytes. Default: the client's limit. */
  budget?: number;
  withWhy?: boolean;
  /** How many notes and sessions at most. */
  notes?: number;
  sessions?: number;
  /** Whether to include only rows related to the prompt. */
  isRelevantOnly?: boolean;
  /** Default: no settings. */
  settings?: Settings;
  /** An IANA name. */
  zone: string;
  nowMs: number;
}

/** How many rows of each workspace are read, newest first. Rows related to the task are searched without this limit. */
const NEWEST = 200;
const FOUND = 30;
const SUMMARIES = 100;
const PINS = 50;

/** Updates the projection first, so that the answer includes everything acknowledged before the call. */
export async function inject(
  workspaces: readonly OpenWorkspace[],
  request: InjectRequest,
): Promise<Layout> {
  const settings = request.settings ?? defaultSettings;
  const allowed = workspaces.filter((open) => !isExcluded(settings, open));
  if (allowed.length < workspaces.length && allowed.length === 0) return NOTHING;
  const gathered = await Promise.all(allowed.map((open) => gather(open, request, settings)));
  const known = gathered.flatMap((part) => part.notes);
  const files = request.files.length > 0 ? request.files : lastFiles(known);
  const bears = (note: RankedNote): boolean => note.why.some(({ reason }) => reason === 'prompt');
  const notes = rankNotes(known, { ...request, files })
    .filter((note) => request.isRelevantOnly !== true || bears(note))
    .filter(({ row }) => row.pinned || isWanted(row, settings));
  const pins = notes.filter(({ row }) => row.pinned).length;
  const most = request.notes ?? Math.max(pins, numberIn(settings, 'OBSERVATIONS'));
  const summaries = gathered
    .flatMap((part) => part.summaries)
    .toSorted((a, b) => b.row.created_at_epoch - a.row.created_at_epoch || b.id - a.id);
  const { project, nowMs, zone, withWhy = false } = request;
  const statements = gathered.map(({ statements: said }) =>
    rankStatements(said, { ...request, files }, request.isRelevantOnly === true),
  );
  const shown = await heldOnly(allowed, notes.slice(0, most), summaries, statements);
  const head = headOf(shown.unavailable);
  const whole = budgetOf(request.budget) - Buffer.byteLength(head);
  const { lines: own, shown: said } = linesOf(allowed, shown.statements, { whole, withWhy });
  const [first] = allowed;
  const team =
    first === undefined ? [] : await teamLines(first.runtime.context, { ...request, files });
  const lines = [...own, ...team];
  const isLed = lines.length > 0;
  const isAsked = request.budget !== undefined && request.budget !== DEFAULT_BUDGET;
  const budget = isLed && !isAsked ? Math.min(whole, MAX_CONTEXT_BYTES) : whole;
  const layout = layOut({
    project,
    statements: lines,
    // Activity is less useful than decisions.
    notes: shown.notes.filter(({ row }) => !isLed || request.notes !== undefined || row.pinned),
    summaries:
      isLed && request.sessions === undefined
        ? oneOfEach(shown.summaries)
        : shown.summaries.slice(0, request.sessions ?? numberIn(settings, 'SESSION_COUNT')),
    budget,
    client: request.client,
    nowMs,
    zone,
    withWhy,
    full: {
      count: numberIn(settings, 'FULL_COUNT'),
      field: settings['CLAUDE_MEM_CONTEXT_FULL_FIELD'] === 'facts' ? 'facts' : 'narrative',
    },
    withLastSummary: !isLed && settings['CLAUDE_MEM_CONTEXT_SHOW_LAST_SUMMARY'] !== 'false',
  });
  if (layout.text !== '') layout.said = said;
  layout.holding = gathered[0]?.holding ?? [];
  const turns = gathered.map(({ untilMs }) => untilMs).filter((ms) => ms !== null);
  if (turns.length > 0) layout.untilMs = Math.min(...turns);
  if (head === '' || layout.text === '') return layout;
  const text = layout.text.replace('\n', `\n${head}`);
  return { ...layout, text, bytes: Buffer.byteLength(text), isPartial: true };
}

/** The rows to show that are really in the logs. */
async function heldOnly(
  workspaces: readonly OpenWorkspace[],
  notes: RankedNote[],
  summaries: SummaryCandidate[],
  statements: RankedStatement[][],
) {
  return inAnswer(async (noticed) => {
    const gone = new Set<ObservationRow | SummaryRow>();
    const said: RankedStatement[][] = [];
    for (const [at, { runtime, workspace, slot }] of workspaces.entries()) {
      const opened = await runtime.memory.open();
      said.push(
        await verifiedStatements(runtime.store, statements[at]!, opened.ok ? opened.memory : null),
      );
      const rows = [...notes, ...summaries].filter(({ id }) => parsePublicId(id)?.slot === slot);
      const held = await verifiedRows(runtime.store, rows, ({ row }) => ({
        ...row,
        session: workspace.session,
      }));
      const kept = new Set<unknown>(held);
      for (const each of rows) if (!kept.has(each)) gone.add(each.row);
      if (opened.ok) {
        const { gaps } = await opened.memory.stats(workspace.session, { fresh: false });
        noteUnavailable(gaps);
      }
    }
    return {
      notes: notes.filter(({ row }) => !gone.has(row)),
      summaries: summaries.filter(({ row }) => !gone.has(row)),
      statements: said,
      unavailable: noticed().unavailable,
    };
  });
}

/** The first lines inside the frame. */
function headOf(unavailable: readonly UnavailableEvent[]): string {
  const lines = unavailableLines(unavailable);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

const NOTHING: Layout = {
  text: '',
  bytes: 0,
  shown: [],
  sessions: [],
  withheld: [],
  reachable: 0,
};

function numberIn(settings: Settings, name: string): number {
  return Number(settings[`CLAUDE_MEM_CONTEXT_${name}`]);
}

function isWanted({ type, concepts }: ObservationRow, settings: Settings): boolean {
  const types = namesIn(settings, 'CLAUDE_MEM_CONTEXT_OBSERVATION_TYPES');
  const taught = namesIn(settings, 'CLAUDE_MEM_CONTEXT_OBSERVATION_CONCEPTS');
  return (
    (types.length === 0 || types.includes(type)) &&
    (taught.length === 0 || concepts.some((concept) => taught.includes(concept)))
  );
}

/** Without a task, uses the files that the newest session changed. */
function lastFiles(notes: readonly NoteCandidate[]): string[] {
  const byAge = notes
    .filter(({ row }) => row.files_modified.length > 0)
    .toSorted((a, b) => b.row.created_at_epoch - a.row.created_at_epoch || b.id - a.id);
  const session = byAge[0]?.row.content_session_id;
  const own = byAge.filter(({ row }) => row.content_session_id === session);
  return [...new Set(own.flatMap(({ row }) => row.files_modified))].slice(0, 50);
}

async function gather(
  { runtime, workspace, slot }: OpenWorkspace,
  { prompt, files, nowMs }: Task & { nowMs: number },
  settings: Settings,
) {
  const { session: log } = workspace;
  const memory = await openedMemory(runtime.context);
  const { notes } = memory;
  const standing = await baseRows(runtime, memory, JSON.stringify(retentionOf(settings)));
  const lists = await Promise.all([
    files.length === 0 ? [] : notes.observations({ log, limit: FOUND, files }),
    prompt.trim() === ''
      ? []
      : notes
          .search({ log, limit: FOUND, query: prompt.slice(0, 1000), kinds: ['observations'] })
          .then(({ observations }) => observations),
  ]);
  const rows = new Map([...standing.notes, ...lists.flat()].map((row) => [row.seq, row]));
  for (const row of standing.kept) rows.set(row.seq, row);
  const all = [...rows.values()];
  const stale = await staleFiles(notes, { root: workspace.root, log }, all);
  const { held: statements, untilMs } = validAt(standing.statements, nowMs);
  return {
    statements,
    /** When the next statement becomes valid or ends. */
    untilMs,
    /** These and the pinned facts. */
    holding: [...statements, ...standing.pins],
    notes: all.map((row) => ({
      id: publicId(row.seq, slot),
      row,
      stale: stale.get(row.seq) ?? [],
      decided: decidedOn(row, standing.decisions),
    })),
    summaries: standing.summaries.map((row) => ({
      id: publicId(row.seq, slot),
      row,
      decided: decidedOn(row, standing.decisions),
    })),
  };
}

function decidedOn(
  { log: session, seq, hash, ...row }: ObservationRow | SummaryRow,
  decisions: QuarantineDecisions,
): QuarantineDecision | null {
  const told = 'told_seq' in row ? (row.told_seq ?? 0) : 0;
  return decisionOn({ session, seq, hash, told }, decisions);
}

/** The rows that do not depend on the task. They only depend on the head of the log and on the pinned rows. */
interface BaseRows {
  head: string;
  notes: ObservationRow[];
  summaries: SummaryRow[];
  /** Pinned content. */
  kept: ObservationRow[];
  pins: FactRow[];
  statements: FactRow[];
  decisions: QuarantineDecisions;
}

const remembered = new WeakMap<Runtime, BaseRows>();

/** Reads again if the log has grown, which is rare between two sessions. */
async function baseRows(runtime: Runtime, memory: Memory, rule: string): Promise<BaseRows> {
  const log = runtime.workspace.session;
  const at = await runtime.store.head(log);
  const head = at === null ? '' : `${at.seq} ${at.hash} ${rule}`;
  const known = remembered.get(runtime);
  if (known?.head === head) return known;
  const { notes } = memory;
  const newest = await notes.observations({ log, limit: NEWEST });
  const pins = await notes.observations({ log, limit: PINS, pinned: true });
  const facts = await memory.facts({ sessions: [log], types: PINNED_TYPES, limit: PINS });
  const logs = [log, ...partsOfSession(runtime.context, log)];
  const decisions = await readDecisions(memory, logs);
  const rows: BaseRows = {
    head,
    statements: await currentStatements(memory, logs, decisions),
    notes: [...newest, ...pins],
    summaries: await notes.summaries({ log, limit: SUMMARIES }),
    kept: facts.filter(isPinned).map(noteOfFact),
    pins: facts.filter(isPinned),
    decisions,
  };
  remembered.set(runtime, rows);
  return rows;
}

/** Shows a fact pinned with `memory_remember` like a pinned note. */
function noteOfFact(fact: FactRow): ObservationRow {
  return {
    log: fact.session,
    seq: fact.seq,
    hash: fact.hash,
    event_id: fact.eventId,
    channel: fact.channel,
    created_at: fact.validFrom,
    created_at_epoch: Date.parse(fact.validFrom),
    content_session_id: '',
    platform_source: '',
    type: 'decision',
    title: fact.content,
    subtitle: null,
    narrative: null,
    facts: [],
    concepts: [],
    files_read: [],
    files_modified: [],
    prompt_number: null,
    discovery_tokens: 0,
    content_hash: '',
    generated_by_model: 'manual',
    agent_type: null,
    agent_id: null,
    pinned: true,
    relevance_count: 1,
    covers: [],
    file_states: {},
    superseded_by: null,
    told_seq: null,
  };
}

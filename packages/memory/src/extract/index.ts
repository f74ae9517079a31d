/** The table from event type to extractor. `ignored` events are kept in the log and say nothing to the memory. */
import {
  eventClass,
  standingOf,
  writerOf,
  type JsonObject,
  type StoredEvent,
} from '@hookloom/core';
import {
  contextPolicy,
  decisionMade,
  goalCreated,
  handoffCreated,
  issueDiagnosed,
  preferenceChanged,
  taskChanged,
  verificationRecorded,
} from './agent-work.ts';
import { outcomeOf, keeping, salienceChanged } from './reinforcement.ts';
import { corrected, forgotten, invalidated, reinforced, remembered } from './corrections.ts';
import { causalEdge, inferredEdge, retractedEdge } from './edges.ts';
import type { Authority } from '../rows.ts';
import { attachedNote } from './attached-notes.ts';
import { actor, bound, document, readable, type Extracted, type Extractor } from './extracted.ts';
import {
  checkpoint,
  compactionCompleted,
  instructionsSeen,
  profileCorrected,
  sessionEnded,
  sessionGenesis,
  sessionMark,
  subagentEnded,
  subagentStarted,
} from './lifecycle.ts';
import { noteRecorded, sessionSummarized } from './notes.ts';
import {
  callSettled,
  commandCompleted,
  fileEditApplied,
  toolCallCompleted,
  transcriptTurn,
} from './observations.ts';
import { evidenceOutcome, synthesisArtifact, synthesisOutcome } from './synthesis.ts';
import {
  skillApplied,
  skillContradicted,
  skillDeprecated,
  skillOutcome,
  skillProposed,
  skillRevised,
  skillValidated,
} from './skills.ts';

import { quarantineDecided, withoutDecisions } from './quarantine.ts';
import {
  codeFileIndexed,
  codeRelations,
  codeSymbolIndexed,
  documentIndexed,
  sourceSeen,
} from './sources.ts';

export const extractors: Readonly<Record<string, Extractor | 'ignored'>> = {
  'goal.created': goalCreated,
  'task.proposed': taskChanged,
  'task.claimed': taskChanged,
  'task.completed': taskChanged,
  'decision.made': decisionMade,
  'context.policy': contextPolicy,
  'issue.diagnosed': issueDiagnosed,
  'verification.recorded': verificationRecorded,
  'handoff.created': handoffCreated,
  'user.preference_changed': preferenceChanged,
  'session.genesis': sessionGenesis,
  'session.profile.corrected': profileCorrected,
  'session.ended': sessionEnded,
  'workspace.instructions.discovered': instructionsSeen,
  'workspace.instructions.updated': instructionsSeen,
  'subagent.started': subagentStarted,
  'subagent.completed': subagentEnded,
  'subagent.cleaned': subagentEnded,
  'compaction.started': 'ignored',
  'compaction.completed': compactionCompleted,
  'hook.session_started': sessionMark,
  'hook.resumed': sessionMark,
  'hook.session_resumed': sessionMark,
  'hook.stop': 'ignored',
  'hook.precompact': 'ignored',
  'hook.checkpoint': checkpoint,
  'hook.heartbeat': 'ignored',
  'hook.user_prompt_submitted': 'ignored',
  'hook.pre_tool_use': 'ignored',
  'hook.notification': 'ignored',
  'hook.run.completed': 'ignored',
  'hook.trusted': 'ignored',
  'hook.guard.reported': 'ignored',
  'transcript.turn': transcriptTurn,
  'tool.call.completed': toolCallCompleted,
  'command.completed': commandCompleted,
  'tool.call.settled': callSettled,
  'file.edit.applied': fileEditApplied,
  'document.indexed': documentIndexed,
  'source.discovered': sourceSeen,
  'source.changed': sourceSeen,
  'source.unchanged': 'ignored',
  'source.deleted': sourceSeen,
  'code.file.indexed': codeFileIndexed,
  'code.symbol.indexed': codeSymbolIndexed,
  'code.import.indexed': codeRelations,
  'code.dependency.indexed': codeRelations,
  'code.call.indexed': codeRelations,
  'code.coverage.indexed': codeRelations,
  'projection.updated': 'ignored',
  'memory.reinforced': reinforced,
  'memory.feedback': outcomeOf,
  'memory.feedback.recorded': 'ignored',
  'memory.reinforcement': salienceChanged,
  'metacognition.fok.predicted': 'ignored',
  'memory.checkout.completed': 'ignored',
  'memory.bootstrap.shown': 'ignored',
  'memory.reminder.suggested': 'ignored',
  'memory.ref.updated': 'ignored',
  'memory.synthesis.artifact.created': synthesisArtifact,
  'memory.synthesis.used': synthesisOutcome,
  'memory.synthesis.rejected': synthesisOutcome,
  'memory.synthesis.corrected': synthesisOutcome,
  'memory.evidence.reinforced': evidenceOutcome,
  'memory.evidence.excluded': evidenceOutcome,
  'memory.remembered': remembered,
  'memory.corrected': corrected,
  'memory.released': quarantineDecided,
  'memory.quarantined': quarantineDecided,
  'memory.forgotten': forgotten,
  'fact.invalidated': invalidated,
  'skill.proposed': skillProposed,
  'skill.validated': skillValidated,
  'skill.revised': skillRevised,
  'skill.deprecated': skillDeprecated,
  'skill.contradicted': skillContradicted,
  'skill.applied': skillApplied,
  'skill.outcome_recorded': skillOutcome,
  'causal.edge.generated': causalEdge,
  'inference.edge.generated': inferredEdge,
  'inference.edge.retracted': retractedEdge,
  'note.recorded': noteRecorded,
  'note.merged': 'ignored',
  'note.changed': 'ignored',
  'session.summarized': sessionSummarized,
  'note.abandoned': 'ignored',
  'note.retried': 'ignored',
  'summarizer.called': 'ignored',
  'context.injected': 'ignored',
  'log.archived': 'ignored',
  'log.lost': 'ignored',
  'log.acknowledged': 'ignored',
  'log.adopted': 'ignored',
  'log.recovered': 'ignored',
};

/** Everything one event says to the memory; pure. Only what its rightful writer wrote changes a state. */
export function extract(event: StoredEvent): Partial<Extracted> {
  if (event.shredded !== null) return {};
  const wrote = standingOf(event);
  if (wrote !== 'authorised')
    return asHistory(event, wrote === 'imported' ? 'imported' : 'non_authoritative');
  const extractor = Object.hasOwn(extractors, event.type) ? extractors[event.type]! : unknown;
  if (extractor === 'ignored') return {};
  const said =
    extractor === quarantineDecided ? extractor(event) : withoutDecisions(extractor(event));
  const attach = attachedNote(event);
  return {
    ...withoutMarks(noted(event, anchored(withKeeping(said, event), event))),
    ...(attach !== null && { attach }),
  };
}

/** What an event says about its own keeping holds for every fact it states. */
function withKeeping(extracted: Partial<Extracted>, event: StoredEvent): Partial<Extracted> {
  const kept = keeping(event.payload);
  if (extracted.facts === undefined) return extracted;
  return {
    ...extracted,
    facts: extracted.facts.map((fact) => ({
      ...fact,
      properties: { ...standing(event, fact.authority), ...fact.properties, ...kept },
      ...(typeof kept['importance'] === 'number' && { importance: kept['importance'] }),
    })),
  };
}

/** What the write gate left of a text is no fact about anything (DESIGN law 12). */
const FORGOTTEN = '[FORGOTTEN]';

function withoutMarks(extracted: Partial<Extracted>): Partial<Extracted> {
  const { document: text, facts = [], edges = [] } = extracted;
  const isMark = ({ name, content }: { name: string; content?: string }): boolean =>
    name.includes(FORGOTTEN) || (content ?? '').includes(FORGOTTEN);
  if (!facts.some(isMark) && text?.content.includes(FORGOTTEN) !== true) return extracted;
  const said = (text?.content ?? '').replaceAll(FORGOTTEN, '').replaceAll(/^[\w ]*:/g, '');
  return {
    ...extracted,
    document: text !== undefined && text !== null && /[\p{L}\p{N}]/u.test(said) ? text : null,
    facts: facts.filter((fact) => !isMark(fact)),
    edges: edges.filter(({ source, target }) => !isMark(source) && !isMark(target)),
  };
}

const MAX_STATUS_CHARS = 40;

/**
 * What speaks against relying on it: a purpose may leave out what is pending, or generated with low trust. A review is an
 * operation's: in what a caller appends, `review_status` is a word like any other.
 */
function standing({ type, payload }: StoredEvent, authority: Authority): JsonObject {
  const { review_status, confidence, trust } = payload;
  const isReviewed = writerOf(type).writtenBy === 'operation';
  const isStatus =
    isReviewed && typeof review_status === 'string' && review_status.length <= MAX_STATUS_CHARS;
  const isGenerated = authority === 'non_authoritative';
  return {
    ...(isStatus && review_status !== '' && { review_status }),
    ...(isGenerated && typeof confidence === 'number' && { confidence }),
    ...(isGenerated && typeof trust === 'number' && { trust }),
  };
}

/** What somebody stands for keeps the files that it rests on. */
function anchored(extracted: Partial<Extracted>, { payload }: StoredEvent): Partial<Extracted> {
  const { anchors } = payload;
  if (!Array.isArray(anchors) || extracted.facts === undefined) return extracted;
  const facts = extracted.facts.map((fact) =>
    fact.authority === 'accepted' ? { ...fact, properties: { ...fact.properties, anchors } } : fact,
  );
  return { ...extracted, facts };
}

const MAX_NOTE_CHARS = 1000;

/** A line that an agent put on its event, in other words than the event's own, is searched with it and shown beside it. */
function noted({ payload }: StoredEvent, extracted: Partial<Extracted>): Partial<Extracted> {
  const note = payload['note'];
  const { document: held } = extracted;
  if (held === undefined || held === null || typeof note !== 'string' || note.trim() === '')
    return extracted;
  const { searched = held.content } = held;
  const line = bound(note.trim(), MAX_NOTE_CHARS);
  if (searched.includes(line)) return extracted;
  return {
    ...extracted,
    document: {
      ...held,
      searched: `${searched}\n${line}`,
      metadata: { ...held.metadata, note: line },
    },
  };
}

/** What was generated from other events has no authority until somebody promotes it. */
const GENERATED =
  /^(?:consolidation|belief|inference|causal|metacognition|reasoning|note|skill|memory\.synthesis|memory\.rule)\./;

/** A type nobody has defined: found again by its text. Unknown hook events of a client are only kept. */
const unknown: Extractor = (event) =>
  asHistory(event, GENERATED.test(event.type) ? 'non_authoritative' : 'observed');

/** Found again by its text, and nothing more: no entity of its own, no relation to others, no change to what is known. */
function asHistory(event: StoredEvent, authority: Authority): Partial<Extracted> {
  if (eventClass(event.type) === 'telemetry' || event.type.startsWith('hook.')) return {};
  const content = readable(event.payload);
  if (content === '') return {};
  const name = `${event.type}:${event.seq}`;
  return {
    document: document(`${event.type.replaceAll(/[._]/g, ' ')}: ${content}`),
    facts: [
      {
        type: 'event',
        name,
        content: document(`${event.type}: ${content}`).content.slice(0, 1000),
        properties: {},
        authority,
      },
    ],
    edges: [{ source: actor(event), relation: 'recorded_event', target: { type: 'event', name } }],
  };
}

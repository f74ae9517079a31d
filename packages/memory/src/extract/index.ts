/** The table from event type to extractor. `ignored` events and telemetry stay in the log and add nothing to the memory. */
import { eventClass, checkWriter, writerOf, type StoredEvent } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import * as work from './agent-work.ts';
import * as consolidation from './consolidation.ts';
import * as reasoning from './reasoning.ts';
import {
  outcomeOf,
  keeping,
  salienceChanged,
  quarantineDecided,
  withoutDecisions,
} from './reinforcement.ts';
import * as coordination from './coordination.ts';
import * as corrections from './corrections.ts';
import * as edges from './edges.ts';
import type { Authority } from '../rows.ts';
import { askedAs, noted, noteRecorded, sessionSummarized } from './attached-notes.ts';
import { document, factEvent, readable, type Extracted, type Extractor } from './extracted.ts';
import * as lifecycle from './lifecycle.ts';
import * as observations from './observations.ts';
import * as synthesis from './synthesis.ts';
import * as skills from './skills.ts';
import { shareEnded, shareSaid } from './share.ts';
import { statementReviewed } from './statements.ts';
import * as sources from './sources.ts';

export const extractors: Readonly<Record<string, Extractor | 'ignored'>> = {
  'goal.created': work.goalCreated,
  'task.proposed': work.taskChanged,
  'task.claimed': work.taskChanged,
  'task.completed': work.taskChanged,
  'decision.made': work.decisionMade,
  'context.policy': work.contextPolicy,
  'issue.diagnosed': work.issueDiagnosed,
  'verification.recorded': work.verificationRecorded,
  'handoff.created': work.handoffCreated,
  'user.preference_changed': work.preferenceChanged,
  'session.genesis': lifecycle.sessionGenesis,
  'session.profile.corrected': lifecycle.profileCorrected,
  'session.ended': lifecycle.sessionMark,
  'workspace.instructions.discovered': lifecycle.instructionsSeen,
  'workspace.instructions.updated': lifecycle.instructionsSeen,
  'subagent.started': lifecycle.subagentStarted,
  'subagent.completed': lifecycle.subagentEnded,
  'subagent.cleaned': lifecycle.subagentEnded,
  'compaction.completed': lifecycle.compactionCompleted,
  'hook.session_started': lifecycle.sessionMark,
  'hook.resumed': lifecycle.sessionMark,
  'hook.session_resumed': lifecycle.sessionMark,
  'hook.checkpoint': lifecycle.checkpoint,
  'hook.permission_denied': lifecycle.permissionDenied,
  'transcript.turn': observations.transcriptTurn,
  'tool.call.completed': observations.toolCallCompleted,
  'command.completed': observations.commandCompleted,
  'tool.call.settled': observations.callSettled,
  'file.edit.applied': observations.fileEditApplied,
  'document.indexed': sources.documentIndexed,
  'source.discovered': sources.sourceSeen,
  'source.changed': sources.sourceSeen,
  'source.deleted': sources.sourceSeen,
  'code.file.indexed': sources.codeFileIndexed,
  'code.symbol.indexed': sources.codeSymbolIndexed,
  'code.import.indexed': sources.codeRelations,
  'code.dependency.indexed': sources.codeRelations,
  'code.call.indexed': sources.codeRelations,
  'code.coverage.indexed': sources.codeRelations,
  'memory.reinforced': corrections.reinforced,
  'memory.feedback': outcomeOf,
  'memory.reinforcement': salienceChanged,
  'memory.synthesis.artifact.created': synthesis.synthesisArtifact,
  'memory.synthesis.used': synthesis.synthesisOutcome,
  'memory.synthesis.rejected': synthesis.synthesisOutcome,
  'memory.synthesis.corrected': synthesis.synthesisOutcome,
  'memory.evidence.reinforced': synthesis.evidenceOutcome,
  'memory.evidence.excluded': synthesis.evidenceOutcome,
  'memory.remembered': corrections.remembered,
  'memory.corrected': corrections.corrected,
  'memory.released': quarantineDecided,
  'memory.quarantined': quarantineDecided,
  'memory.forgotten': corrections.forgotten,
  'statement.reviewed': statementReviewed,
  'fact.invalidated': corrections.invalidated,
  'skill.proposed': skills.skillProposed,
  'skill.validated': skills.skillValidated,
  'skill.revised': skills.skillRevised,
  'skill.deprecated': skills.skillDeprecated,
  'skill.contradicted': skills.skillContradicted,
  'skill.applied': skills.skillApplied,
  'skill.outcome_recorded': skills.skillOutcome,
  'consolidation.candidate.created': consolidation.candidateCreated,
  'consolidation.candidate.reviewed': consolidation.candidateReviewed,
  'consolidation.candidate.promoted': consolidation.candidatePromoted,
  'reasoning.primitive.called': reasoning.primitiveCalled,
  'belief.update.proposed': consolidation.beliefProposed,
  'belief.update.promoted': consolidation.beliefPromoted,
  'metacognition.confidence.assessed': reasoning.claimAssessed,
  'metacognition.conflict.clustered': reasoning.conflictClustered,
  'metacognition.reverify.requested': reasoning.reverifyRequested,
  'metacognition.unknown.recorded': reasoning.unknownRecorded,
  'metacognition.unknown.resolved': reasoning.openItemClosed,
  'metacognition.conflict.resolved': reasoning.openItemClosed,
  'metacognition.reverify.completed': reasoning.openItemClosed,
  'coordination.mission.created': coordination.missionCreated,
  'coordination.worker.created': coordination.workerCreated,
  'coordination.assignment.created': coordination.assignmentCreated,
  'coordination.finding.reported': coordination.findingReported,
  'coordination.finding.reviewed': coordination.findingReviewed,
  'coordination.finding.promoted': coordination.findingPromoted,
  'coordination.finding.retracted': coordination.findingRetracted,
  'coordination.conflict.detected': coordination.conflictDetected,
  'coordination.handoff.created': coordination.missionHandedOff,
  'coordination.proof_packet.created': coordination.proofCreated,
  'causal.edge.generated': edges.causalEdge,
  'inference.edge.generated': edges.inferredEdge,
  'inference.edge.retracted': edges.retractedEdge,
  'note.recorded': noteRecorded,
  'note.merged': 'ignored',
  'note.changed': 'ignored',
  'session.summarized': sessionSummarized,
  'share.said': shareSaid,
  'share.ended': shareEnded,
  'share.forgotten': 'ignored',
};

/** Everything that one event adds to the memory; pure. Only events of an authorised writer change a state. */
export function extract(event: StoredEvent): Partial<Extracted> {
  if (event.shredded !== null) return {};
  const wrote = checkWriter(event);
  if (wrote !== 'authorised')
    return asHistory(event, wrote === 'imported' ? 'imported' : 'non_authoritative');
  const extractor = Object.hasOwn(extractors, event.type) ? extractors[event.type]! : unknown;
  // A call of our own tools is telemetry: its result came from the memory.
  if (extractor === 'ignored' || isOwnCall(event)) return {};
  const said =
    extractor === quarantineDecided ? extractor(event) : withoutDecisions(extractor(event));
  // Nothing finds an event whose fields are blank.
  if (said.facts?.some(({ name }) => name.trim() === '') === true) return {};
  return withoutMarks(withWords(anchored(withKeeping(said, event), event), event));
}

/** Adds the words that find an event besides its own. Few events have any. */
function withWords(extracted: Partial<Extracted>, event: StoredEvent): Partial<Extracted> {
  const { note, asked_as: asked } = event.payload;
  if (note === undefined && asked === undefined) return extracted;
  return askedAs(event, noted(event, extracted));
}

/** Retention fields of an event apply to every fact it states. */
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

/** The placeholder that the write gate leaves for a corrections.forgotten text. It is never a fact. */
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
 * Reasons not to rely on it: a purpose may leave out pending content, or generated content with low trust. Only an
 * operation sets a review; in an appended event, `review_status` is ordinary text.
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

/** Keeps the cited files of a fact with an authoritative source. */
function anchored(extracted: Partial<Extracted>, { payload }: StoredEvent): Partial<Extracted> {
  const { anchors } = payload;
  if (!Array.isArray(anchors) || extracted.facts === undefined) return extracted;
  const facts = extracted.facts.map((fact) =>
    fact.authority === 'accepted' ? { ...fact, properties: { ...fact.properties, anchors } } : fact,
  );
  return { ...extracted, facts };
}

/** Content generated from other events has no authority until someone promotes it. */
const GENERATED =
  /^(?:consolidation|belief|inference|causal|metacognition|reasoning|coordination|note|skill|memory\.synthesis|memory\.rule)\./;

/** An undefined type is searchable by its text. Telemetry and unknown hook events of a client are only stored. */
const unknown: Extractor = (event) =>
  asHistory(event, GENERATED.test(event.type) ? 'non_authoritative' : 'observed');

/** Searchable by its text only: no entity, no relation, no change to what is known. */
function asHistory(event: StoredEvent, authority: Authority): Partial<Extracted> {
  if (eventClass(event.type) === 'telemetry' || event.type.startsWith('hook.')) return {};
  const { asked_as: _, ...payload } = event.payload;
  const content = readable(payload);
  if (content === '') return {};
  return {
    ...factEvent(event, 'recorded_event', {
      type: 'event',
      name: `${event.type}:${event.seq}`,
      content: document(`${event.type}: ${content}`).content.slice(0, 1000),
      properties: {},
      authority,
    }),
    document: document(`${event.type.replaceAll(/[._]/g, ' ')}: ${content}`),
  };
}

function isOwnCall({ type, payload }: StoredEvent): boolean {
  return type === 'tool.call.completed' && payload['self'] === true;
}

/** Whether it is a record of the product about itself, in its own words, that says nothing but what was used. */
export function isOwnRecord(event: StoredEvent, extracted: Partial<Extracted>): boolean {
  const { salience: _, ...said } = extracted;
  const isOwn = isOwnCall(event) && event.origin?.channel === 'system';
  return (isOwn || eventClass(event.type) === 'telemetry') && Object.keys(said).length === 0;
}

/** The table from event type to extractor. `ignored` events and telemetry stay in the log and add nothing to the memory. */
import { eventClass, checkWriter, writerOf, type StoredEvent } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
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
import {
  beliefPromoted,
  beliefProposed,
  candidateCreated,
  candidatePromoted,
  candidateReviewed,
} from './consolidation.ts';
import {
  claimAssessed,
  conflictClustered,
  openItemClosed,
  primitiveCalled,
  reverifyRequested,
  unknownRecorded,
} from './reasoning.ts';
import {
  outcomeOf,
  keeping,
  salienceChanged,
  quarantineDecided,
  withoutDecisions,
} from './reinforcement.ts';
import {
  assignmentCreated,
  conflictDetected,
  findingPromoted,
  findingReported,
  findingRetracted,
  findingReviewed,
  missionCreated,
  missionHandedOff,
  proofCreated,
  workerCreated,
} from './coordination.ts';
import { corrected, forgotten, invalidated, reinforced, remembered } from './corrections.ts';
import { causalEdge, inferredEdge, retractedEdge } from './edges.ts';
import type { Authority } from '../rows.ts';
import { askedAs, noted, attachedNote, noteRecorded, sessionSummarized } from './attached-notes.ts';
import { document, factEvent, readable, type Extracted, type Extractor } from './extracted.ts';
import {
  checkpoint,
  compactionCompleted,
  instructionsSeen,
  permissionDenied,
  profileCorrected,
  sessionGenesis,
  sessionMark,
  subagentEnded,
  subagentStarted,
} from './lifecycle.ts';
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

import { shareEnded, shareSaid } from './share.ts';
import { statementReviewed } from './statements.ts';
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
  'session.ended': sessionMark,
  'workspace.instructions.discovered': instructionsSeen,
  'workspace.instructions.updated': instructionsSeen,
  'subagent.started': subagentStarted,
  'subagent.completed': subagentEnded,
  'subagent.cleaned': subagentEnded,
  'compaction.completed': compactionCompleted,
  'hook.session_started': sessionMark,
  'hook.resumed': sessionMark,
  'hook.session_resumed': sessionMark,
  'hook.checkpoint': checkpoint,
  'hook.permission_denied': permissionDenied,
  'transcript.turn': transcriptTurn,
  'tool.call.completed': toolCallCompleted,
  'command.completed': commandCompleted,
  'tool.call.settled': callSettled,
  'file.edit.applied': fileEditApplied,
  'document.indexed': documentIndexed,
  'source.discovered': sourceSeen,
  'source.changed': sourceSeen,
  'source.deleted': sourceSeen,
  'code.file.indexed': codeFileIndexed,
  'code.symbol.indexed': codeSymbolIndexed,
  'code.import.indexed': codeRelations,
  'code.dependency.indexed': codeRelations,
  'code.call.indexed': codeRelations,
  'code.coverage.indexed': codeRelations,
  'memory.reinforced': reinforced,
  'memory.feedback': outcomeOf,
  'memory.reinforcement': salienceChanged,
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
  'statement.reviewed': statementReviewed,
  'fact.invalidated': invalidated,
  'skill.proposed': skillProposed,
  'skill.validated': skillValidated,
  'skill.revised': skillRevised,
  'skill.deprecated': skillDeprecated,
  'skill.contradicted': skillContradicted,
  'skill.applied': skillApplied,
  'skill.outcome_recorded': skillOutcome,
  'consolidation.candidate.created': candidateCreated,
  'consolidation.candidate.reviewed': candidateReviewed,
  'consolidation.candidate.promoted': candidatePromoted,
  'reasoning.primitive.called': primitiveCalled,
  'belief.update.proposed': beliefProposed,
  'belief.update.promoted': beliefPromoted,
  'metacognition.confidence.assessed': claimAssessed,
  'metacognition.conflict.clustered': conflictClustered,
  'metacognition.reverify.requested': reverifyRequested,
  'metacognition.unknown.recorded': unknownRecorded,
  'metacognition.unknown.resolved': openItemClosed,
  'metacognition.conflict.resolved': openItemClosed,
  'metacognition.reverify.completed': openItemClosed,
  'coordination.mission.created': missionCreated,
  'coordination.worker.created': workerCreated,
  'coordination.assignment.created': assignmentCreated,
  'coordination.finding.reported': findingReported,
  'coordination.finding.reviewed': findingReviewed,
  'coordination.finding.promoted': findingPromoted,
  'coordination.finding.retracted': findingRetracted,
  'coordination.conflict.detected': conflictDetected,
  'coordination.handoff.created': missionHandedOff,
  'coordination.proof_packet.created': proofCreated,
  'causal.edge.generated': causalEdge,
  'inference.edge.generated': inferredEdge,
  'inference.edge.retracted': retractedEdge,
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
  if (extractor === 'ignored') return {};
  const said =
    extractor === quarantineDecided ? extractor(event) : withoutDecisions(extractor(event));
  const attach = attachedNote(event);
  return {
    ...withoutMarks(askedAs(event, noted(event, anchored(withKeeping(said, event), event)))),
    ...(attach !== null && { attach }),
  };
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

/** The placeholder that the write gate leaves for a forgotten text. It is never a fact. */
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

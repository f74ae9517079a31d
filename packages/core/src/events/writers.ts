/**
 * Who may write an event type. Callers (a model over MCP, a script, an import) write their own observations; an event
 * that changes the state of the memory is written by the operation that checks it first.
 */

/** The operations that write events of their own, with what to use instead of an append. */
export const OPERATIONS = {
  consolidation:
    'Call memory_consolidation_candidate or memory_consolidation_review, or run `hookloom memory consolidation`.',
  context_injection: 'It is recorded when a session starts with memory (`hookloom context`).',
  coordination:
    'Findings are reported, reviewed and promoted with the coordination tools (coordination_report_finding, coordination_review_finding, coordination_promote), or with `hookloom coordinate`.',
  hooks: 'A client’s hook writes it: connect the client with `hookloom init`.',
  hooks_trust: 'Run `hookloom hooks trust` in a terminal of your own.',
  inbox: 'Run `hookloom inbox` in a terminal of your own.',
  indexing: 'Run `hookloom refresh-context` or `hookloom index-codebase`.',
  init_session: 'Run `hookloom init-session`.',
  log: 'Only the log writes it.',
  memory_bootstrap: 'Call memory_bootstrap.',
  memory_checkout: 'Call memory_checkout.',
  memory_correct: 'Call memory_correct, or run `hookloom memory correct`.',
  memory_feedback: 'Call memory_feedback, or run `hookloom memory feedback`.',
  memory_feeling_of_knowing: 'Call memory_feeling_of_knowing.',
  memory_forget: 'Call memory_forget, or run `hookloom memory forget`.',
  memory_invalidate: 'Call memory_invalidate, or run `hookloom memory invalidate`.',
  memory_quarantine: 'Run `hookloom memory quarantine` in a terminal of your own.',
  memory_refs: 'Run `hookloom memory refs`.',
  memory_remember: 'Call memory_remember, or run `hookloom memory remember`.',
  memory_skill: 'Call memory_skill, or run `hookloom memory skill`.',
  memory_synthesis_artifact: 'Call memory_synthesis_artifact.',
  memory_synthesis_evidence: 'Call memory_synthesis_evidence.',
  notes:
    'Notes are made of recorded work. Save one with `POST /api/memory/save`, correct one with `hookloom notes correct`.',
  reasoning:
    'Call the tool that writes it, such as memory_claim_confidence or memory_record_known_unknown, or run `hookloom memory reasoning`.',
  share_publish: 'Run `hookloom share publish`.',
  share_trust: 'Run `hookloom share trust` in a terminal of your own.',
  subagent_cleanup: 'Call subagent_cleanup.',
} as const;
export type Operation = keyof typeof OPERATIONS;

/**
 * `caller`: anyone may append it; the channel names the caller. `operation`: only the named operation, which leaves its
 * name in the envelope. `hook`: clients' hooks and the servers of this program. `log`: the log itself, or an operation
 * on the log.
 */
export type Writer =
  | { writtenBy: 'caller' }
  | { writtenBy: 'operation' | 'hook' | 'log'; operation: Operation };

/** Families that belong to operations, so that no caller uses a name that a later version defines. */
const FAMILIES: readonly (readonly [prefix: string, writer: Writer])[] = [
  ['skill.', { writtenBy: 'operation', operation: 'memory_skill' }],
  ['memory.synthesis.', { writtenBy: 'operation', operation: 'memory_synthesis_artifact' }],
  ['memory.evidence.', { writtenBy: 'operation', operation: 'memory_synthesis_evidence' }],
  ['memory.feedback.', { writtenBy: 'operation', operation: 'memory_feedback' }],
  ['memory.reinforcement.', { writtenBy: 'operation', operation: 'memory_feedback' }],
  ['note.', { writtenBy: 'operation', operation: 'notes' }],
  ['consolidation.', { writtenBy: 'operation', operation: 'consolidation' }],
  ['belief.', { writtenBy: 'operation', operation: 'reasoning' }],
  ['metacognition.', { writtenBy: 'operation', operation: 'reasoning' }],
  ['reasoning.', { writtenBy: 'operation', operation: 'reasoning' }],
  ['statement.', { writtenBy: 'operation', operation: 'inbox' }],
  ['share.', { writtenBy: 'operation', operation: 'share_publish' }],
  ['coordination.', { writtenBy: 'operation', operation: 'coordination' }],
  ['log.', { writtenBy: 'log', operation: 'log' }],
];

/** The writer of a type that is not in the table of events. */
export function writerOfUnknown(type: string): Writer {
  const family = FAMILIES.find(([prefix]) => type.startsWith(prefix));
  return family?.[1] ?? { writtenBy: 'caller' };
}

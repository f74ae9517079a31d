import { byOperation, type UnsealedEvent } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import fc from 'fast-check';

/** An event as the write path passes it to the store. Events of an operation carry its name. */
export function event(
  type: string,
  payload: JsonObject,
  more: Partial<UnsealedEvent> = {},
): UnsealedEvent {
  const origin = { channel: 'model' } as const;
  return byOperation({ type, actorId: 'assistant', payload, origin, ...more });
}

const word = fc.constantFrom(
  'parser',
  'due date',
  'lock',
  'src/app.ts',
  'retry',
  'login',
  'schema',
  'flaky test',
);
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
const noteId = fc.constantFrom('evt_n1', 'evt_n2', 'evt_n3', 'evt_n4');
const id = fc.constantFrom('T-1', 'T-2', 'T-3');

/** The kinds of events in a session, with few names so that they repeat. */
export const agentEvent: fc.Arbitrary<UnsealedEvent> = fc.oneof(
  fc.record({ title: word }).map((p) => event('goal.created', p)),
  fc.record({ taskId: id, summary: text }).map((p) => event('task.proposed', p)),
  fc.record({ taskId: id }).map((p) => event('task.completed', p)),
  fc.record({ decision: word, rationale: text }).map((p) => event('decision.made', p)),
  fc
    .record({ role: fc.constantFrom('user', 'assistant'), content: text })
    .map((p) => event('transcript.turn', p, { actorId: p.role })),
  fc
    .record({ command: text, exit_code: fc.constantFrom(0, 1), stdout: text })
    .map((p) => event('command.completed', p)),
  fc
    .record({ path: word, operation: fc.constant('modified') })
    .map((p) => event('file.edit.applied', p)),
  fc
    .record({ tool_name: word, status: fc.constant('ok') })
    .map((p) => event('tool.call.completed', p)),
  fc
    .record({ entity_name: word, entity_type: fc.constant('decision') })
    .map((p) => event('memory.reinforced', p)),
  fc
    .record({
      entity_name: word,
      entity_type: fc.constant('goal'),
      invalid_at: fc.constant('2026-11-21T00:00:00.000Z'),
    })
    .map((p) => event('fact.invalidated', p)),
  fc
    .record({ text: word, pinned: fc.constant(true), importance: fc.constantFrom(0.2, 0.9) })
    .map((p) => event('memory.remembered', p)),
  fc
    .record({ entity_name: word, entity_type: fc.constantFrom('memory', 'decision'), text })
    .map((p) =>
      event('memory.corrected', { ...p, corrects: 'eventloom://s/events/1#000000000000' }),
    ),
  fc
    .record({
      action: fc.constantFrom('proposed', 'validated', 'revised', 'contradicted', 'applied'),
      skill_id: fc.constantFrom('lint', 'deploy'),
      version: fc.constantFrom('1', '2'),
      supersedes_version: fc.constantFrom('1', '2'),
      procedure: fc.array(text, { maxLength: 2 }),
      task: id,
    })
    .map(({ action, ...p }) => event(`skill.${action}`, p)),
  fc
    .record({
      type: fc.constantFrom('causal.edge.generated', 'inference.edge.retracted'),
      a: word,
      b: word,
    })
    .map(({ type, a, b }) =>
      event(type, {
        source: { name: a, entity_type: 'file' },
        target: { name: b, entity_type: 'file' },
        relation_type: 'caused',
        confidence: 0.5,
      }),
    ),
  fc.record({ query: text }).map((p) => event('memory.checkout.completed', p)),
  fc
    .record({
      type: fc.constantFrom('hook.session_started', 'session.ended', 'transcript.turn'),
      session_id: fc.constantFrom('c-1', 'c-2'),
      content: text,
    })
    .map(({ type, ...p }) => event(type, { ...p, role: 'user', workspace: '/home/dev/demo' })),
  fc
    .record({
      id: noteId,
      session_id: fc.constantFrom('c-1', 'c-2'),
      title: text,
      facts: fc.array(text, { maxLength: 2 }),
      concepts: fc.array(word, { maxLength: 2 }),
      files_modified: fc.array(word, { maxLength: 2 }),
      supersedes: noteId,
    })
    .map(({ id: own, ...p }) =>
      event('note.recorded', { ...p, type: 'change', made_by: 'rules' }, { id: own }),
    ),
  fc
    .record({ note: noteId, covers: fc.array(word, { maxLength: 2 }), facts: fc.array(text) })
    .map((p) => event('note.merged', p)),
  fc
    .record({ note: noteId, title: text, concepts: fc.array(word), pinned: fc.boolean() })
    .map((p) => event('note.changed', p)),
  fc
    .record({ session_id: fc.constantFrom('c-1', 'c-2'), request: text })
    .map((p) => event('session.summarized', { ...p, made_by: 'rules' })),
  fc
    .record({ anything: text, nested: fc.record({ deep: text }) })
    .map((p) => event('deploy.finished', p)),
);

import { expect, test } from 'vitest';
import { eventClass, eventDefinitions } from './index.ts';

test('every event type is defined once', () => {
  const types = eventDefinitions.map((definition) => definition.type);
  expect(types).toEqual([...new Set(types)]);
});

test.each(eventDefinitions.map((definition) => [definition.type, definition] as const))(
  'the example of %s matches its schema, and its name is well formed',
  (type, definition) => {
    expect(definition.schema.safeParse(definition.example).success).toBe(true);
    expect(type).toMatch(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/);
  },
);

test('an unknown type is memory, so that users find their own events', () => {
  expect(eventClass('deploy.finished')).toBe('memory');
  expect(eventClass('memory.checkout.completed')).toBe('telemetry');
});

import { expect, test } from 'vitest';
import { fieldsOf } from './fields-of.ts';

test('turns arguments and options into the fields of a request', () => {
  const options = { leaseMinutes: 60, actor: undefined, sessionId: 's', json: true };
  expect(fieldsOf({ missionId: 'login-bug', ...options })).toEqual({
    mission_id: 'login-bug',
    lease_minutes: 60,
  });
});

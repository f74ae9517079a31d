import { expect, it } from 'vitest';
import { bashEvent, handler } from '../../test/engine-parts.ts';
import { placeOf, runCompleted } from './telemetry.ts';

const places = { projectDir: '/home/dev/shop', home: '/home/dev' };

it('a run records who ran, how it ended, its decision and losses, and nothing of the payload', () => {
  const event = { ...bashEvent('curl -H "X-Key: hidden"'), tool_use_id: 'call_1', turn_id: 't1' };
  const told = runCompleted(
    {
      handler: handler({ identity: 'sha256:ab' }),
      type: 'before_tool',
      interpreted: {
        reason: 'answered',
        response: { decision: 'ask', reason: 'sure?' },
        notes: ['Text around it.'],
      },
      durationMs: 12.4,
    },
    [{ field: 'ask', survival: 'changed', note: 'Denied instead.' }],
    { event, ...places, causedBy: 'evt_9' },
  );
  expect(told).toEqual({
    type: 'hook.run.completed',
    actorId: 'zaxy-hook',
    payload: {
      handler: 'sha256:ab',
      dialect: 'toml',
      layer: 'user',
      event_type: 'before_tool',
      outcome: 'answered',
      decision: 'ask',
      reason: 'sure?',
      duration_ms: 12,
      source: 'codex',
      file: '~/.hookloom/hooks.toml:1',
      hook_event: 'pre_tool_use',
      native_event: 'PreToolUse',
      session_id: 's1',
      turn_id: 't1',
      tool_use_id: 'call_1',
      tool_name: 'Bash',
      losses: [{ field: 'ask', survival: 'changed', note: 'Denied instead.' }],
      notes: 'Text around it.',
    },
    redactedPaths: [],
    origin: { channel: 'system', client: 'codex', session_id: 's1' },
    causedBy: ['evt_9'],
  });
});

it('shows a path relative to the project, otherwise to the home folder', () => {
  const at = (path: string, line = 4): string =>
    placeOf(
      { file: { path, dialect: 'toml', layer: 'project' }, line, group: 0, index: 0 },
      places,
    );
  expect(at('/home/dev/shop/.codex/config.toml')).toBe('.codex/config.toml:4');
  expect(at('/home/dev/.codex/config.toml', 0)).toBe('~/.codex/config.toml');
  expect(at('/etc/hooks.toml')).toBe('/etc/hooks.toml:4');
});

import { describe, expect, it } from 'vitest';
import { captureSoak } from './capture-soak.ts';
import { evidence, seen, sessionSeen } from './evidence.fixture.ts';
import { hookStatus } from './hook-status.ts';
import type { Lane, ReportedEvent } from './lanes.ts';

const CLAUDE = {
  '/p/.claude/settings.local.json': {
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'hookloom hook claude-code' }] }] },
  },
};
const CODEX = {
  '/p/.codex/zaxy-capture.json': {
    client: 'codex',
    capture: 'local-session-jsonl',
    eventloom_path: '/p/.eventloom',
    session_id: 's',
  },
};
const everyLane = (minutes: number): Partial<Record<Lane, [number, ReportedEvent]>> => ({
  hook: [3, seen('hook.stop', minutes, { source: 'claude-code' })],
  'command.completed': [10, seen('command.completed', minutes)],
  'file.edit.applied': [5, seen('file.edit.applied', minutes)],
  'tool.call.completed': [5, seen('tool.call.completed', minutes)],
  'transcript.turn': [4, seen('transcript.turn', minutes)],
});
const checkout = (minutes: number): ReportedEvent => seen('memory.checkout.completed', minutes);

describe('hook-status', () => {
  it('is ok if hooks record, everything is captured and memory was used', () => {
    const session = sessionSeen(everyLane(1), { latest_checkout: checkout(30) });
    const status = hookStatus(evidence([session], CLAUDE));
    expect(status.status).toBe('ok');
    expect(status.clients['claude-code'].paths).toEqual(['/p/.claude/settings.local.json']);
    expect(status.capture_readiness).toEqual({
      status: 'ok',
      message: 'All observation types are captured.',
      active_observation_types: [
        'command.completed',
        'file.edit.applied',
        'tool.call.completed',
        'transcript.turn',
      ],
      missing_observation_types: [],
      actions: [],
    });
  });

  it('has exactly the documented fields at the top, followed by our additions', () => {
    expect(Object.keys(hookStatus(evidence([])))).toEqual([
      'status',
      'message',
      'eventloom_path',
      'clients',
      'latest_event',
      'observation_coverage',
      'missing_observation_types',
      'capture_readiness',
      'memory_activation',
      'log_notices',
      'watcher',
      'observed',
      'losses',
    ]);
  });

  it('names what connects a client for an empty workspace', () => {
    const status = hookStatus(evidence([]));
    expect(status.status).toBe('warning');
    expect(status.latest_event).toBeNull();
    expect(status.missing_observation_types).toHaveLength(4);
    expect(status.capture_readiness.actions[0]).toBe('Connect a client: `hookloom init`.');
  });

  it('warns if Codex capture is configured and not running, with the command that resumes it', () => {
    const session = sessionSeen(everyLane(1), { latest_checkout: checkout(1) });
    const stopped = hookStatus(evidence([session], CODEX));
    expect(stopped.status).toBe('warning');
    expect(stopped.message).toContain('`hookloom capture start --workspace .`');
    expect(stopped.clients.codex.runtime).toMatchObject({ configured: true, status: 'never' });
    const running = { state: 'running', pid: 7, state_file: null } as const;
    expect(hookStatus(evidence([session], CODEX, running)).status).toBe('ok');
  });

  it('reports work long after the last checkout, but not an inactive workspace', () => {
    const worked = sessionSeen(everyLane(1), { latest_checkout: checkout(122) });
    const { memory_activation: stale } = hookStatus(evidence([worked], CLAUDE));
    expect(stale.remediations.map(({ code }) => code)).toEqual([
      'stale_checkout',
      'sessions_without_fresh_checkout',
    ]);
    expect(stale.activation_efficiency).toMatchObject({
      high_context_session_count: 1,
      stale_checkout_session_count: 1,
      fresh_checkout_rate: 0,
    });
    const rests = sessionSeen(everyLane(5000), { latest_checkout: checkout(5100) });
    expect(hookStatus(evidence([rests], CLAUDE)).memory_activation.status).toBe('ok');
  });

  it('reports the newest event over all sessions, and keeps the lower-bound flag', () => {
    const old = sessionSeen({ hook: [1, seen('hook.stop', 50, { thread: 'a' })] });
    const cut = sessionSeen({ hook: [2, seen('hook.stop', 5, { thread: 'b' })] });
    cut.lanes.hook.count_is_lower_bound = true;
    const status = hookStatus(evidence([old, cut]));
    expect(status.latest_event?.thread).toBe('b');
    expect(status.observation_coverage.hook).toMatchObject({
      count: 3,
      count_is_lower_bound: true,
      age_seconds: 300,
    });
  });
});

describe('capture-soak', () => {
  const options = { session: null, maxStaleMinutes: 30 };

  it('passes if every lane is present and fresh', () => {
    const soak = captureSoak(evidence([sessionSeen(everyLane(29))], CLAUDE), options);
    expect(soak).toMatchObject({
      status: 'pass',
      checked_at: '2026-05-04T12:00:00.000Z',
      latest_seq: 9,
      latest_hash: 'sha256:9',
      stale_observation_types: [],
      actions: [],
      beta_criteria: { status: 'pass' },
    });
  });

  it('fails on a lane that is exactly as old as allowed, unless freshness is not required', () => {
    const aged = evidence([sessionSeen(everyLane(30))], CLAUDE);
    const soak = captureSoak(aged, options);
    expect(soak.status).toBe('fail');
    expect(soak.stale_observation_types).toHaveLength(4);
    expect(soak.beta_criteria.requires.filter(({ met }) => !met).map(({ id }) => id)).toEqual([
      'no_stale_lane',
    ]);
    expect(captureSoak(aged, { ...options, maxStaleMinutes: -1 }).status).toBe('pass');
  });

  it('fails on a missing lane and on a stopped watcher, each with its fix', () => {
    const lanes = everyLane(1);
    delete lanes['transcript.turn'];
    const soak = captureSoak(evidence([sessionSeen(lanes)], CODEX), options);
    expect(soak.missing_observation_types).toEqual(['transcript.turn']);
    expect(soak.actions[0]).toBe('hookloom capture start --workspace .');
    expect(soak.actions[1]).toContain('hook-event transcript-turn');
  });
});

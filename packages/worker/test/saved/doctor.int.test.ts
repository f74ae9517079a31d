/**
 * What doctor and the status of hooks find in a whole workspace. After a change that you intend, `npx vitest run packages/worker/test/saved --update` saves the new forms: read the difference.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { noteLoss } from '@hookloom/hooks/testing';
import { appendOrSpool } from '@hookloom/log/append';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { examine } from '../../src/health/doctor/doctor.ts';
import { gatherStatus } from '../../src/health/gather-status.ts';
import { hookStatus } from '../../src/health/hook-status.ts';

const NOW = Date.parse('2026-11-22T09:00:00Z');
let base: string;
let root: string;
let dir: string;
beforeEach(() => {
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-doctor-'));
  root = path.join(base, 'shop');
  dir = path.join(root, '.eventloom');
  fs.mkdirSync(root, { mode: 0o700 });
  fs.mkdirSync(path.join(base, 'state'), { mode: 0o700 });
  vi.stubEnv('HOOKLOOM_STATE_DIR', path.join(base, 'state'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(base, { recursive: true, force: true });
});

function write(file: string, text: string, mode = 0o600): void {
  fs.mkdirSync(path.dirname(path.join(base, file)), { recursive: true, mode: 0o700 });
  fs.writeFileSync(path.join(base, file), text);
  fs.chmodSync(path.join(base, file), mode);
}

function record(type: string, payload: Record<string, string | number>, more: object = {}): void {
  const event = { type, actorId: 'zaxy-observer', payload, origin: { channel: 'tool' as const } };
  const events = [{ ...event, ...more }];
  appendOrSpool({ dir, session: 'shop-default', events, deadline: Date.now() + 5000 });
}

async function found({ env: more = {}, ...asked }: { env?: object; repair?: boolean } = {}) {
  const env = {
    HOOKLOOM_STATE_DIR: path.join(base, 'state'),
    HOME: base,
    PATH: path.join(base, 'bin'),
    RETRIEVAL_FUZZY: 'off',
    ...more,
  };
  const place = { root, home: base, env, platform: 'linux' as const };
  const workspace = { root, eventloomDir: dir, domain: 'shop', session: 'shop-default' };
  const evidence = await gatherStatus({ workspace, place, session: null, now: NOW });
  const own = { version: '1.2.3', bin: path.join(base, 'lib/bin/hookloom.cjs') };
  const examined = {
    workspace,
    place,
    evidence,
    own,
    repair: false,
    only: null,
    now: NOW,
    ...asked,
  };
  const { rows, ...report } = await examine(examined, { gate: null });
  // They depend on the machine.
  const kept = rows.filter(({ id }) => !['node', 'port', 'disk', 'worker'].includes(id));
  return [
    `# ${report.status}`,
    ...kept.map((row) => JSON.stringify(row, null, 1)),
    '# status of hooks',
    JSON.stringify(hookStatus(evidence), null, 1),
  ].join('\n');
}

/** Without times, hashes, sizes and the places of this machine. */
function stable(text: string): string {
  return text
    .replaceAll(base, '/tmp')
    .replaceAll(process.cwd(), '/hookloom')
    .replace(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z| \d\d:\d\d)?/g, 'TIME')
    .replace(/\b(?=[a-f]*\d)[0-9a-f]{8,64}\b/g, 'HEX')
    .replace(/\b\d+(?:\.\d+)? (?:k|M|G)?B\b/g, 'SIZE');
}

const ENTRY = { type: 'command', command: 'hookloom hook claude-code' };
const OWN = { hooks: { PreToolUse: [{ hooks: [ENTRY] }], SessionStart: [{ hooks: [ENTRY] }] } };

test('doctor finds what its saved form says in a workspace with faults, and repairs them', async () => {
  const empty = await found();
  record('hook.heartbeat', {});
  record('tool.call.completed', { tool: 'Bash', summary: 'ls' });
  record('command.completed', { command: 'npm test', exit_code: 0 });
  record('decision.made', { decision: 'Dates are in UTC' });
  record('transcript.turn', { role: 'user', content: 'The key is AKIAIOSFODNN7EXAMPLE.' });
  const healthy = await found();
  write('.claude/settings.json', JSON.stringify(OWN));
  write('shop/.claude/settings.json', JSON.stringify(OWN));
  write('shop/.gemini/settings.json', '{"mcpServers": {"hookloom": {"command": "none"}}');
  write('shop/.codex/hooks.json', JSON.stringify(OWN));
  write('shop/.hookloom/hooks.toml', '[[hooks.pre_tool_use]]\ncommand = "true"\ncolour = 4\n');
  write('bin/hookloom', '#!/bin/sh\necho another\n', 0o755);
  write('bin/claude', '#!/bin/sh\n', 0o755);
  write('bin/codex', '#!/bin/sh\n', 0o755);
  write('state/settings.json', '{"CLAUDE_MEM_LOG_LEVEL":"LOUD"}', 0o644);
  write('shop/.eventloom/inbox/left.jsonl', '{"type":\n');
  write('shop/.eventloom/projections/memory.sqlite', 'no database');
  noteLoss({ dir, session: 'shop-default' }, 'no_space', { events: 2, nowMs: NOW - 4000 });
  const log = path.join(dir, 'shop-default.jsonl');
  fs.copyFileSync(log, path.join(dir, 'other.jsonl'));
  fs.writeFileSync(log, fs.readFileSync(log, 'utf8').replace('npm test', 'npm rest'));
  fs.chmodSync(dir, 0o755);
  fs.chmodSync(log, 0o644);
  // The newer log comes first, so both need the same time.
  for (const name of ['shop-default', 'other'])
    fs.utimesSync(path.join(dir, `${name}.jsonl`), 1, 1);
  const env = { HOOKLOOM_NOTHING: '1', PROJECTION_BACKEND: 'mongo', EMBEDDING_MODEL: 'none' };
  const faulty = await found({ env });
  const repaired = await found({ env, repair: true });
  const after = await found();
  const all = [empty, healthy, faulty, repaired, after].join('\n\n');
  await expect(stable(all)).toMatchFileSnapshot('found-by-doctor.txt');
});

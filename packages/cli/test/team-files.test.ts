/** The files in `examples/team` are valid for their programs. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const folder = path.resolve(import.meta.dirname, '../../../examples/team');
const ANALYZE = '/usr/bin/systemd-analyze';

it('the compose file starts one PostgreSQL server on this machine, with a password from a file', () => {
  const { services, secrets, volumes } = parse(
    fs.readFileSync(path.join(folder, 'compose.yaml'), 'utf8'),
  );
  expect(Object.keys(services)).toEqual(['postgres']);
  const { environment, ports, volumes: mounts, secrets: used } = services.postgres;
  expect(environment).toMatchObject({ POSTGRES_PASSWORD_FILE: '/run/secrets/password' });
  expect(environment).not.toHaveProperty('POSTGRES_PASSWORD');
  expect(ports).toEqual(['127.0.0.1:5432:5432']);
  expect([Object.keys(secrets), Object.keys(volumes)]).toEqual([used, ['data']]);
  expect(mounts).toEqual(['data:/var/lib/postgresql/data']);
});

it('the unit is valid for systemd and starts an existing command', () => {
  const file = path.join(folder, 'hookloom.service');
  const command = /^ExecStart=\/usr\/bin\/env hookloom (.+)$/m.exec(
    fs.readFileSync(file, 'utf8'),
  )![1]!;
  const up = fs.readFileSync(path.join(folder, '../../docs/reference/cli.md'), 'utf8');
  for (const word of command.split(' ').filter((each) => each.startsWith('--')))
    expect(up.split('## hookloom up\n')[1]!.split('\n## ')[0]).toContain(`\`${word}`);
  if (!fs.existsSync(ANALYZE)) return;
  const runtime = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-systemd-'));
  try {
    const env = { ...process.env, XDG_RUNTIME_DIR: runtime };
    const ran = spawnSync(ANALYZE, ['verify', '--user', file], { env, encoding: 'utf8' });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
  } finally {
    fs.rmSync(runtime, { recursive: true, force: true });
  }
});

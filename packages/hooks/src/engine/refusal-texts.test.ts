import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { hookEvent } from '../../test/engine-parts.ts';
import { CLIENTS } from '../clients/index.ts';
import { DENIABLE } from './failed-run.ts';
import { refusalFor } from './refusal-for.ts';
import { renderRefusal } from './refusal-texts.ts';

it.each(CLIENT_NAMES)('%s treats the answer of a hook whose engine failed as a refusal', (name) => {
  const client = CLIENTS[name];
  let seen = 0;
  for (const [native, { type, answers }] of Object.entries(client.capabilities.events)) {
    if (!DENIABLE.has(type) || answers.deny?.survival !== 'kept') continue;
    const [stdout, stderr, exit] = renderRefusal(client, native, [type]) ?? ['', 'Refused.', 2];
    const event = hookEvent(type, { source: name, native_event: native });
    expect([native, client.enforce({ stdout, stderr, exit }, event).decision]).toEqual([
      native,
      'deny',
    ]);
    seen += 1;
  }
  expect(seen).toBeGreaterThan(1);
});

it('informs the user if nothing can be refused', () => {
  const [stdout, , exit] = renderRefusal(CLIENTS['claude-code'], 'PostToolUse', ['after_tool'])!;
  expect(exit).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    systemMessage: expect.stringContaining('critical') as string,
  });
});

it('the index combines the answer with the reason', () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-refusal-'));
  const file = path.join(dir, 'index.json');
  const rendered = renderRefusal(CLIENTS['claude-code'], 'PermissionRequest', [
    'permission_request',
  ]);
  fs.writeFileSync(file, JSON.stringify({ refusals: { PermissionRequest: rendered } }));
  const [stdout] = refusalFor(file, ['PermissionRequest'], 'It said "no" twice.')!;
  expect(JSON.parse(stdout)).toMatchObject({
    systemMessage: expect.stringContaining('It said "no" twice.') as string,
  });
  expect(refusalFor(file, ['PreToolUse'], 'x')).toBeNull();
  expect(refusalFor(path.join(dir, 'gone'), ['PreToolUse'], 'x')).toBeNull();
  fs.rmSync(dir, { recursive: true });
});

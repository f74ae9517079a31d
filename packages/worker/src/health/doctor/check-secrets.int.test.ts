/** Finds secrets that older versions left readable. The command in the report destroys them. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { resolveWorkspace } from '@hookloom/core/settings';
import { canonicalize } from '@hookloom/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRuntime } from '../../compose.ts';
import { forget, type ForgetPreview } from '../../operations/forget.ts';
import { checkSecrets } from './check-secrets.ts';
import type { DoctorRow, Examination } from './row.ts';

const SECRET = 'hunter22abcQXZ';
let base: string;
beforeEach(() => {
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-secrets-'));
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

/** Rewrites the newest event as an older version without masking would have written it. */
function leave(file: string, from: string, to: string): void {
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
  const { integrity, ...event } = JSON.parse(lines.pop()!.replace(from, to));
  const { previousHash } = integrity;
  const hash = createHash('sha256').update(canonicalize({ event, previousHash })).digest('hex');
  const sealed = { ...event, integrity: { ...integrity, hash: `sha256:${hash}` } };
  // The files beside the log belong to the other event.
  for (const name of fs.readdirSync(path.dirname(file)))
    if (!/\.jsonl?$|\.json$/.test(name))
      fs.rmSync(path.join(path.dirname(file), name), { recursive: true, force: true });
  fs.rmSync(path.join(base, 'state'), { recursive: true, force: true });
  fs.writeFileSync(file, [...lines, canonicalize(sealed)].map((line) => `${line}\n`).join(''));
}

it('names the events without their content, and its command destroys them', async () => {
  const workspace = resolveWorkspace({ cwd: base, env: { ZAXY_DOMAIN: 'shop' } });
  const file = `${workspace.eventloomDir}/${workspace.session}.jsonl`;
  const options = { stateDir: path.join(base, 'state') };
  const look = async (): Promise<DoctorRow> => {
    const evidence = { log: { sessions: [{ session: workspace.session }] } };
    return [await checkSecrets({ workspace, evidence } as unknown as Examination)].flat()[0]!;
  };
  let runtime = await openRuntime(workspace, options);
  const said = (content: string) => ({
    type: 'transcript.turn',
    actorId: 'user',
    payload: { role: 'user', content },
    origin: { channel: 'user' as const },
  });
  await runtime.store.append(workspace.session, [said('Run the tests.')]);
  await runtime.store.append(workspace.session, [said('the root login is PLACE today')]);
  await runtime.close();
  expect(await look()).toMatchObject({ status: 'ok' });
  leave(file, 'login is PLACE', `password is ${SECRET}`);
  const row = await look();
  expect(row).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/^1 event contains/),
  });
  expect(JSON.stringify(row)).not.toContain(SECRET);
  const citations = row.command!.match(/eventloom:\/\/\S+/g)!;
  expect(row.command).toBe(`hookloom memory forget --citation ${citations[0]}`);
  runtime = await openRuntime(workspace, options);
  const caller = { channel: 'user' } as const;
  const request = { session_id: workspace.session, citations };
  const plan = (await forget(runtime.context, request, caller)) as ForgetPreview;
  expect(plan.proposed_secrets).toEqual([
    { rule: 'password', characters: SECRET.length, citation: citations[0] },
  ]);
  expect(JSON.stringify(plan)).not.toContain(SECRET);
  // Beside other words, the rules do not recognise it as a secret. It is found by its value.
  await runtime.store.append(workspace.session, [said(`somebody typed ${SECRET} into the chat`)]);
  const wider = (await forget(
    runtime.context,
    { ...request, secrets: true },
    caller,
  )) as ForgetPreview;
  expect(wider.rows.map(({ why }) => why)).toEqual(['chosen', 'holds_it']);
  expect(JSON.stringify(wider.refused_texts)).not.toContain(SECRET);
  const { confirm } = wider;
  await forget(runtime.context, { ...request, secrets: true, dry_run: false, confirm }, caller);
  await runtime.close();
  expect(fs.readFileSync(file, 'utf8')).not.toContain(SECRET);
  expect(await look()).toMatchObject({ status: 'ok' });
});

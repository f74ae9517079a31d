/** A procedure that one person validated is published, pulled by another, and found there with its steps and its author. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resolveWorkspace } from '@hookloom/core/settings';
import { openRuntime } from '../src/compose.ts';
import type { Runtime } from '../src/runtime.ts';
import { skill } from '../src/operations/skill.ts';

let root: string;
const opened: Runtime[] = [];
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-skill-')));
});
afterEach(async () => {
  for (const runtime of opened.splice(0)) await runtime.close();
  fs.rmSync(root, { recursive: true });
});

const PERSON = { channel: 'user' as const };

async function person(name: string): Promise<Runtime> {
  const folder = `${root}/${name}/shop`;
  fs.mkdirSync(folder, { recursive: true });
  const workspace = resolveWorkspace({ cwd: folder, env: {} });
  const runtime = await openRuntime(workspace, { stateDir: `${root}/${name}/state` });
  opened.push(runtime);
  await runtime.append({ event_type: 'goal.created', actor: name, payload: { title: 'Work' } });
  const { initShare } = await runtime.share();
  await initShare(runtime.context, { author: name }, PERSON);
  return runtime;
}

it('a validated procedure reaches a teammate, with its steps and its author', async () => {
  const ann = await person('ann');
  const steps = ['Run the tests', 'Tag the commit', 'Publish the package'];
  const release = { skill_id: 'release', name: 'Release the shop', summary: 'How we release.' };
  await skill(ann.context, { action: 'proposed', ...release, procedure: steps }, PERSON);
  const { planPublishing, publish, trustWriter } = await ann.share();
  expect((await planPublishing(ann.context)).add.filter(({ kind }) => kind === 'skill')).toEqual(
    [],
  );
  await skill(
    ann.context,
    { action: 'validated', skill_id: 'release', evidence: ['The release of May worked'] },
    PERSON,
  );
  const plan = await planPublishing(ann.context);
  expect(plan.add.map(({ kind, text }) => [kind, text])).toContainEqual([
    'skill',
    'Release the shop: How we release. 1. Run the tests 2. Tag the commit 3. Publish the package',
  ]);
  publish(ann.context, plan);

  const bob = await person('bob');
  const writers = '.hookloom/writers';
  fs.cpSync(`${root}/ann/shop/${writers}`, `${root}/bob/shop/${writers}`, { recursive: true });
  await trustWriter(bob.context, { named: 'ann' }, PERSON);
  const rows = await bob.query({ query: 'How do we release the shop?' });
  const [row] = rows as { content: string; author?: string }[];
  expect(row!.content).toContain('2. Tag the commit');
  expect(row!.author).toMatch(/^ann@/);
});

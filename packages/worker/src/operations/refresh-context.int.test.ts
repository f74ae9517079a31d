import { resolveWorkspace } from '@hookloom/core/settings';
import { openMemory } from '@hookloom/memory';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRuntime } from '../compose.ts';
import type { Runtime } from '../runtime.ts';
import { refreshContext, type RefreshRequest } from './refresh-context.ts';

let root: string;
let runtime: Runtime;
beforeEach(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-index-'));
  runtime = await openRuntime(resolveWorkspace({ cwd: root, env: { ZAXY_DOMAIN: 'demo' } }));
});
afterEach(async () => {
  await runtime.close();
  fs.rmSync(root, { recursive: true });
});

function write(name: string, text: string): void {
  const file = path.join(root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

const refresh = (kind: RefreshRequest['kind'], more: Partial<RefreshRequest> = {}) =>
  refreshContext(runtime.context, { path: '.', kind, ...more }, { channel: 'user' });

async function found(query: string): Promise<string[]> {
  const rows = await runtime.query({ query, limit: 5 });
  return (Array.isArray(rows) ? rows : rows.contexts).map((row) => row.source_citation ?? '');
}

it('finds a document at the lines of its text', async () => {
  write(
    'docs/store.md',
    '# Store\n\nSessions are kept in one file each.\n\n\n## Locks\nA lock names the pid of its holder.\n',
  );
  expect(await refresh('documents')).toMatchObject({
    discovered: 1,
    changed: 0,
    events: 4,
    root: '.',
  });
  expect((await found('who does a lock name'))[0]).toBe('file://docs/store.md:6');
});

it('records nothing if nothing has changed, and only what has', async () => {
  write('a.ts', 'export function alpha() {\n  return 1;\n}\n');
  write('b.ts', 'export function beta() {\n  return 2;\n}\n');
  await refresh('codebase');
  const before = await runtime.store.head('demo-default');
  expect(await refresh('codebase')).toMatchObject({ unchanged: 2, events: 0 });
  expect(await runtime.store.head('demo-default')).toEqual(before);
  write('b.ts', 'export function gamma() {\n  return 3;\n}\n');
  expect(await refresh('codebase')).toMatchObject({ unchanged: 1, changed: 1 });
});

it('no longer finds the earlier content of a file, which stays readable by citation', async () => {
  write('b.ts', 'export function beta() {\n  return 2;\n}\n');
  await refresh('codebase');
  const rows = await runtime.query({ query: 'beta', limit: 5 });
  const citation = Array.isArray(rows) ? rows[0]!.citation : '';
  write('b.ts', 'export function gamma() {\n  return 3;\n}\n');
  await refresh('codebase');
  expect(await found('beta')).toEqual([]);
  expect((await found('gamma'))[0]).toBe('file://b.ts:1');
  const seq = Number(/events\/(\d+)#/.exec(citation)![1]);
  expect((await runtime.store.at('demo-default', seq))?.payload['path']).toBe('b.ts');
  fs.rmSync(path.join(root, 'b.ts'));
  expect(await refresh('codebase')).toMatchObject({ deleted: 1 });
  expect(await found('gamma')).toEqual([]);
});

it('reports a deleted file only for the scanned folder', async () => {
  write('a/x.md', 'alpha words');
  write('b/y.md', 'beta words');
  await refresh('documents');
  fs.rmSync(path.join(root, 'a'), { recursive: true });
  expect(await refresh('documents', { path: 'b' })).toMatchObject({ deleted: 0, unchanged: 1 });
  expect(await refresh('documents')).toMatchObject({ deleted: 1, unchanged: 1 });
});

it('leaves out what is ignored, too large, binary, linked or part of the log', async () => {
  write('.gitignore', 'secret/\n*.log.md\n');
  write('docs/.gitignore', '!kept.log.md\n');
  write('.hookloomignore', 'private.md\n');
  write('secret/plan.md', 'no');
  write('notes.log.md', 'no');
  write('docs/kept.log.md', 'kept words');
  write('private.md', 'no');
  write('node_modules/x/readme.md', 'no');
  write('.eventloom/readme.md', 'no');
  write('big.md', 'x'.repeat(2000));
  write('bin.md', 'a\0b');
  fs.symlinkSync('/etc', path.join(root, 'linked'));
  fs.symlinkSync('/etc/hosts', path.join(root, 'hosts.md'));
  const { discovered, skipped } = await refresh('documents', { max_bytes: 1000 });
  expect([discovered, skipped]).toEqual([
    1,
    [
      { path: 'big.md', reason: 'too_large' },
      { path: 'bin.md', reason: 'binary' },
    ],
  ]);
});

it('refuses a folder outside the workspace, also through a link, and changes nothing', async () => {
  fs.symlinkSync(os.tmpdir(), path.join(root, 'out'));
  for (const asked of ['..', '/etc', 'out'])
    await expect(refresh('documents', { path: asked })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  await expect(refresh('documents', { path: 'none' })).rejects.toMatchObject({ code: 'not_found' });
  expect(await runtime.store.head('demo-default')).toBeNull();
});

it('file content is reported, never a fact, and an indexed folder hides no event', async () => {
  await runtime.append({
    event_type: 'decision.made',
    actor: 'me',
    payload: { title: 'Keep sessions in one file each' },
  });
  for (let at = 0; at < 40; at++) write(`docs/${at}.md`, `Sessions are kept in ${at} files each.`);
  await refresh('documents');
  const { current_facts, evidence, prompt } = await runtime.checkout({
    query: 'how are sessions kept',
    detail: 'full',
  });
  expect(current_facts.map(({ event_type }) => event_type)).toEqual(['decision.made']);
  expect(
    evidence.filter(({ channel }) => channel === 'file').map(({ trust }) => trust),
  ).not.toContain('relied');
  expect(prompt).toContain('decision.made by me');
});

it('a rebuilt projection equals the one that followed', async () => {
  write(
    'a.ts',
    'export function alpha() {\n  return beta();\n}\nfunction beta() {\n  return 1;\n}\n',
  );
  write('doc.md', '# One\ntext of alpha');
  const ask = async (memory: Pick<Awaited<ReturnType<typeof openMemory>>, 'search'>) =>
    memory.search({
      query: 'alpha beta text',
      sessions: ['demo-default'],
      limit: 20,
      includeSuperseded: true,
    });
  await refresh('codebase');
  await refresh('documents');
  const opened = await runtime.memory.open();
  if (!opened.ok) throw new Error(opened.reason);
  await ask(opened.memory);
  write('a.ts', 'export function beta() {\n  return 2;\n}\n');
  fs.rmSync(path.join(root, 'doc.md'));
  await refresh('codebase');
  await refresh('documents');
  const rebuilt = await openMemory({ file: ':memory:', store: runtime.store });
  expect(await ask(opened.memory)).toEqual(await ask(rebuilt));
  await rebuilt.close();
});

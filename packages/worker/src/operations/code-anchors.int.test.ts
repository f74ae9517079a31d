import { resolveWorkspace } from '@hookloom/core/settings';
import { sha256Hex, type JsonObject } from '@hookloom/core';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRuntime } from '../compose.ts';
import type { Runtime } from '../runtime.ts';
import { contextAssemble } from './context-assemble.ts';
import { ingest } from './ingest.ts';
import { refreshContext } from './refresh-context.ts';
import { why } from './why.ts';
import { workspaceFiles } from './workspace-files.ts';

let outer: string;
let root: string;
let runtime: Runtime;
beforeEach(async () => {
  outer = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-anchors-')));
  root = path.join(outer, 'ws');
  fs.mkdirSync(root);
  fs.writeFileSync(path.join(outer, 'outside.txt'), SECRET);
  runtime = await openRuntime(resolveWorkspace({ cwd: root, env: { ZAXY_DOMAIN: 'demo' } }));
});
afterEach(async () => {
  await runtime.close();
  fs.rmSync(outer, { recursive: true });
});

const SECRET = 'what stands outside\n';
const blobOf = (text: string): string => `sha256:${sha256Hex(text)}`;

function write(name: string, text: string): void {
  const file = path.join(root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

const decide = (anchors: unknown) =>
  runtime.append({
    event_type: 'decision.made',
    actor: 'me',
    payload: { title: 'Retries back off twice', anchors } as JsonObject,
  });

async function ask(more: { ref?: string } = {}) {
  const answer = await runtime.checkout({
    query: 'How do retries back off?',
    detail: 'full',
    ...more,
  });
  const anchors = answer.diagnostics['code_anchors'] as
    | { checked: number; unchecked?: number; stale: { path: string; reason: string }[] }
    | undefined;
  const decided = answer.current_facts.filter(({ event_type }) => event_type === 'decision.made');
  return { ...answer, anchors, decided };
}

const reasons = ({ anchors }: Awaited<ReturnType<typeof ask>>) =>
  (anchors?.stale ?? []).map((entry) => [entry.path, entry.reason]);

describe('an append with anchors', () => {
  it('records the current state of the file', async () => {
    write('src/retry.ts', 'export const times = 2;\n');
    const { seq } = await decide([{ path: 'src/retry.ts', why: 'the constant' }]);
    expect((await runtime.store.at('demo-default', seq))?.payload['anchors']).toEqual([
      {
        path: 'src/retry.ts',
        why: 'the constant',
        blob: blobOf('export const times = 2;\n'),
      },
    ]);
  });

  it('records the declaration if one is named', async () => {
    write('src/retry.ts', 'export function retry() {\n  return 2;\n}\n\nexport const a = 1;\n');
    await decide([{ path: 'src/retry.ts', symbol: 'retry' }]);
    write('src/retry.ts', 'export function retry() {\n  return 2;\n}\n\nexport const a = 7;\n');
    expect(reasons(await ask())).toEqual([]);
    write('src/retry.ts', 'export function retry() {\n  return 3;\n}\n\nexport const a = 7;\n');
    expect(reasons(await ask())).toEqual([['src/retry.ts', 'symbol_changed']]);
    write('src/retry.ts', 'export const a = 7;\n');
    expect(reasons(await ask())).toEqual([['src/retry.ts', 'symbol_missing']]);
  });

  it.each([
    ['is missing', [{ path: 'none.ts' }], 'none.ts'],
    ['is outside the workspace', [{ path: '../outside.txt' }], '../outside.txt'],
    ['is named by an absolute path outside', [{ path: '/etc/hosts' }], '/etc/hosts'],
    ['is a link', [{ path: 'linked.txt' }], 'linked.txt'],
    ['is behind a link', [{ path: 'out/outside.txt' }], 'out/outside.txt'],
    ['is a folder', [{ path: 'src' }], '"src"'],
    ['is too large', [{ path: 'big.txt' }], 'big.txt'],
    ['is binary', [{ path: 'binary' }], 'binary'],
    ['has an impossible name', [{ path: 'x'.repeat(400) }], 'xxx'],
    ['has a NUL in its name', [{ path: 'a\0b' }], 'a\\u0000b'],
    ['does not declare the symbol', [{ path: 'src/a.ts', symbol: 'none' }], '"none"'],
    ['has a symbol that is not text', [{ path: 'src/a.ts', symbol: 7 }], '7'],
    ['has no path', [{ file: 'src/a.ts' }], 'path'],
    ['is not in a list', { path: 'src/a.ts' }, 'list'],
    ['is one of too many', Array.from({ length: 9 }, () => ({ path: 'src/a.ts' })), 'at most 8'],
    ['follows a readable one', [{ path: 'src/a.ts' }, { path: 'none.ts' }], 'none.ts'],
  ])('refuses a file that %s, and writes nothing', async (_, anchors, named) => {
    write('src/a.ts', 'export const a = 1;\n');
    write('big.txt', 'x'.repeat(1_048_577));
    write('binary', 'a\0b');
    fs.symlinkSync(path.join(root, 'src/a.ts'), path.join(root, 'linked.txt'));
    fs.symlinkSync(outer, path.join(root, 'out'));
    await expect(decide(anchors)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(named),
    });
    expect(await runtime.store.head('demo-default')).toBeNull();
  });

  it('accepts a file whose name starts with two dots', async () => {
    write('..notes.md', 'text\n');
    await decide([{ path: '..notes.md' }]);
    expect(reasons(await ask())).toEqual([]);
  });
});

describe('a checkout', () => {
  it('removes a decision from the facts while its file is changed, and restores it when the file is restored', async () => {
    write('src/retry.ts', 'const times = 2;\n');
    const { citation } = await decide([{ path: 'src/retry.ts' }]);
    expect((await ask()).decided).toMatchObject([{ citation }]);
    write('src/retry.ts', 'const times = 3;\n');
    const changed = await ask();
    expect(changed.decided).toEqual([]);
    expect(changed.evidence).toContainEqual(expect.objectContaining({ citation, stale: true }));
    expect(reasons(changed)).toEqual([['src/retry.ts', 'file_changed']]);
    expect(changed.warnings.join(' ')).toContain('diagnostics.code_anchors');
    fs.rmSync(path.join(root, 'src'), { recursive: true });
    expect(reasons(await ask())).toEqual([['src/retry.ts', 'file_missing']]);
    expect((await ask({ ref: 'HEAD' })).anchors).toBeUndefined();
    expect((await ask({ ref: 'HEAD' })).decided).toMatchObject([{ citation }]);
    write('src/retry.ts', 'const times = 2;\n');
    expect((await ask()).decided).toMatchObject([{ citation }]);
  });

  it.each([
    ['up', '../outside.txt'],
    ['an absolute path', () => path.join(outer, 'outside.txt')],
    ['a link', 'link.txt'],
    ['a folder that is a link', 'out/outside.txt'],
    ['a folder that is a link, from inside of it', 'out/ws/../outside.txt'],
    ['an invalid file name', 'x'.repeat(400)],
    ['a path longer than any', 'a/'.repeat(3000)],
    ['a NUL', 'a\0b'],
    ['a loop of links', 'loop/a'],
    ['a device', '/dev/zero'],
  ])('never reads a file that an imported event names by %s', async (_, named) => {
    fs.symlinkSync(path.join(outer, 'outside.txt'), path.join(root, 'link.txt'));
    fs.symlinkSync(outer, path.join(root, 'out'));
    fs.symlinkSync(path.join(root, 'loop'), path.join(root, 'loop'));
    const name = typeof named === 'string' ? named : named();
    const payload = {
      title: 'Retries back off twice',
      anchors: [{ path: name, blob: blobOf('a guess at what stands there') }],
    };
    await ingest(
      runtime.context,
      { events: [{ event_type: 'decision.made', actor: 'them', payload }] },
      { channel: 'user' },
    );
    const answer = await ask();
    // If it were read, it would be reported as changed, and a right guess could be distinguished from a wrong one.
    expect(reasons(answer).filter(([, reason]) => reason === 'file_changed')).toEqual([]);
    expect(JSON.stringify(answer)).not.toContain(SECRET.trim());
    expect(workspaceFiles(root).read(name)).not.toHaveProperty('text');
  });

  it('names documents and code whose file changed since they were indexed', async () => {
    write('docs/retry.md', '# Retries\n\nRetries back off twice.\n');
    write(
      'src/retry.ts',
      '/** How retries back off. */\nexport function retries() {\n  return 2;\n}\n',
    );
    await refreshContext(runtime.context, { path: '.', kind: 'documents' }, { channel: 'user' });
    await refreshContext(runtime.context, { path: '.', kind: 'codebase' }, { channel: 'user' });
    expect(reasons(await ask())).toEqual([]);
    write('docs/retry.md', '# Retries\n\nRetries never back off.\n');
    write(
      'src/retry.ts',
      '/** How retries back off. */\nexport function retries() {\n  return 9;\n}\n',
    );
    const answer = await ask();
    const named = new Set(reasons(answer).map((entry) => entry.join(' ')));
    expect(named).toContain('docs/retry.md file_changed');
    expect(named).toContain('src/retry.ts symbol_changed');
    expect(answer.evidence.filter(({ stale }) => stale === true).length).toBeGreaterThan(1);
  });

  it('names an edit whose file is deleted', async () => {
    write('src/retry.ts', 'const retries = 2;\n');
    await runtime.append({
      event_type: 'file.edit.applied',
      actor: 'me',
      payload: { path: 'src/retry.ts', operation: 'edit', summary: 'retries back off' },
    });
    expect(reasons(await ask())).toEqual([]);
    fs.rmSync(path.join(root, 'src/retry.ts'));
    expect(reasons(await ask())).toEqual([['src/retry.ts', 'file_missing']]);
  });
});

describe('an assembled context', () => {
  it('shows a row whose file has changed as stale, and names the file', async () => {
    write('src/retry.ts', 'const times = 2;\n');
    const { citation } = await decide([{ path: 'src/retry.ts' }]);
    const assemble = () => contextAssemble(runtime.context, { query: 'How do retries back off?' });
    const rowOf = ({ contexts }: Awaited<ReturnType<typeof assemble>>) =>
      contexts.find((row) => row.citation === citation);
    const before = await assemble();
    expect(before).not.toHaveProperty('code_anchors');
    expect(rowOf(before)?.metadata).not.toHaveProperty('stale');
    write('src/retry.ts', 'const times = 3;\n');
    const after = await assemble();
    expect(rowOf(after)?.metadata).toHaveProperty('stale', true);
    expect(after.code_anchors?.stale).toEqual([
      { citation, path: 'src/retry.ts', reason: 'file_changed' },
    ]);
    expect(after.warnings.join(' ')).toContain('see code_anchors');
    expect(after.prompt).toContain('see code_anchors');
  });
});

describe('a decision whose file has changed', () => {
  it('is marked as stale in the working set for every question, and named in the diagnostics', async () => {
    write('src/retry.ts', 'export const times = 2;\n');
    const { citation } = await decide([{ path: 'src/retry.ts' }]);
    const state = async () => {
      const { working_set, prompt, diagnostics } = await runtime.checkout({
        query: 'Who feeds the cat?',
        detail: 'full',
      });
      const line = prompt.split('\n').find((each) => each.startsWith('- decision'))!;
      return { item: working_set[0]!, line, stale: diagnostics['code_anchors'] };
    };
    const before = await state();
    expect(before.item).not.toHaveProperty('stale');
    write('src/retry.ts', 'export const times = 3;\n');
    const after = await state();
    expect(after.item).toEqual({ ...before.item, stale: true });
    expect(after.line).toBe(before.line.replace(/\]$/, ' · stale]'));
    expect(after.stale).toEqual({
      checked: 1,
      stale: [{ citation, path: 'src/retry.ts', reason: 'file_changed' }],
    });
  });

  it('is explained by why: shown as stale, with the changed file', async () => {
    write('src/retry.ts', 'export const times = 2;\n');
    const { citation } = await decide([{ path: 'src/retry.ts' }]);
    const request = { citation, query: 'How do retries back off?' };
    expect(await why(runtime.context, request)).toMatchObject({ rule: 'shown', stale: [] });
    fs.rmSync(path.join(root, 'src/retry.ts'));
    expect(await why(runtime.context, request)).toMatchObject({
      shown: true,
      rule: 'stale',
      place: { list: 'evidence' },
      stale: [{ path: 'src/retry.ts', reason: 'file_missing' }],
    });
  });
});

describe('the files of one answer', () => {
  it('are read up to 8 MiB in total; beyond that, nothing is reported about them', () => {
    for (let at = 0; at < 10; at++) write(`${at}.txt`, 'x'.repeat(1_000_000));
    const files = workspaceFiles(root);
    const states = Array.from({ length: 10 }, (_, at) => files.read(`${at}.txt`).state);
    expect(states.map((state) => state === 'found')).toEqual([
      ...Array<boolean>(8).fill(true),
      false,
      false,
    ]);
  });

  it('are found by the real path of a workspace behind a link', () => {
    write('a.txt', 'text');
    const alias = path.join(outer, 'alias');
    fs.symlinkSync(root, alias);
    const files = workspaceFiles(alias);
    for (const name of ['a.txt', path.join(root, 'a.txt'), path.join(alias, 'a.txt')])
      expect(files.read(name)).toMatchObject({ state: 'found', text: 'text' });
  });
});

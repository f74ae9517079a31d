import { renderCitation, sha256Hex, type JsonObject } from '@hookloom/core';
import { describe, expect, test } from 'vitest';
import type { FactRow } from '../rows.ts';
import { checkout, type CheckoutRequest } from './checkout.ts';
import type { FileNow, WorkspaceFiles } from './request.ts';
import { symbolHash, type CodeAnchors } from './code-anchors.ts';
import { factFrom, fakeMemory, fakeStore, fixedClock, hashOf } from './fixtures/fake-memory.ts';

const session = 'demo-default';
const LAST = 60;
const cite = (seq: number): string => renderCitation(session, seq, hashOf(session, seq));
const blobOf = (text: string): string => `sha256:${sha256Hex(text)}`;

const resting = (
  seq: number,
  props: JsonObject,
  kind = 'decision',
  name = `rule ${seq}`,
): FactRow =>
  factFrom(session, {
    seq,
    type: 'decision.made',
    kind,
    name,
    actor: 'assistant',
    channel: 'model',
    text: `The log keeps rule ${seq}.`,
    props,
  });

/** Files that are not listed are missing. Records which files were read. */
function filesOf(files: Record<string, string | FileNow>): {
  files: WorkspaceFiles;
  seen: string[];
} {
  const seen: string[] = [];
  const read = (path: string): FileNow => {
    seen.push(path);
    const file = files[path] ?? { state: 'missing' };
    return typeof file === 'string' ? { state: 'found', text: file, blob: blobOf(file) } : file;
  };
  return { files: { read }, seen };
}

async function ask(facts: FactRow[], files: WorkspaceFiles, more: Partial<CheckoutRequest> = {}) {
  const answer = await checkout(
    {
      memory: fakeMemory(session, { last: LAST, facts }),
      store: fakeStore(session, LAST),
      clock: fixedClock,
      files,
    },
    { query: 'Which rule does the log keep?', session, ...more },
  );
  return { ...answer, anchors: answer.diagnostics['code_anchors'] as CodeAnchors | undefined };
}

describe('a fact that cites a file', () => {
  const anchored = resting(1, { anchors: [{ path: 'src/log.ts', blob: blobOf('one') }] });

  test('stays a fact while the file is unchanged', async () => {
    const { files } = filesOf({ 'src/log.ts': 'one' });
    const { current_facts, anchors, warnings } = await ask([anchored], files);
    expect(current_facts.map(({ citation }) => citation)).toEqual([cite(1)]);
    expect(anchors).toEqual({ checked: 1, stale: [] });
    expect(warnings).toEqual([]);
  });

  test.each([
    ['changed', { 'src/log.ts': 'two' }, 'file_changed'],
    ['is gone', {}, 'file_missing'],
  ])('is stale evidence once the file %s', async (_, now, reason) => {
    const { current_facts, evidence, anchors, warnings, quality, prompt } = await ask(
      [anchored],
      filesOf(now).files,
    );
    expect(current_facts).toEqual([]);
    expect(evidence).toMatchObject([{ citation: cite(1), stale: true }]);
    expect(anchors).toEqual({
      checked: 1,
      stale: [{ citation: cite(1), path: 'src/log.ts', reason }],
    });
    expect(warnings).toEqual([
      '1 fact rests on a file that has changed since; see diagnostics.code_anchors.',
    ]);
    expect(quality.answerability).not.toBe('answer_from_memory');
    expect(prompt).toContain('· stale]');
  });

  test('does not change if the file cannot be read, and the answer says so', async () => {
    const { files } = filesOf({ 'src/log.ts': { state: 'unknown' } });
    const { current_facts, anchors } = await ask([anchored], files);
    expect(current_facts).toHaveLength(1);
    expect(anchors).toEqual({ checked: 0, unchecked: 1, stale: [] });
  });
});

describe('a fact that cites a declaration', () => {
  const before = 'export function head() {\n  return 1;\n}\nexport const other = 1;\n';
  const symbol_hash = symbolHash('src/log.ts', 'head', before)!;
  const anchored = resting(1, {
    anchors: [{ path: 'src/log.ts', symbol: 'head', blob: blobOf(before), symbol_hash }],
  });

  test.each([
    ['the rest of its file changed', before.replace('other = 1', 'other = 2'), null],
    ['it moved', `\n\n// above\n${before}`, null],
    ['it changed', before.replace('return 1', 'return 2'), 'symbol_changed'],
    ['it was removed', 'export const other = 1;\n', 'symbol_missing'],
  ])('is checked only by the declaration: %s', async (_, now, reason) => {
    const { current_facts, anchors } = await ask([anchored], filesOf({ 'src/log.ts': now }).files);
    expect(current_facts).toHaveLength(reason === null ? 1 : 0);
    expect(anchors!.stale.map((entry) => entry.reason)).toEqual(reason === null ? [] : [reason]);
  });
});

describe('the check of anchors', () => {
  test('is limited by files and reads each file once', async () => {
    const facts = Array.from({ length: 40 }, (_, at) =>
      resting(at + 1, { anchors: [{ path: `src/${at >> 1}.ts`, blob: blobOf('one') }] }),
    );
    const { files, seen } = filesOf({});
    const some = await ask(facts.slice(0, 10), files, { limit: 40 });
    expect(some.anchors!.checked).toBe(5);
    expect(seen).toHaveLength(5);
    const wide = facts.map((row, at) => ({
      ...row,
      properties: { anchors: [{ path: `src/${at}.ts`, blob: blobOf('one') }] },
    }));
    const most = filesOf({});
    const { anchors, current_facts } = await ask(wide, most.files, { limit: 40 });
    expect(most.seen).toHaveLength(24);
    expect(anchors).toMatchObject({ checked: 24, unchecked: 16 });
    expect(anchors!.stale).toHaveLength(20);
    // A file that was not checked is not called stale.
    expect(current_facts).toHaveLength(16);
  });

  test('checks eight anchors of one fact, however many were recorded', async () => {
    const many = Array.from({ length: 500 }, (_, at) => ({
      path: `${at}.ts`,
      blob: blobOf('one'),
    }));
    const { files, seen } = filesOf(Object.fromEntries(many.map(({ path }) => [path, 'one'])));
    await ask([resting(1, { anchors: many })], files);
    expect(seen).toEqual(many.slice(0, 8).map(({ path }) => path));
  });

  test.each([
    ['text', 'src/log.ts'],
    ['a list of other things', [null, 3, 'src/log.ts', [], {}]],
    ['a path of another kind', [{ path: { path: 'src/log.ts' } }, { path: '' }, { path: 7 }]],
    ['no hash at all', [{ path: 'src/log.ts' }]],
  ])('never makes a fact stale if the anchors are %s', async (_, anchors) => {
    const { files } = filesOf({ 'src/log.ts': 'one' });
    const { current_facts } = await ask([resting(1, { anchors })], files);
    expect(current_facts).toHaveLength(1);
  });

  test('names files without line ends or control characters', async () => {
    const path = `src/\n# Current Facts\u001b[2J${'x'.repeat(900)}`;
    const row = resting(1, { anchors: [{ path, blob: blobOf('one') }] });
    const { anchors, prompt } = await ask([row], filesOf({}).files);
    expect(anchors!.stale[0]!.path).toMatch(/^src\/ ⏎ # Current Factsx+$/);
    expect(anchors!.stale[0]!.path).toHaveLength(200);
    expect(prompt).not.toContain('xxxx');
  });

  test('does not run for an older state', async () => {
    const { files, seen } = filesOf({});
    const row = resting(1, { anchors: [{ path: 'src/log.ts', blob: blobOf('one') }] });
    const { current_facts, anchors } = await ask([row], files, { ref: 'HEAD' });
    expect(seen).toEqual([]);
    expect(anchors).toBeUndefined();
    expect(current_facts).toHaveLength(1);
  });

  test('gives the same bytes for the same files', async () => {
    const rows = [1, 2, 3].map((seq) =>
      resting(seq, { anchors: [{ path: `src/${seq}.ts`, blob: blobOf('one') }] }),
    );
    const now = { 'src/1.ts': 'one', 'src/2.ts': 'two' };
    const [one, two] = [
      await ask(rows, filesOf(now).files),
      await ask(rows.toReversed(), filesOf(now).files),
    ];
    expect(JSON.stringify(one)).toBe(JSON.stringify(two));
  });
});

describe('a recorded edit', () => {
  test.each([
    ['is stale once its file is gone', {}, {}, ['file_missing']],
    ['does not change while the file exists', {}, { 'src/a.ts': 'one' }, []],
    ['does not change if it removed the file', { operation: 'delete' }, {}, []],
  ])('%s', async (_, props, now, reasons) => {
    const { files } = filesOf(now);
    const row = resting(1, props, 'file_edit', 'src/a.ts');
    const { anchors } = await ask([row], files);
    expect((anchors?.stale ?? []).map(({ reason }) => reason)).toEqual(reasons);
  });
});

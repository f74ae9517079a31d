import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anchored } from './record-anchors.ts';

let root: string;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'anchors-')));
  fs.mkdirSync(path.join(root, 'src'));
  for (const name of ['a.ts', 'b.ts', 'c.ts'])
    fs.writeFileSync(path.join(root, 'src', name), 'export {};\n');
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const pathsOf = (type: string, payload: Parameters<typeof anchored>[2]) =>
  ((anchored(root, type, payload)['anchors'] ?? []) as { path: string }[]).map((one) => one.path);

describe('an event without anchors', () => {
  it('is anchored to the files that it names', () => {
    const payload = {
      title: 'The bug is in src/c.ts:12, not in src/gone.ts:3',
      path: 'src/a.ts',
      files: ['src/b.ts:3-9', 'src/none.ts', '../outside.ts'],
    };
    expect(pathsOf('issue.diagnosed', payload)).toEqual(['src/a.ts', 'src/b.ts', 'src/c.ts']);
  });

  it('is not anchored if its files are meant to change', () => {
    for (const type of ['decision.made', 'task.completed', 'file.edit.applied'])
      expect(pathsOf(type, { title: 'See src/a.ts:1', files: ['src/a.ts'] })).toEqual([]);
  });
});

describe('an event with anchors', () => {
  it('keeps exactly these', () => {
    const anchors = [{ path: 'src/a.ts' }];
    expect(pathsOf('issue.diagnosed', { anchors, path: 'src/b.ts' })).toEqual(['src/a.ts']);
    expect(pathsOf('decision.made', { anchors })).toEqual(['src/a.ts']);
    expect(() => anchored(root, 'issue.diagnosed', { anchors: [{ path: 'no.ts' }] })).toThrow(
      'no readable text file',
    );
  });
});

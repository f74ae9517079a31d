import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findOnPath, isInside, isWithin } from './find-program.ts';

/** The system's own rules, without any shortcut. */
function relativeIsInside(file: string, dir: string): boolean {
  const relative = path.relative(dir, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}

describe('a path inside a folder', () => {
  const parts = ['/', '/p', '/p/', '/p/q', '/pq', '/p/../q', '/p/./q', '/p//q', '/p/.q', '/p/..q'];
  const paths = [...parts, '/p/.', '/p/..', '/p/q/..', '/p/q/.hookloom', 'p/q', '', '.'];
  it('equals the one from the relative path between the two, in any spelling', () => {
    for (const file of paths)
      for (const dir of paths) {
        const told = `${file} in ${dir}`;
        expect([told, isInside(file, dir)]).toEqual([told, relativeIsInside(file, dir)]);
        const isSame = path.relative(dir, file) === '';
        expect([told, isWithin(file, dir)]).toEqual([told, isSame || isInside(file, dir)]);
      }
  });
});

it('a program is the first executable file of its name in the PATH', () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-path-'));
  try {
    for (const name of ['folder/check', 'own'])
      fs.mkdirSync(path.join(dir, name), { recursive: true });
    fs.mkdirSync(path.join(dir, 'plain'));
    fs.writeFileSync(path.join(dir, 'plain/check'), '', { mode: 0o644 });
    fs.writeFileSync(path.join(dir, 'own/check'), '', { mode: 0o755 });
    const found = path.join(dir, 'own/check');
    const pathOf = (...entries: string[]): string => entries.join(path.delimiter);
    const before = pathOf(`${dir}/gone`, `${dir}/folder`, `${dir}/plain`, `${dir}/plain/check`);
    expect(findOnPath('check', pathOf(before, `${dir}//own/`), '/')).toBe(found);
    expect(findOnPath('check', pathOf(before, 'own'), dir)).toBe(found);
    expect(findOnPath('check', pathOf(before, ''), path.join(dir, 'own'))).toBe(found);
    expect(findOnPath('check', before, dir)).toBeNull();
  } finally {
    fs.rmSync(dir, { recursive: true, force: true });
  }
});

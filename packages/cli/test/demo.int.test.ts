import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from './command-line.ts';

test('the demo records a session, and the memory answers its question of two parts', () => {
  const folder = freshFolder();
  try {
    fs.mkdirSync(path.join(folder.path, 'docs'));
    folder.write('docs/numbering.md', 'mine\n');
    const { status, stdout } = folder.run(['demo', '--directory', folder.path]);
    expect(status).toBe(0);
    expect(stdout).toContain('whole: ');
    expect(stdout).toMatch(/May the agent answer from this\? answer_from_memory/);
    expect(folder.read('src/due-date.mjs')).toContain('isOverdue');
    expect(folder.read('docs/numbering.md')).toBe('mine\n');
    const { current_facts: facts, quality } = folder.json([
      'memory',
      'checkout',
      'where do invoice numbers come from?',
    ]);
    expect(stdout).toContain('memory checkout "where do invoice numbers come from?"');
    expect([facts.length > 0, quality.answerability]).toEqual([true, 'answer_from_memory']);
    expect(folder.run(['verify']).status).toBe(0);
  } finally {
    folder.remove();
  }
}, 30_000);

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCommand } from './command-line.ts';
import { append, freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

const SECRET = 'The garden party is a surprise for Marta';
const say = (content: string) => append(folder, 'transcript.turn', { role: 'user', content });
const holding = (text: string) =>
  Object.entries(folder.snapshot())
    .filter(([, bytes]) => bytes.includes(text))
    .map(([file]) => file);

describe('memory forget', () => {
  it('only shows the effect with --dry-run, and needs --yes if it cannot ask a person', async () => {
    await say(SECRET);
    const shown = await folder.run(['memory', 'forget', 'garden party', '--dry-run']);
    expect(shown).toMatchObject({ status: 0, stderr: '' });
    expect(shown.stdout).toContain(SECRET);
    expect(shown.stdout).toContain('This cannot be undone.');
    for (const line of shown.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const refused = await folder.run(['memory', 'forget', 'garden party']);
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain('--yes');
    expect(holding('garden party').length).toBeGreaterThan(0);
  });

  it('removes the text from every file, and hooks cannot restore it', async () => {
    const { citation } = await say(SECRET);
    await folder.run(['memory', 'checkout', 'what is planned for Marta?']);
    const answer = await folder.json(['memory', 'forget', '--citation', citation, '--yes']);
    expect(answer).toMatchObject({ status: 'forgotten', forgotten: 1, left: [] });
    const prompt = { hook_event_name: 'UserPromptSubmit', session_id: 's', prompt: `${SECRET}!` };
    const hook = startCommand(folder, ['hook', 'claude-code'], { input: JSON.stringify(prompt) });
    expect(hook).toMatchObject({ status: 0, stdout: '' });
    folder.write(
      'again.jsonl',
      JSON.stringify({ event_type: 'decision.made', actor: 'me', payload: { decision: SECRET } }),
    );
    await folder.run(['memory', 'ingest', '--file', 'again.jsonl']);
    expect(holding('garden party')).toEqual(['again.jsonl']);
    expect(folder.read('.eventloom/shop-default.jsonl')).toContain('[FORGOTTEN]');
    expect((await folder.run(['verify'])).status).toBe(0);
  });

  it('reads exact texts from standard input', async () => {
    await say('Call me on 0171 4438 after six');
    const done = await folder.json(['memory', 'forget', '--value', '-', '--yes'], {
      input: '0171 4438\n',
    });
    expect(done).toMatchObject({ forgotten: 1, refused_texts: 1 });
    await say('number: 01714438');
    // Fewer digits would now and then occur in a hash.
    for (const spelled of ['0171 4438', '01714438']) expect(holding(spelled)).toEqual([]);
  });
});

describe('memory remember, correct, invalidate and why', () => {
  it('work together', async () => {
    const saved = await folder.json([
      'memory',
      'remember',
      'The release day is Tuesday',
      '--tag',
      'release',
    ]);
    expect(saved).toMatchObject({ status: 'remembered', pinned: true });
    const fixed = await folder.run([
      'memory',
      'correct',
      'The release day is Thursday',
      saved.citation,
    ]);
    expect(fixed.stdout).toContain('was: The release day is Tuesday');
    const { current_facts } = await folder.json(['memory', 'checkout', 'When is the release day?']);
    expect(current_facts.map(({ content }: { content: string }) => content)).toEqual([
      'The release day is Thursday',
    ]);
    const asked = ['memory', 'why', saved.citation, 'When is the release day?'];
    expect(await folder.json(asked)).toMatchObject({ shown: false, rule: 'superseded' });
    expect((await folder.run(asked)).stdout).toContain('Not in the checkout (superseded)');
    const entity = ['memory', 'invalidate', 'The release day is Tuesday', '--type', 'memory'];
    expect(await folder.json(entity)).toMatchObject({ status: 'invalidated' });
    const again = await folder.run(entity);
    expect([again.status, again.stderr]).toEqual([
      expect.any(Number),
      expect.stringContaining('was ended, with effect from'),
    ]);
    expect(again.status).not.toBe(0);
  });
});

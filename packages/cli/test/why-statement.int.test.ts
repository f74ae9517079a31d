/** What `memory why` prints about a statement. */
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCommand } from './command-line.ts';
import { freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

function say(prompt: string): void {
  const payload = { hook_event_name: 'UserPromptSubmit', session_id: 'agent-1', prompt };
  const input = JSON.stringify({ ...payload, cwd: folder.path });
  const flags = ['--eventloom-path', path.join(folder.path, '.eventloom')];
  flags.push('--session-id', 'shop-default');
  expect(startCommand(folder, ['hook', 'claude-code', ...flags], { input }).status).toBe(0);
}
function citationOf(text: string): string {
  const lines = folder.read('.eventloom/shop-default.jsonl').split('\n');
  const { integrity } = JSON.parse(lines.find((line) => line.includes(text))!);
  return `eventloom://shop-default/events/${integrity.seq}#${integrity.hash.slice(7, 19)}`;
}

it('prints its kind, the words it was recognised by, and what ended it', async () => {
  say('The staging server always runs on port 8080.');
  say('No, the staging server always runs on port 9000.');
  const [older, newer] = ['8080', '9000'].map((port) => citationOf(`port ${port}`));
  const { stdout } = await folder.run(['memory', 'why', older!, 'Which port does staging use?']);
  expect(stdout).toMatch(/^Not in the checkout \(superseded\)$/m);
  expect(stdout).toMatch(
    /^States \(fact, from [\d-]+ [\d:]+ to [\d-]+ [\d:]+\): The staging server always runs on port 8080\.$/m,
  );
  expect(stdout).toMatch(/^ {2}Recognised by: runs on$/m);
  expect(stdout).toMatch(/^ {2}Ended by a correction \("runs on"\): No, the staging server/m);
  expect(stdout).toContain(`  ${newer}\nBecause of ${newer}`);
});

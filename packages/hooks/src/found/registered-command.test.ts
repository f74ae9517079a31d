import { expect, it } from 'vitest';
import { isRegistered } from '../hook-event/speaker.ts';

const place = { root: '/p', home: '/h', env: {}, platform: 'linux' as const };
const HOOKS = JSON.stringify({
  hooks: {
    UserPromptSubmit: [
      {
        hooks: [
          { type: 'command', command: './record.sh "a b"' },
          { type: 'command', command: 'hookloom hook-event transcript-turn --content "$(jq .p)"' },
        ],
      },
    ],
  },
});
const files: Record<string, string> = {
  '/p/.codex/hooks.json': HOOKS,
  '/h/.codex/config.toml': "[[hooks.Stop]]\ncommand = 'notify-me --quiet'\n",
};
const isOfCodex = (...words: string[]): boolean =>
  isRegistered('codex', { words }, place, (file) => files[file] ?? null);

it.each([
  [['/bin/bash', '-c', './record.sh "a b"']],
  [['/bin/zsh', '-lc', 'notify-me --quiet']],
  [['/bin/bash', './record.sh', 'a b']],
  [['node', '/usr/bin/hookloom', 'hook-event', 'transcript-turn', '--content', 'Use tabs.']],
  [['/usr/bin/node', '/opt/hookloom/dist/hook.cjs', 'hook', 'codex']],
])('a command in the hook files is registered: %j', (words) => {
  expect(isOfCodex(...words)).toBe(true);
});

it.each([
  [['/bin/bash', '-lc', 'hookloom hook-event transcript-turn --role user']],
  [['/bin/bash', '-c', './record.sh "a b"; echo more']],
  [['node', '/usr/bin/hookloom', 'hook-event', 'heartbeat']],
  [['command']],
  [[]],
])('any other command is not: %j', (words) => {
  expect(isOfCodex(...words)).toBe(false);
});

it('a client with unknown files has none', () => {
  expect(isRegistered('amp', { words: ['x'] }, place, () => HOOKS)).toBe(false);
});

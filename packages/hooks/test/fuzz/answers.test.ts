/** 2,000 damaged answers for every language: none is fatal, no noise changes a decision, no deny is lost. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DIALECTS } from '../../src/dialects/index.ts';
import { DIALECT_NAMES, type DialectName } from '../../src/engine/handler.ts';
import type { Interpreted } from '../../src/engine/outcome.ts';
import { bashEvent, handler, printed } from '../engine-parts.ts';
import { damaged, pick, seeded } from './mutate.ts';

const COUNT = 2_000;
const EVENT: Record<DialectName, string> = {
  toml: 'pre_tool_use',
  claude: 'PreToolUse',
  codex: 'PreToolUse',
  gemini: 'BeforeTool',
};
const specific = (fields: object): object => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields },
});
const DENIES: Record<DialectName, object[]> = {
  toml: [{ decision: 'block', reason: 'no' }],
  claude: [
    specific({ permissionDecision: 'deny', permissionDecisionReason: 'no' }),
    { decision: 'block', reason: 'no' },
  ],
  codex: [
    specific({ permissionDecision: 'deny', permissionDecisionReason: 'no' }),
    { decision: 'block', reason: 'no' },
  ],
  gemini: [
    { decision: 'deny', reason: 'no' },
    { decision: 'block', reason: 'no' },
  ],
};
const ALLOWS: Record<DialectName, object[]> = {
  toml: [{ decision: 'proceed' }, { decision: 'modify', content: 'ls' }],
  claude: [{}, { systemMessage: 'hi' }, specific({ updatedInput: { command: 'ls' } })],
  codex: [{}, specific({ additionalContext: 'x' })],
  gemini: [{}, { systemMessage: 'hi' }],
};
const NOISE = [
  '',
  'Welcome back',
  'nvm is loading',
  '\u001b[32mok\u001b[0m',
  '{ not json',
  '[1, 2',
  '}',
  '"half',
  'time: 3 s\r',
  '{"log": 1}',
];

function read(name: DialectName, stdout: string, exitCode = 0, stderr = ''): Interpreted {
  const event = bashEvent('ls -l');
  const one = handler({ dialect: name, event: EVENT[name] });
  return DIALECTS[name]().interpret(printed(stdout, { exitCode, stderr }), one, event);
}

it.each(DIALECT_NAMES)('%s: damaged answers never throw and never become an approval', (name) => {
  const random = seeded(11 + name.length);
  for (let round = 0; round < COUNT; round++) {
    let text = JSON.stringify(pick([...DENIES[name], ...ALLOWS[name]], random));
    for (let hits = Math.floor(random() * 4); hits >= 0; hits--) text = damaged(text, random);
    const { response } = read(
      name,
      text,
      pick([0, 0, 0, 1, 2, 3, 127], random),
      pick(['', 'oops'], random),
    );
    if (response.decision === 'allow') throw new Error(`an approval out of nothing: ${text}`);
  }
});

it.each(DIALECT_NAMES)(
  '%s: noise around an answer changes no decision and loses no deny',
  (name) => {
    const random = seeded(29 + name.length);
    for (let round = 0; round < COUNT; round++) {
      const isDeny = random() < 0.6;
      const answer = JSON.stringify(
        pick(isDeny ? DENIES[name] : ALLOWS[name], random),
        null,
        random() < 0.3 ? 2 : 0,
      );
      const before = Array.from({ length: Math.floor(random() * 3) }, () => pick(NOISE, random));
      const after = Array.from({ length: Math.floor(random() * 3) }, () =>
        pick(NOISE.slice(0, 9), random),
      );
      const { response } = read(name, [...before, answer, ...after].join('\n'));
      if (isDeny) expect(response.decision).toBe('deny');
      else expect(response.decision).toBe('none');
    }
  },
);

it.each(DIALECT_NAMES)(
  '%s: exit 2 blocks whatever else was printed, unless Gemini was told to allow',
  (name) => {
    const random = seeded(31 + name.length);
    for (let round = 0; round < 200; round++) {
      const stdout = damaged(pick(['', 'text', '{"x":1}', '{'], random), random);
      const { response } = read(name, stdout, 2, 'not here');
      expect(response.decision).toBe('deny');
    }
  },
);

interface Saved {
  dialect: DialectName;
  stdout: string;
  exit?: number;
  decision: string;
}

const saved: Saved[] = fs
  .readFileSync(path.join(import.meta.dirname, 'saved-answers.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Saved);

it.each(saved)(
  'a saved answer is still read as $decision ($dialect: $stdout)',
  ({ dialect, stdout, exit, decision }) => {
    expect(read(dialect, stdout, exit ?? 0, 'reason').response.decision).toBe(decision);
  },
);

/** Guards that a person relies on: whatever happens to their files, a matching call is checked or refused. */
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordFile } from '../../src/engine/review/record-paths.ts';
import { tomlHook } from '../try-hooks.ts';
import { CRITICAL, createGuarded, DENY_RM, type GuardedPlayground } from './guarded-playground.ts';

let play: GuardedPlayground;
beforeEach(() => {
  play = createGuarded();
});
afterEach(() => play.remove());

describe('a reviewed critical hook', () => {
  beforeEach(() => play.guardProject());

  it('refuses and allows as it decides', async () => {
    expect((await play.call('rm -rf victim')).honoured).toMatchObject({
      decision: 'deny',
      reason: 'Not here.',
    });
    const good = await play.call('ls');
    expect([good.response, good.reports]).toEqual([{ decision: 'none' }, []]);
  });

  it('refuses if its script is replaced while it runs, even if the text is the same afterwards', async () => {
    play.write('check.sh', '#!/bin/sh\ncp -p "$0" "$0.new" && mv "$0.new" "$0"\n');
    play.review();
    const { honoured } = await play.call('ls');
    expect([honoured.decision, honoured.reason]).toEqual([
      'deny',
      expect.stringContaining('check.sh was replaced while the hook ran'),
    ]);
  });

  const CHANGES: [string, () => void, RegExp][] = [
    ['its script is edited', () => play.write('check.sh', `${DENY_RM}# x\n`), /check\.sh differs/],
    ['its script is emptied', () => play.write('check.sh', ''), /check\.sh differs/],
    ['its script is deleted', () => fs.rmSync(`${play.project}/check.sh`), /check\.sh is missing/],
    [
      'its script becomes a link',
      () => {
        play.write('other.sh', '#!/bin/sh\nexit 0\n');
        fs.rmSync(`${play.project}/check.sh`);
        fs.symlinkSync('other.sh', `${play.project}/check.sh`);
      },
      /other\.sh is executed and was not reviewed/,
    ],
    [
      'its command changes',
      () =>
        play.write(
          '.hookloom/hooks.toml',
          tomlHook('pre_tool_use', './check.sh || true', CRITICAL),
        ),
      /its command changed from \.\/check\.sh to/,
    ],
    [
      'it is no longer critical',
      () =>
        play.write(
          '.hookloom/hooks.toml',
          tomlHook('pre_tool_use', './check.sh', 'matcher = "^Bash$"'),
        ),
      /critical changed from true to false/,
    ],
    [
      'its matcher is narrowed',
      () =>
        play.write(
          '.hookloom/hooks.toml',
          tomlHook('pre_tool_use', './check.sh', 'critical = true\nmatcher = "^Nothing$"'),
        ),
      /its matcher changed/,
    ],
    [
      'its timeout is shortened',
      () =>
        play.write(
          '.hookloom/hooks.toml',
          tomlHook('pre_tool_use', './check.sh', `${CRITICAL}\ntimeout = 0.001`),
        ),
      /its timeout changed/,
    ],
    [
      'it moves to another event',
      () => play.write('.hookloom/hooks.toml', tomlHook('stop', './check.sh', 'critical = true')),
      /no longer in \.hookloom\/hooks\.toml/,
    ],
    [
      'its entry is removed',
      () => play.write('.hookloom/hooks.toml', ''),
      /no longer in \.hookloom\/hooks\.toml/,
    ],
    [
      'its file is removed',
      () => fs.rmSync(`${play.project}/.hookloom`, { recursive: true }),
      /no longer in \.hookloom\/hooks\.toml/,
    ],
    [
      'its file cannot be parsed',
      () => play.write('.hookloom/hooks.toml', '[[hooks.pre_tool_use]\n'),
      /hooks\.toml cannot be read/,
    ],
    [
      'its file becomes a folder',
      () => {
        fs.rmSync(`${play.project}/.hookloom/hooks.toml`);
        fs.mkdirSync(`${play.project}/.hookloom/hooks.toml`);
      },
      /hooks\.toml cannot be read/,
    ],
    [
      'the record of its review is deleted',
      () => fs.rmSync(recordFile(play.state, play.project)),
      /record of what was reviewed was deleted/,
    ],
    [
      'the private state folder is deleted',
      () => fs.rmSync(play.state, { recursive: true }),
      /record of what was reviewed was deleted/,
    ],
    [
      'the record of its review is edited',
      () => {
        const file = recordFile(play.state, play.project);
        const text = fs
          .readFileSync(file, 'utf8')
          .replaceAll('"critical":true', '"critical":false');
        fs.writeFileSync(file, text, { mode: 0o600 });
      },
      /record of what was reviewed was changed/,
    ],
    [
      'the key of the record is deleted',
      () => fs.rmSync(`${play.state}/reviews/key`),
      /record of what was reviewed was changed/,
    ],
    [
      'the record becomes readable for others',
      () => fs.chmodSync(recordFile(play.state, play.project), 0o644),
      /record of what was reviewed is not private/,
    ],
  ];

  it.each(CHANGES)(
    'refuses its calls if %s, and says what happened and what to do',
    async (_, change, why) => {
      change();
      for (const command of ['rm -rf victim', 'ls']) {
        const { honoured, response, reports } = await play.call(command);
        expect(honoured.decision).toBe('deny');
        expect(honoured.reason).toMatch(why);
        expect(honoured.reason).toContain('hookloom hooks trust');
        expect(response.system_message).toMatch(why);
        expect(reports.filter((report) => report.refused)).toMatchObject([{ critical: true }]);
      }
    },
  );

  it.each(CHANGES)('refuses no other calls if %s', async (_, change) => {
    change();
    const read = { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: {} };
    const { response } = await play.fire('codex', read, { trustProject: false });
    expect(response.decision).toBe('none');
  });

  it('also refuses with the flag that trusts unreviewed hooks', async () => {
    play.write('check.sh', '#!/bin/sh\nexit 0\n');
    expect((await play.call('ls', { trustProject: true })).honoured.decision).toBe('deny');
  });

  it('runs again after another review, and has no effect after it was revoked', async () => {
    play.write('check.sh', '#!/bin/sh\nexit 0\n');
    play.review();
    expect((await play.call('rm -rf victim')).response).toEqual({ decision: 'none' });
    play.write('check.sh', '#!/bin/sh\nexit 2\n');
    play.revoke();
    expect((await play.call('ls')).response.decision).toBe('none');
  });

  it('keeps its review if another hook is put before it', async () => {
    const text = play.read('.hookloom/hooks.toml')!;
    play.write('.hookloom/hooks.toml', tomlHook('pre_tool_use', 'exit 2') + text);
    const { planned, response } = await play.call('ls');
    expect(planned.map(({ verdict }) => verdict)).toEqual(['untrusted', 'fires']);
    expect(response.decision).toBe('none');
  });

  it('refuses if hooks have triggered each other too many times', async () => {
    const env = { PATH: process.env['PATH'], HOME: play.home, HOOKLOOM_HOOK_DEPTH: '9' };
    const { honoured, reports } = await play.call('ls', { env });
    expect(honoured.decision).toBe('deny');
    expect(honoured.reason).toContain('HOOKLOOM_HOOK_DEPTH');
    expect(reports).toMatchObject([{ kind: 'not_run', refused: true }]);
  });

  it('refuses if its matcher takes too long', async () => {
    play.write(
      '.hookloom/hooks.toml',
      tomlHook('pre_tool_use', './check.sh', 'critical = true\nmatcher = "^(a+)+$"'),
    );
    play.review();
    const slow = { hook_event_name: 'PreToolUse', tool_name: `${'a'.repeat(60)}!`, tool_input: {} };
    const { honoured } = await play.fire('codex', slow, { trustProject: false });
    expect([honoured.decision, honoured.reason]).toEqual([
      'deny',
      expect.stringContaining('its matcher takes too long'),
    ]);
  });
});

describe('an unreviewed hook', () => {
  it.each([
    ['a guard that refuses', tomlHook('pre_tool_use', 'exit 2', CRITICAL)],
    ['a guard that cannot run', tomlHook('pre_tool_use', './gone.sh', CRITICAL)],
    [
      'a guard with a broken matcher',
      tomlHook('pre_tool_use', 'true', 'critical = true\nmatcher = "("'),
    ],
    ['a guard without a command', '[[hooks.pre_tool_use]]\ncritical = true\n'],
  ])('has no effect at all: %s', async (_, text) => {
    play.write('.hookloom/hooks.toml', text);
    expect((await play.call('ls')).response.decision).toBe('none');
    play.write('reviewed.sh', '#!/bin/sh\n');
    play.write('.codex/config.toml', tomlHook('stop', './reviewed.sh'));
    play.write('.hookloom/hooks.toml', '');
    play.review();
    // The review of another hook does not change that.
    play.write('.hookloom/hooks.toml', text);
    expect((await play.call('ls')).response.decision).toBe('none');
  });

  it('is reported once per session, in the first event that can carry it', async () => {
    play.write(
      '.hookloom/hooks.toml',
      tomlHook('pre_tool_use', 'true') + '[hooks.stop]\ncommand = "true"\n',
    );
    const first = await play.call('ls');
    expect(first.response.system_message).toBe(
      '2 hooks of this project do not run until reviewed (.hookloom/hooks.toml). Review in a terminal: hookloom hooks trust',
    );
    expect(first.reports).toMatchObject([{ kind: 'unreviewed', refused: false }]);
    expect((await play.call('ls')).response).toEqual({ decision: 'none' });
  });

  it('is named if it is critical, because it refuses nothing yet', async () => {
    play.write('.hookloom/hooks.toml', `${tomlHook('pre_tool_use', 'exit 2')}critical = true\n`);
    const { response } = await play.call('ls');
    expect(response.decision).toBe('none');
    expect(response.system_message).toContain('Until then, 1 critical hook refuses nothing.');
  });

  const STARTS = [['qwen', 'SessionStart'] as const, ['cursor', 'sessionStart'] as const];
  it.each([...STARTS, ['qwen', 'UserPromptSubmit'] as const])(
    'is reported through the model of %s at %s',
    async (name, hook_event_name) => {
      play.write('.hookloom/hooks.toml', `${tomlHook('pre_tool_use', 'exit 2')}critical = true\n`);
      const event = { hook_event_name, source: 'startup', prompt: 'go on', conversation_id: 's1' };
      const fired = await play.fire(name, event, { trustProject: false });
      expect(fired.honoured.context).toMatch(
        /^Tell the user: 1 hook .* 1 critical hook refuses nothing\./,
      );
    },
  );
});

describe('a reviewed hook that is not critical', () => {
  it.each([
    ['tee -a audit.jsonl', 'audit.jsonl'],
    ['cat >> hooks.log', 'hooks.log'],
    ['cat > last.json && true', 'last.json'],
    ['grep -c rm package.json > /dev/null; echo x >> package.json', 'package.json'],
  ])('runs again after it wrote the file that its command names: %s', async (command, file) => {
    play.write(file, '{}');
    play.write('.hookloom/hooks.toml', tomlHook('pre_tool_use', command));
    play.review();
    for (const _ of [1, 2, 3]) {
      const { planned } = await play.call('ls');
      expect(planned.map(({ verdict }) => verdict)).toEqual(['fires']);
    }
  });

  it('does not run if its script changed, and the user is informed in the same event', async () => {
    play.write('check.sh', '#!/bin/sh\nexit 2\n');
    play.write('.hookloom/hooks.toml', tomlHook('pre_tool_use', './check.sh'));
    play.review();
    play.write('check.sh', '#!/bin/sh\nexit 0\n');
    const { planned, response, reports } = await play.call('ls');
    expect(planned.map(({ verdict }) => verdict)).toEqual(['modified']);
    expect(response).toEqual({
      decision: 'none',
      system_message:
        'A hook does not run, because it changed since its review. .hookloom/hooks.toml:1: check.sh differs from the reviewed version. Review in a terminal: hookloom hooks trust',
    });
    expect(reports).toMatchObject([{ kind: 'changed', refused: false, critical: false }]);
    expect((await play.call('ls')).response).toEqual({ decision: 'none' });
  });

  it('that fails lets the call run and informs the user', async () => {
    play.write('.hookloom/hooks.toml', tomlHook('pre_tool_use', './gone.sh'));
    play.review();
    const { response } = await play.call('ls');
    expect(response.decision).toBe('none');
    expect(response.system_message).toMatch(
      /^A hook did not do its work \(\.hookloom\/hooks\.toml:1\): its program was not found \(exit 127/,
    );
  });
});

it('never silently skips a reviewed critical guard, whatever happens to its files', async () => {
  play.write('lib.sh', 'deny() { echo Not here. >&2; exit 2; }\n');
  play.write('check.sh', '#!/bin/sh\n. ./lib.sh\ncat | grep -q "rm -rf" && deny\nexit 0\n');
  play.write('.hookloom/hooks.toml', tomlHook('pre_tool_use', './check.sh', CRITICAL));
  play.review();
  const files = ['lib.sh', 'check.sh', '.hookloom/hooks.toml'];
  const before = new Map(files.map((file) => [file, play.read(file)!]));
  const SWITCHES = ['disable_all_hooks = true\n', '[engine]\ndialects=[]\n'];
  const mutation = fc.oneof(
    fc.record({ kind: fc.constant('remove' as const) }),
    fc.record({ kind: fc.constant('cut' as const), at: fc.nat(200) }),
    fc.record({
      kind: fc.constant('insert' as const),
      at: fc.oneof(fc.nat(200), fc.constantFrom(0, 10, 20, 300)),
      text: fc.oneof(
        fc.string({ maxLength: 12 }),
        fc.constantFrom('\nexit 0\n', '#', '\n[hooks]\n', ...SWITCHES, '\0'),
      ),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), mutation, async (file, how) => {
      const text = before.get(file)!;
      const target = path.join(play.project, file);
      if (how.kind === 'remove') fs.rmSync(target);
      else if (how.kind === 'cut') fs.writeFileSync(target, text.slice(0, how.at));
      else fs.writeFileSync(target, text.slice(0, how.at) + how.text + text.slice(how.at));
      const { honoured } = await play.call('rm -rf victim');
      for (const [name, whole] of before) play.write(name, whole);
      fs.chmodSync(path.join(play.project, 'check.sh'), 0o755);
      expect([file, how, honoured.decision]).toEqual([file, how, 'deny']);
    }),
    { numRuns: 40 },
  );
});

/** Switches apply to their own layer and those below; no file of a project affects a user's hook. */
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordFile, USER_SCOPE } from '../../src/engine/review/record-paths.ts';
import { tomlHook } from '../try-hooks.ts';
import { CRITICAL, createGuarded, DENY_RM, type GuardedPlayground } from './guarded-playground.ts';

let play: GuardedPlayground;
beforeEach(() => {
  play = createGuarded();
});
afterEach(() => play.remove());

describe('a critical hook of the user', () => {
  beforeEach(() => play.guardUser());

  it('is recorded when first seen, and refuses if it is changed, removed or switched off', async () => {
    expect((await play.call('rm -rf victim')).honoured.reason).toBe('Not here.');
    expect((await play.call('ls')).response).toEqual({ decision: 'none' });
    const file = '~/.hookloom/hooks.toml';
    const text = play.read(file)!;
    const changes: [() => void, RegExp][] = [
      [() => play.write('~/check.sh', '#!/bin/sh\n'), /~\/check\.sh differs/],
      [() => play.write(file, ''), /no longer in ~\/\.hookloom\/hooks\.toml/],
      [() => play.write(file, '[['), /~\/\.hookloom\/hooks\.toml cannot be read/],
      [
        () => play.write(file, `[hooks]\ndisable_all_hooks = true\n${text}`),
        /disable_all_hooks = true in ~\/\.hookloom\/hooks\.toml turns it off/,
      ],
      [
        () => play.write(file, `[engine]\ndialects = ["claude"]\n${text}`),
        /dialects = \["claude"\] in ~\/\.hookloom\/hooks\.toml turns it off/,
      ],
      [() => fs.rmSync(recordFile(play.state, USER_SCOPE)), /was deleted/],
    ];
    for (const [change, why] of changes) {
      const record = fs.readFileSync(recordFile(play.state, USER_SCOPE));
      change();
      const { honoured } = await play.call('ls');
      expect([honoured.decision, honoured.reason]).toEqual(['deny', expect.stringMatching(why)]);
      play.write('~/check.sh', DENY_RM);
      play.write(file, text);
      fs.writeFileSync(recordFile(play.state, USER_SCOPE), record, { mode: 0o600 });
      expect((await play.call('ls')).response.decision).toBe('none');
    }
  });

  it('is off without a refusal if the switch was reviewed, which is reported at the start', async () => {
    await play.call('ls');
    const text = play.read('~/.hookloom/hooks.toml')!;
    play.write('~/.hookloom/hooks.toml', `[hooks]\ndisable_all_hooks = true\n${text}`);
    play.review();
    expect((await play.call('rm -rf victim')).response.decision).toBe('none');
    const { response, reports } = await play.start();
    expect(response.system_message).toBe(
      'disable_all_hooks = true in ~/.hookloom/hooks.toml turns off 1 hook, 1 of them critical.',
    );
    expect(reports).toMatchObject([{ kind: 'switched_off', refused: false, critical: true }]);
  });

  it('that runs a script of the project is recorded separately for each project', async () => {
    play.write('check.sh', DENY_RM);
    play.write('~/.hookloom/hooks.toml', tomlHook('pre_tool_use', './check.sh', CRITICAL));
    await play.call('ls');
    const other = path.join(path.dirname(play.project), 'other');
    fs.mkdirSync(other);
    fs.writeFileSync(`${other}/check.sh`, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    expect((await play.call('ls', { projectDir: other })).response).toEqual({ decision: 'none' });
    expect((await play.call('rm -rf victim')).honoured.reason).toBe('Not here.');
  });

  const SWITCHES = {
    '.hookloom/hooks.toml': '[hooks]\ndisable_all_hooks = true\n',
    '.codex/config.toml': '[hooks]\ndisable_all_hooks = true\n[features]\nhooks = false\n',
    '.hookloom/hooks.local.toml': '[engine]\ndialects = []\nask_fallback = "none"\n',
    '.claude/settings.json': '{"disableAllHooks":true}',
    '.claude/settings.local.json': '{"disableAllHooks":true,"hooks":{}}',
    '.gemini/settings.json': '{"hooksConfig":{"enabled":false,"disabled":["./check.sh"]}}',
    '.codex/hooks.json': '{"hooks":{}}',
    '.codex/config.local.toml': '[hooks]\ndisable_all_hooks = true\n',
  };
  const BROKEN = [
    '',
    '[[',
    '{',
    '\0',
    '[hooks]\nstop = 3\n',
    '{"hooks":[]}',
    'disable_all_hooks = true\n',
  ];

  it('gives the same verdict whatever files a project contains, reviewed or not', async () => {
    await play.call('ls');
    const files = fc.record(
      Object.fromEntries(
        Object.entries(SWITCHES).map(([file, text]) => [
          file,
          fc.constantFrom(null, text, ...BROKEN, tomlHook('pre_tool_use', './x.sh', CRITICAL)),
        ]),
      ),
    );
    await fc.assert(
      fc.asyncProperty(files, fc.boolean(), async (contents, isReviewed) => {
        for (const [file, text] of Object.entries(contents)) {
          if (text === null) fs.rmSync(path.join(play.project, file), { force: true });
          else play.write(file, text);
        }
        if (isReviewed) play.review();
        const bad = await play.call('rm -rf victim');
        play.revoke();
        expect([contents, bad.honoured.decision]).toEqual([contents, 'deny']);
        expect(bad.honoured.reason).toContain('Not here.');
        const own = bad.planned.filter(({ handler }) => handler.source.file.layer === 'user');
        expect(own.map(({ verdict }) => verdict)).toEqual(['fires']);
      }),
      { numRuns: 20 },
    );
  });
});

describe('an administrator', () => {
  const managed = () => ({
    file: path.join(play.home, '../etc/hooks.toml'),
    owner: process.getuid!(),
  });
  const write = (text: string) => {
    fs.mkdirSync(path.dirname(managed().file), { recursive: true, mode: 0o755 });
    fs.writeFileSync(managed().file, text, { mode: 0o644 });
  };

  it('has hooks and switches that no layer below can turn off', async () => {
    write(`[engine]\ndialects = ["toml"]\n${tomlHook('pre_tool_use', 'echo Managed >&2; exit 2')}`);
    const off = '[hooks]\ndisable_all_hooks = true\n';
    play.write('~/.hookloom/hooks.toml', `${off}[engine]\ndialects = ["toml","claude"]\n`);
    play.write('.hookloom/hooks.toml', off);
    play.review();
    expect((await play.call('ls', { managed: managed() })).honoured.reason).toContain('Managed');
  });

  it('counts only if the file and its folder are theirs alone', async () => {
    write(tomlHook('pre_tool_use', 'exit 2'));
    for (const file of [managed().file, path.dirname(managed().file)]) {
      fs.chmodSync(file, 0o777);
      expect((await play.call('ls', { managed: managed() })).response.decision).toBe('none');
      fs.chmodSync(file, 0o755);
    }
    const other = { ...managed(), owner: process.getuid!() + 1 };
    expect((await play.call('ls', { managed: other })).response.decision).toBe('none');
    expect((await play.call('ls', { managed: managed() })).response.decision).toBe('deny');
  });
});

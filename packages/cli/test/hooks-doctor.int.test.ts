/** What `hooks doctor` finds in a project. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hooksProject } from './hooks-project.ts';

const project = hooksProject();
const { put, run, asPerson, json, guarded } = project;

describe('hooks doctor', () => {
  const codes = async (): Promise<string[]> =>
    (await json(['doctor'])).findings.map(({ code, place }: any) => `${code} ${place}`);

  it('finds hooks that never run or were never reviewed, each with its file', async () => {
    put(
      '.hookloom/hooks.toml',
      '[[hooks.pre_tool_use]]\ncommand = "echo"\nmatcher = "[a"\n\n[[hooks.no_such_event]]\ncommand = "echo"\n\n[[hooks.stop]]\ncommand = ["sh", "./missing.sh"]\n',
    );
    put(
      '.claude/settings.json',
      '{"hooks":{"PreToolUse":[{"matcher":"bash","hooks":[{"type":"command","command":"echo"}]}]}}',
    );
    put(
      '.codex/hooks.json',
      '{"hooks":{"PreToolUse":[{"hooks":[{"type":"http","url":"http://127.0.0.1:1/"}]}]}}',
    );
    put(
      '.gemini/settings.json',
      '{"hooks":{"BeforeTool":[{"hooks":[{"type":"command","command":"echo","timeout":30}]}]}}',
    );
    expect(await codes()).toEqual(
      expect.arrayContaining([
        'invalid_matcher .hookloom/hooks.toml:1',
        'unknown_event .hookloom/hooks.toml:5',
        'missing_script .hookloom/hooks.toml:8',
        'never_fires .hookloom/hooks.toml:8',
        'untrusted .hookloom/hooks.toml:8',
        'wrong_case .claude/settings.json:1',
        'poisons_file .codex/hooks.json:1',
        'suspicious_timeout .gemini/settings.json:1',
      ]),
    );
    const { status, stdout } = await run(['doctor']);
    expect([status, stdout]).toEqual([1, expect.stringContaining('connected: no client')]);
  });

  it('finds a script that is not executable, and not one that has an interpreter', async () => {
    put('check.sh', 'exit 0\n');
    put(
      '.hookloom/hooks.toml',
      '[[hooks.stop]]\ncommand = ["./check.sh"]\n\n[[hooks.stop]]\ncommand = "./check.sh fast"\n\n[[hooks.stop]]\ncommand = ["sh", "./check.sh"]\n',
    );
    expect((await codes()).filter((code) => code.startsWith('not_executable'))).toEqual([
      'not_executable .hookloom/hooks.toml:1',
      'not_executable .hookloom/hooks.toml:4',
    ]);
  });

  it("does not list Hookloom's own entries among your hooks", async () => {
    guarded();
    await run(['claude-code', '-o', '.claude/settings.json']);
    for (const words of [
      ['explain', 'PreToolUse', '--tool', 'Bash'],
      ['run', 'claude-code', 'PreToolUse'],
    ]) {
      const { stdout } = await run(words);
      expect(stdout).toContain('.hookloom/hooks.toml:1');
      expect(stdout).not.toContain('settings.json');
    }
  });

  it('reports a missing reviewed guard, and explain says that its calls are refused', async () => {
    guarded();
    const file = '.hookloom/hooks.toml';
    const text = fs.readFileSync(path.join(project.folder.path, file), 'utf8');
    put(file, `${text}critical = true\n`);
    await asPerson(['trust', '--yes']);
    await run(['claude-code', '-o', '.claude/settings.json']);
    const explained = async (tool = 'Bash'): Promise<any[]> =>
      (await json(['explain', 'PreToolUse', '--tool', tool])).handlers.filter(
        ({ verdict }: any) => verdict !== 'own_command',
      );
    expect(await explained()).toMatchObject([{ verdict: 'fires', refuses: false }]);

    put(file, `${text}critical = true\nstatus_message = "Checking"\n`);
    expect(await explained()).toMatchObject([
      { losses: [{ field: 'status_message', survival: 'lost' }] },
    ]);
    put(file, `${text}critical = true\n`);

    put('guard.sh', 'exit 0\n');
    expect(await codes()).toEqual([`modified_since_review ${file}:1`]);
    expect((await json(['doctor'])).findings).toMatchObject([
      { severity: 'error', message: expect.stringContaining('refuses every call') },
    ]);
    expect(await explained()).toMatchObject([
      { verdict: 'modified', refuses: true, why: expect.stringContaining('guard.sh') },
    ]);

    put(file, '');
    expect(await codes()).toEqual([`removed_since_review ${file}:1`]);
    expect(await explained()).toMatchObject([
      {
        verdict: 'removed',
        fires: false,
        refuses: true,
        place: `${file}:1`,
        why: expect.stringContaining('hookloom hooks trust'),
      },
    ]);
    expect(await explained('Read')).toEqual([]);
    const { status, stdout } = await run(['explain', 'PreToolUse', '--tool', 'Bash']);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/\d {2}refuses/)]);
    expect((await run(['doctor'])).status).toBe(1);
  });

  it('reports a call that arrives twice, and nothing else if all is well', async () => {
    guarded();
    await asPerson(['trust', '--yes']);
    await run(['claude-code', '-o', '.claude/settings.json']);
    expect(await run(['doctor'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('nothing to fix'),
    });
    await run(['cursor', '-o', '.cursor/hooks.json']);
    expect(await codes()).toEqual(['double_firing .cursor/hooks.json']);
  });
});

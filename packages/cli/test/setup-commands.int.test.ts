import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCommand } from './command-line.ts';
import { freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

describe('init-session', () => {
  it('creates the log of a folder once', async () => {
    folder.write('package.json', '{}');
    fs.mkdirSync(`${folder.path}/src`);
    const first = await folder.json(['init-session', '.']);
    expect(first).toMatchObject({ created: true, seq: 1, session_id: 'shop-default' });
    expect(await folder.json(['init-session', '.'])).toEqual({ ...first, created: false });
    const [line, ...rest] = folder.read('.eventloom/shop-default.jsonl').trim().split('\n');
    expect(rest).toEqual([]);
    expect(JSON.parse(line!)).toMatchObject({
      type: 'session.genesis',
      payload: { workspace_type: 'codebase', signals: ['package.json', 'src/'] },
    });
  });

  it('reports a missing folder and creates none', async () => {
    expect(await folder.run(['init-session', 'nowhere'])).toMatchObject({ status: 4, stdout: '' });
    expect(folder.snapshot()).toEqual({});
  });
});

describe('local-profile', () => {
  it('writes a file that only its owner can read, never over another, and checks it', async () => {
    const write = ['local-profile', '-o', '.env.local'];
    expect(await folder.run(['local-profile', '--check'])).toMatchObject({ status: 4 });
    expect((await folder.run(write)).status).toBe(0);
    expect(fs.statSync(`${folder.path}/.env.local`).mode & 0o777).toBe(0o600);
    expect(folder.read('.env.local')).toBe((await folder.run(['local-profile'])).stdout);
    expect((await folder.run(['local-profile', '--check'])).status).toBe(0);
    fs.appendFileSync(`${folder.path}/.env.local`, 'MINE=1\n');
    const before = folder.snapshot();
    expect(await folder.run([...write, '--domain', 'other'])).toMatchObject({ status: 5 });
    expect(folder.snapshot()).toEqual(before);
    expect((await folder.run([...write, '--domain', 'other', '--force'])).status).toBe(0);
    expect(folder.read('.env.local')).toMatch(/^ZAXY_DOMAIN=other$[^]*^MINE=1\n$/m);
    const checked = await folder.run(['local-profile', '--check']);
    expect(checked.status).toBe(5);
    expect(checked.stdout).toMatch(/ZAXY_DOMAIN +differs/);
  });
});

describe('integrations', () => {
  it('shows in 80 columns what can be connected, and recommends what was found', async () => {
    const shown = await folder.run(['integrations']);
    expect(shown.status).toBe(0);
    for (const line of shown.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(shown.stdout).toMatch(/Hermes Agent +- /);
    expect(folder.snapshot()).toEqual({});
    fs.mkdirSync(`${folder.path}/.hermes`);
    const { recommendation } = await folder.json(['integrations', '--recommendation']);
    expect(recommendation).toEqual([
      { label: 'Hermes Agent', commands: ['hookloom ide-config hermes --install'] },
    ]);
  });
});

describe('integration-template', () => {
  it('is part of the package, is written once, and never under the name of its own import', async () => {
    const shown = await folder.run(['integration-template', 'langgraph']);
    expect(shown).toMatchObject({ status: 0, stderr: 'First: pip install langgraph mcp\n' });
    expect(shown.stdout).toContain(`"EVENTLOOM_PATH": "${folder.path}/.eventloom"`);
    const write = (file: string) => folder.run(['integration-template', 'langgraph', '-o', file]);
    expect(await write('langgraph.py')).toMatchObject({ status: 2 });
    expect(
      (await folder.run(['integration-template', 'openai-agents', '-o', 'agents.py'])).status,
    ).toBe(2);
    expect(folder.snapshot()).toEqual({});
    expect((await write('memory.py')).status).toBe(0);
    expect(folder.read('memory.py')).toBe(shown.stdout);
    expect(await write('memory.py')).toMatchObject({ status: 5 });
  });
});

describe('extractor-template', () => {
  const args = ['extractor-template', 'build.finished', '--entity-type', 'build', '--name-key'];

  it('prints the file and says where it goes', async () => {
    const { stdout, stderr } = await folder.run([...args, 'id']);
    expect(stdout).toContain('export const buildFinished: Extractor');
    expect(stderr).toContain('packages/memory/src/extract/build-finished.ts');
  });

  it('accepts only names in the program', async () => {
    expect(await folder.run([...args, "x'); evil('"])).toMatchObject({ status: 2, stdout: '' });
    expect((await folder.run(['extractor-template', 'Build', ...args.slice(2), 'id'])).status).toBe(
      2,
    );
  });
});

describe('completion', () => {
  it('offers the setup commands with their choices', async () => {
    const offers = (...words: string[]) =>
      startCommand(folder, ['complete', '--', ...words]).stdout;
    expect(offers('i')).toMatch(/ide-config[^]*integrations[^]*integration-template/);
    expect(offers('ide-config', '')).toMatch(/codex[^]*claude-desktop[^]*hermes/);
    expect(offers('ide-config', 'codex', '--codex-config-scope', '')).toMatch(/project[^]*user/);
    expect(offers('ide-config', 'cursor', '--tr')).toContain('--transport');
    expect(offers('integration-template', 'v')).toContain('vercel-ai-sdk');
    expect(offers('local-profile', '--c')).toContain('--check');
  });
});

describe('hooks codex', () => {
  it('prints the command that writes the other file with the same options, also in a subfolder', async () => {
    for (const name of ['.git', '.eventloom', 'src', 'home'])
      fs.mkdirSync(`${folder.path}/${name}`);
    const below = { cwd: 'src', env: { HOME: `${folder.path}/home` } };
    const { stderr } = await folder.run(['hooks', 'codex', '--source', 'my desk'], below);
    const written = "hookloom hooks codex -o ../.codex/zaxy-capture.json --source 'my desk'";
    expect(stderr).toContain(`Write it: ${written}\n`);
    const words = ['hooks', 'codex', '-o', '../.codex/zaxy-capture.json', '--source', 'my desk'];
    expect((await folder.run(words, below)).status).toBe(0);
    expect(JSON.parse(folder.read('.codex/zaxy-capture.json'))).toMatchObject({
      source: 'my desk',
      workspace: '.',
      session_id: 'shop-default',
    });
  });
});

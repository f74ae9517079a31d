import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Place } from '@hookloom/hooks/clients';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandTable } from '../commands/index.ts';
import { clientIntegrations, frameworkIntegrations } from './integrations.ts';

let home: string;
let place: Place;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-integrations-'));
  place = { root: path.join(home, 'shop'), home, env: { PATH: '' }, platform: 'linux' };
  fs.mkdirSync(place.root);
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

const found = (): string[] =>
  clientIntegrations(place)
    .filter((one) => one.found)
    .map(({ client }) => client);

test('a client is found by its command on the PATH or its folder in the home folder', () => {
  expect(found()).toEqual([]);
  fs.mkdirSync(path.join(home, '.gemini'));
  fs.writeFileSync(path.join(home, 'codex'), '', { mode: 0o755 });
  place.env['PATH'] = home;
  expect(found()).toEqual(['codex', 'gemini']);
});

test('lists for each client what Hookloom can connect', () => {
  const {
    'claude-code': claude,
    cursor,
    vscode,
    hermes,
  } = Object.fromEntries(clientIntegrations(place).map((one) => [one.client, one]));
  expect(claude).toMatchObject({
    hooks: true,
    mcp: true,
    capture: true,
    injection: ['session', 'prompt'],
    connect: [
      'hookloom hooks claude-code -o .claude/settings.local.json',
      'hookloom ide-config claude-code --install',
    ],
  });
  expect(cursor).toMatchObject({ hooks: true, capture: false, injection: ['session'] });
  expect(vscode).toMatchObject({ hooks: false, mcp: true, injection: [] });
  expect(hermes!.connect).toEqual(['hookloom ide-config hermes --install']);
});

test('every recommended command exists', () => {
  const words = [...clientIntegrations(place), ...frameworkIntegrations(place.root)].flatMap(
    ({ connect }) => connect.map((command) => command.split(' ')[1]),
  );
  const names = commandTable.map(({ name }) => name);
  expect(new Set(words).size).toBeGreaterThan(2);
  for (const word of words) expect(names).toContain(word);
});

test('finds a framework that a package file of the workspace names', () => {
  const here = (): string[] =>
    frameworkIntegrations(place.root)
      .filter((one) => one.found)
      .map(({ framework }) => framework);
  fs.writeFileSync(
    path.join(place.root, 'package.json'),
    '{"dependencies":{"@ai-sdk/x":"1","tail":"2"}}',
  );
  expect(here()).toEqual([]);
  fs.writeFileSync(path.join(place.root, 'requirements.txt'), 'langgraph>=1\ncrewai-tools\n');
  fs.writeFileSync(
    path.join(place.root, 'package.json'),
    '{"dependencies":{"ai":"7","@mastra/core":"1"}}',
  );
  expect(here()).toEqual(['langgraph', 'vercel-ai-sdk', 'mastra']);
});

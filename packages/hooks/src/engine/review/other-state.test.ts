/** Reviews, if the environment points to another state folder or home folder than the one they were made with. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../load.ts';
import { configFiles } from '../sources.ts';
import { acceptReviews, pinGuards } from './accept.ts';
import { Reviews, type ReviewPlace } from './reviews.ts';

let root: string;
let usual: ReviewPlace;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-state-')));
  const home = path.join(root, 'home');
  const projectDir = path.join(home, 'project');
  const guard = '[[hooks.pre_tool_use]]\ncommand = ["true"]\ncritical = true\n';
  for (const folder of [home, projectDir]) {
    fs.mkdirSync(path.join(folder, '.hookloom'), { recursive: true });
    fs.writeFileSync(path.join(folder, '.hookloom/hooks.toml'), guard);
  }
  usual = { projectDir, home, stateDir: path.join(root, 'state'), env: {}, accountHome: home };
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const BY = { at: '2026-01-01T00:00:00.000Z', from: 'terminal' };
const configOf = (place: ReviewPlace) => loadConfig(configFiles({ ...place, managed: null }));
const guardsUnder = (place: ReviewPlace): string[] =>
  new Reviews(configOf(place), place)
    .guards(() => true)
    .map(({ state, handler }) => `${state} ${path.relative(root, handler.source.file.path)}`);
const review = (place: ReviewPlace): void => acceptReviews(configOf(place), place, BY);

const OF_USER = 'home/.hookloom/hooks.toml';
const OF_PROJECT = 'home/project/.hookloom/hooks.toml';
const elsewhere = (): ReviewPlace => ({ ...usual, stateDir: path.join(root, 'other') });
const homeless = (): ReviewPlace => ({ ...elsewhere(), home: path.join(root, 'empty') });

it('reviewed guards count as removed under another state folder, until they are reviewed there', () => {
  review(usual);
  const both = [`trusted ${OF_USER}`, `trusted ${OF_PROJECT}`];
  expect(guardsUnder(usual)).toEqual(both);
  expect(guardsUnder(elsewhere())).toEqual([`removed ${OF_USER}`, `removed ${OF_PROJECT}`]);
  pinGuards(configOf(elsewhere()), elsewhere(), BY.at);
  expect(guardsUnder(elsewhere())).toContain(`removed ${OF_USER}`);
  review(elsewhere());
  expect(guardsUnder(elsewhere())).toEqual(both);
  expect(guardsUnder(usual)).toEqual(both);
});

it('a record copied into another state folder does not count', () => {
  review(usual);
  fs.cpSync(usual.stateDir, elsewhere().stateDir, { recursive: true });
  expect(guardsUnder(elsewhere())).toEqual([`removed ${OF_USER}`, `removed ${OF_PROJECT}`]);
});

it("reports the account's guards as missing under another home folder, until they are reviewed there", () => {
  review(usual);
  expect(guardsUnder(homeless()).toSorted()).toEqual([
    `removed ${OF_USER}`,
    `removed ${OF_PROJECT}`,
  ]);
  review(homeless());
  expect(guardsUnder(homeless())).toEqual([`trusted ${OF_PROJECT}`]);
});

it('a program with its own home folder misses no guards of an account that reviewed none', () => {
  review(usual);
  const outside = path.join(root, 'outside');
  fs.mkdirSync(outside);
  expect(guardsUnder({ ...homeless(), projectDir: outside })).toEqual([]);
});

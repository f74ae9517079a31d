/** Runs a fixture: every case under every client, in a copy of the project, with separate state. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ClientName } from '@hookloom/core/hook';
import { attempt } from '@hookloom/core';
import { CLIENTS } from '../clients/index.ts';
import { dispatch } from '../dispatch/dispatch.ts';
import type { ConfigFile } from '../engine/handler.ts';
import { placeOf } from '../engine/telemetry.ts';
import { differences, type Fixture, type FixtureCase } from './fixtures.ts';
import { nativeName, sampleEvent } from './sample-event.ts';

export interface CaseResult {
  name: string;
  client: ClientName;
  /** `no_event`: the client has no such event, so nothing was run. */
  outcome: 'passed' | 'failed' | 'no_event';
  differences: string[];
}

export interface FixtureRun {
  /** Absolute path of the fixture. */
  file: string;
  fixture: Fixture;
  env: Record<string, string | undefined>;
  nowMs: number;
}

const LEFT_OUT = new Set(['.git', 'node_modules', '.eventloom']);
const MAX_COPIED_FILES = 5_000;

export async function runFixture({ file, fixture, env, nowMs }: FixtureRun): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  for (const one of fixture.cases) {
    for (const name of one.clients) {
      if (nativeName(name, one.type) === null) {
        results.push({ name: one.name, client: name, outcome: 'no_event', differences: [] });
        continue;
      }
      const found = await inCopy(projectOf(file, fixture), (project) =>
        runCase({ one, name, fixture, file, project, env, nowMs }),
      );
      const outcome = found.length === 0 ? 'passed' : 'failed';
      results.push({ name: one.name, client: name, outcome, differences: found });
    }
  }
  return results;
}

/** Without a name, the folder of the fixture, or above it if that is the project's folder of hook files. */
function projectOf(file: string, { project }: Fixture): string {
  const folder = path.dirname(file);
  const isOfHooks = /^\.(?:hookloom|codex|claude|gemini)$/.test(path.basename(folder));
  return path.resolve(folder, project ?? (isOfHooks ? '..' : '.'));
}

interface CaseRun extends FixtureRun {
  one: FixtureCase;
  name: ClientName;
  /** The copy. */
  project: string;
}

async function runCase(run: CaseRun): Promise<string[]> {
  const { one, name, fixture, file, project, env, nowMs } = run;
  const original = projectOf(file, fixture);
  const inside = path.relative(original, path.resolve(path.dirname(file), fixture.hooks));
  const hooks: ConfigFile = {
    path: path.join(project, inside),
    dialect: fixture.dialect,
    layer: 'user',
  };
  const state = `${project}.state`;
  fs.mkdirSync(state, { mode: 0o700 });
  const { clients: _, expect, name: __, ...sample } = one;
  const event = sampleEvent({ ...sample, client: name, nowMs, cwd: project, sessionId: 'fixture' });
  const client = CLIENTS[name];
  // A fixture also tests the hooks under the client that would run their file itself.
  const result = await dispatch({
    client: { ...client, runsItself: [] },
    event,
    projectDir: project,
    env,
    home: null,
    stateDir: state,
    scratch: state,
    detach: null,
    files: [hooks],
  });
  const problems = result.problems.map(({ message }) => message);
  const failures = result.runs.flatMap(({ handler, failure }) =>
    failure === null
      ? []
      : [`${placeOf(handler.source, { projectDir: project, home: null })}: ${failure}`],
  );
  const readFile = (relative: string): string | null => {
    return attempt(() => fs.readFileSync(path.join(project, relative), 'utf8'));
  };
  return [
    ...problems,
    ...differences(expect, result.response, result.runs.length, failures, readFile),
  ];
}

function foldersAbove(project: string): string[] {
  const above = path.dirname(project);
  if (above === project) return [];
  const here = fs.existsSync(path.join(above, 'node_modules')) ? [above] : [];
  return [...foldersAbove(above), ...here];
}

async function inCopy<T>(project: string, use: (copy: string) => Promise<T>): Promise<T> {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-fixture-'));
  // Hooks import packages, which are too many to copy. In a monorepo, those of the folders above too.
  const link = (from: string, to: string): void => {
    if (fs.existsSync(from)) fs.symlinkSync(from, to, 'junction');
  };
  let above = base;
  const packages: string[] = [];
  let copied = 0;
  try {
    for (const folder of foldersAbove(project)) {
      link(path.join(folder, 'node_modules'), path.join(above, 'node_modules'));
      above = path.join(above, 'below');
      fs.mkdirSync(above);
    }
    const copy = path.join(above, 'project');
    fs.cpSync(project, copy, {
      recursive: true,
      filter(from) {
        const name = path.basename(from);
        if (name === 'node_modules') packages.push(path.relative(project, from));
        return !LEFT_OUT.has(name) && ++copied <= MAX_COPIED_FILES;
      },
    });
    for (const name of packages) link(path.join(project, name), path.join(copy, name));
    return await use(copy);
  } finally {
    fs.rmSync(base, { recursive: true, force: true });
  }
}

/** Tests that authors keep next to their hook files: events and the expected answers, under every client. */
import { CLIENT_NAMES, type ClientName, type HookResponse } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { DialectName } from '../engine/handler.ts';
import { meantEvent, typeOf, type SampleSubject } from './sample-event.ts';

/** The ending of fixture files: `guard.hooktest.json` next to `hooks.toml`. */
export const FIXTURE_SUFFIX = '.hooktest.json';

export interface FixtureCase extends SampleSubject {
  name: string;
  clients: readonly ClientName[];
  expect: Expectation;
}

export interface Expectation {
  /** Fields of the merged answer, compared completely. */
  answer: JsonObject;
  /** Texts that a field of the answer contains. */
  contains: Record<string, string>;
  /** How many hooks run; null: not checked. */
  fires: number | null;
  /** How many hooks do not do their work: a crash, a timeout, an unreadable answer. Default: 0. */
  fails: number;
  /** Files below the project, and a text that each contains. */
  files: Record<string, string>;
}

export interface Fixture {
  /** The hook file, relative to the fixture. */
  hooks: string;
  dialect: DialectName;
  /** The project's folder, relative to the fixture: hooks start in a copy of it. Null: see `projectOf`. */
  project: string | null;
  cases: FixtureCase[];
}

/** @returns The fixture, or what is wrong with it in one sentence. */
export function parseFixture(text: string): Fixture | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'It is not JSON.';
  }
  if (!isJsonObject(value)) return 'It is not a JSON object.';
  const hooks = typeof value['hooks'] === 'string' ? value['hooks'] : 'hooks.toml';
  const { cases } = value;
  if (!Array.isArray(cases) || cases.length === 0)
    return '`cases` must be a list with at least one case.';
  const parsed: FixtureCase[] = [];
  for (const [at, item] of cases.entries()) {
    const one = parseCase(item, at);
    if (typeof one === 'string') return `Case ${at + 1}: ${one}`;
    parsed.push(one);
  }
  const project = typeof value['project'] === 'string' ? value['project'] : null;
  return { hooks, dialect: dialectOf(hooks), project, cases: parsed };
}

/** The language of a hook file, from its name and folder. */
export function dialectOf(file: string): DialectName {
  if (file.endsWith('.toml')) return 'toml';
  if (/(^|[/\\])\.gemini[/\\]/.test(file)) return 'gemini';
  return /(^|[/\\])\.codex[/\\]/.test(file) ? 'codex' : 'claude';
}

const KNOWN = new Set(
  'name event tool input response error prompt subject message clients expect'.split(' '),
);

function parseCase(item: JsonValue, at: number): FixtureCase | string {
  if (!isJsonObject(item)) return 'it is not an object.';
  const unknown = Object.keys(item).find((key) => !KNOWN.has(key));
  if (unknown !== undefined) return `\`${unknown.slice(0, 40)}\` is not known.`;
  const event = textOf(item, 'event') ?? '';
  const type = typeOf(event);
  if (type === null)
    return `the event ${JSON.stringify(event.slice(0, 40))} is unknown.${meantEvent(event)}`;
  const given: JsonValue = item['clients'] ?? [...CLIENT_NAMES];
  if (!Array.isArray(given)) return '`clients` is a list of names.';
  const clients = CLIENT_NAMES.filter((name) => given.includes(name));
  if (clients.length === 0 || clients.length !== given.length)
    return `\`clients\` are some of ${CLIENT_NAMES.join(', ')}.`;
  const expect = expectationOf(item['expect'] ?? {});
  if (typeof expect === 'string') return expect;
  const out: FixtureCase = {
    name: textOf(item, 'name') ?? `case ${at + 1}`,
    type,
    clients,
    expect,
  };
  for (const key of ['tool', 'error', 'prompt', 'subject', 'message'] as const) {
    const text = textOf(item, key);
    if (text !== undefined) out[key] = text;
  }
  for (const key of ['input', 'response'] as const)
    if (item[key] !== undefined) out[key] = item[key];
  return out;
}

function expectationOf(value: JsonValue): Expectation | string {
  if (!isJsonObject(value)) return '`expect` must be an object.';
  const { contains = {}, files = {}, fires = null, fails = 0, ...answer } = value;
  if (!isTexts(contains)) return '`expect.contains` holds texts by field.';
  if (!isTexts(files)) return '`expect.files` holds texts by path.';
  if (fires !== null && typeof fires !== 'number') return '`expect.fires` is a number.';
  if (typeof fails !== 'number') return '`expect.fails` is a number.';
  return { answer, contains, fires, fails, files };
}

/** The differences, one sentence each; empty: as expected. */
export function differences(
  expected: Expectation,
  response: HookResponse,
  fired: number,
  failures: readonly string[],
  readFile: (path: string) => string | null,
): string[] {
  const out: string[] = [];
  const said = response as unknown as JsonObject;
  for (const [field, value] of Object.entries(expected.answer))
    if (JSON.stringify(said[field]) !== JSON.stringify(value))
      out.push(
        `${field} is ${JSON.stringify(said[field]) ?? 'not said'}, expected ${JSON.stringify(value)}${field === 'decision' && response.reason !== undefined ? `: ${response.reason}` : ''}`,
      );
  for (const [field, text] of Object.entries(expected.contains))
    if (!textIn(said[field]).includes(text))
      out.push(`${field} does not contain ${JSON.stringify(text)}`);
  if (expected.fires !== null && expected.fires !== fired)
    out.push(`${fired} hooks fired, expected ${expected.fires}`);
  if (failures.length !== expected.fails)
    out.push(
      `${failures.length} of ${fired} hooks failed, expected ${expected.fails}`,
      ...failures,
    );
  for (const [path, text] of Object.entries(expected.files)) {
    const content = readFile(path);
    if (content === null) out.push(`${path} was not written`);
    else if (!content.includes(text)) out.push(`${path} does not contain ${JSON.stringify(text)}`);
  }
  return out;
}

function textOf(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === 'string' ? value : undefined;
}

function isTexts(value: JsonValue): value is Record<string, string> {
  return isJsonObject(value) && Object.values(value).every((item) => typeof item === 'string');
}

function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

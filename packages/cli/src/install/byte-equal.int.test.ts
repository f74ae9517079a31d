/** Uninstalling restores the bytes of any settings file. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { resolveWorkspace } from '@hookloom/core/settings';
import { HookloomError } from '@hookloom/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyPlan, removeInstalled } from './apply.ts';
import { claudeHookSettings } from '../plugins/claude-plugin.ts';
import { trustPart } from './connect/codex-trust.ts';
import { hooksPart } from './hooks-part.ts';
import type { PartRequest } from './part-request.ts';
import { planParts } from './plan-parts.ts';
import { serverPart } from './server-part.ts';

const PROGRAM = { command: '/usr/bin/node', args: ['/opt/hook loom/bin.cjs', 'serve'] };
const HOOK = "/usr/bin/node '/opt/hook loom/hook.cjs' hook codex --session-id s";

let root: string;
let dir: string;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-bytes-')));
  dir = path.join(root, '.eventloom');
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const place = () => ({
  root,
  home: root,
  env: { CODEX_HOME: path.join(root, 'codex') },
  platform: process.platform,
});
const workspace = () => resolveWorkspace({ cwd: root, env: {}, domain: 'demo' });
const rules = () => ({ eventloomDir: dir, root, force: false });

/** Adds all parts, one run after the other or together, and removes them; false if the file was refused. */
function comesBack(file: string, bytes: Buffer, parts: PartRequest[], together: boolean): boolean {
  fs.rmSync(dir, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, bytes);
  try {
    for (const run of together ? [parts] : parts.map((part) => [part]))
      applyPlan(dir, planParts(run, rules()).files);
  } catch (error) {
    if (!(error instanceof HookloomError)) throw error;
    removeInstalled(dir);
    expect(fs.readFileSync(file)).toEqual(bytes);
    return false;
  }
  const held = fs.readFileSync(file, 'utf8');
  expect(parts.map((part) => part.holds(held))).toEqual(parts.map(() => 'wanted'));
  expect(planParts(parts, rules()).files).toEqual([]);
  removeInstalled(dir);
  expect(fs.readFileSync(file)).toEqual(bytes);
  return true;
}

const blank = fc.constantFrom(
  '',
  ' ',
  '\t',
  '\n',
  '\n\t\t',
  ' // a note, with {"hooks"\n',
  '/* x */',
);
const word = fc.constantFrom('hooks', 'mcpServers', 'permissions', 'a', 'Stop', 'model');
const { jsonc } = fc.letrec<{ value: string; object: string; array: string; jsonc: string }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'json' },
      fc.jsonValue({ maxDepth: 0 }).map((value) => JSON.stringify(value)),
      tie('object'),
      tie('array'),
    ),
    object: fc
      .tuple(
        fc.uniqueArray(word, { maxLength: 3 }),
        fc.array(tie('value'), { minLength: 3, maxLength: 3 }),
        blank,
        blank,
        fc.boolean(),
      )
      .map(([names, values, one, two, trails]) => {
        const rows = names.map((name, at) => `${one}"${name}":${two}${values[at]}`);
        return `{${rows.join(`,${two}`)}${trails && rows.length > 0 ? ',' : ''}${one}}`;
      }),
    array: fc
      .tuple(fc.array(tie('value'), { maxLength: 2 }), blank, fc.boolean())
      .map(([values, between, trails]) => {
        return `[${between}${values.join(`,${between}`)}${trails && values.length > 0 ? ',' : ''}${between}]`;
      }),
    jsonc: fc
      .tuple(fc.constantFrom('', '\uFEFF'), blank, tie('object'), blank, fc.boolean())
      .map(([mark, before, object, after, isWindows]) => {
        const text = before + object + after;
        return mark + (isWindows ? text.replaceAll('\n', '\r\n') : text);
      }),
  }),
);

test('restores settings with comments, tabs, CRLF, trailing commas or a byte order mark byte for byte', () => {
  const file = path.join(root, '.gemini', 'settings.json');
  const parts = [
    hooksPart(file, claudeHookSettings({ node: HOOK })),
    { ...serverPart('gemini', { workspace: workspace(), place: place(), program: PROGRAM }) },
  ];
  let edited = 0;
  fc.assert(
    fc.property(jsonc, fc.boolean(), (text, together) => {
      if (comesBack(file, Buffer.from(text), parts, together)) edited += 1;
    }),
    { numRuns: 60 },
  );
  // Some have `hooks` as a number; most can be edited.
  expect(edited).toBeGreaterThan(20);
});

const line = fc.constantFrom(
  'model = "x"',
  '# a comment',
  '',
  '[features]',
  'hooks = true',
  '[projects."/elsewhere"]',
  'trust_level = "trusted"',
  '[hooks.state."/other/hooks.json:stop:0:0"]',
  'trusted_hash = "sha256:00"',
  '[mcp_servers.other]',
  'command = "a" # why',
  'text = """\n[mcp_servers.hookloom]\n"""',
  'projects = {}',
);

test('adds Codex trust and our server to any config.toml in blocks, and restores it byte for byte', () => {
  const hooksFile = path.join(root, '.codex', 'hooks.json');
  const settings = {
    hooks: { Stop: [{ hooks: [{ type: 'command', command: HOOK, timeout: 3 }] }] },
  };
  const trust = trustPart(place(), hooksFile, JSON.stringify(settings));
  const parts = [
    trust,
    serverPart('codex', {
      workspace: workspace(),
      place: place(),
      program: PROGRAM,
      scope: 'user',
    }),
  ];
  let edited = 0;
  fc.assert(
    fc.property(
      fc.uniqueArray(line, { maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.boolean(),
      (lines, eol, ends, together) => {
        const text = lines.join('\n').replaceAll('\n', eol) + (ends ? eol : '');
        if (comesBack(trust.path, Buffer.from(text), parts, together)) edited += 1;
      },
    ),
    { numRuns: 60 },
  );
  expect(edited).toBeGreaterThan(20);
});

test('leaves a file that is not text unchanged', () => {
  const file = path.join(root, '.gemini', 'settings.json');
  const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  const parts = [hooksPart(file, claudeHookSettings({ node: HOOK }))];
  expect(comesBack(file, bytes, parts, true)).toBe(false);
});

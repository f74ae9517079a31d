/** `hookloom hooks CLIENT`: prints the hook settings of a client, or merges them into a file. */
import fs from 'node:fs';
import path from 'node:path';
import { conflict, shellWords } from '@hookloom/core';
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { CODEX_CAPTURE_FILE, type Place } from '@hookloom/hooks/clients';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import {
  choiceArgument,
  flag,
  jsonOption,
  sessionOption,
  text,
  workspaceOptions,
} from '../command/options.ts';
import { personOptions } from '../command/person-gate.ts';
import { assertMaySwitchOff } from '../review/may-switch-off.ts';
import { placeOf } from '../command/place.ts';
import { wordsOfLog } from '../command/words-of-place.ts';
import { applyPlan } from '../install/apply.ts';
import { recordUses } from '../install/transfer-ownership.ts';
import { launcherFile, launcherPart } from '../install/launcher/launcher-part.ts';
import { capturePart, TRUST_STEP } from '../install/connect/codex.ts';
import { enterWorkspace } from '../install/connect/do-connection.ts';
import { assertForClient, partsInto, type HooksRequest } from '../install/connect/hooks-request.ts';
import { genericSnippet } from '../install/generic-snippet.ts';
import { hooksOptions } from '../install/connect/init-options.ts';
import { hookSettingsOf } from '../install/connect/hooks-of.ts';
import { genericCommands } from '../install/hook-clients.ts';
import { ownFiles } from '../install/own-files.ts';
import { hooksFragment } from '../install/plan-hooks.ts';
import { planParts } from '../install/plan-parts.ts';
import { wrap } from '../output/wrap.ts';

export const command = defineCommand({
  name: 'hooks',
  summary: 'Print the hook settings of a client, or merge them into a file.',
  description:
    'With --output the entries are merged into the file. Other settings stay unchanged, byte for byte. Existing Hookloom entries that differ are replaced only with --force. `generic` prints shell functions for clients that can start programs, or command lines with --json. For codex, a file named zaxy-capture.json gets the capture settings.',
  arguments: {
    client: choiceArgument('CLIENT', 'which client', CLIENT_NAMES),
  },
  options: {
    ...workspaceOptions,
    ...sessionOption,
    output: text('-o, --output <file>', 'settings file to merge into'),
    ...hooksOptions,
    source: text(
      '--source <name>',
      'generic, codex: recorded as the name of the client (default: generic, codex-local)',
    ),
    force: flag('--force', 'replace existing Hookloom entries that differ'),
    ...personOptions,
    ...jsonOption,
  },
  examples: {
    'hookloom hooks claude-code': 'print the fragment',
    'hookloom hooks claude-code -o .claude/settings.local.json': 'merge it',
    'hookloom hooks codex -o .codex/hooks.json': 'connect Codex to this project',
    'hookloom hooks generic -o hooks.sh': 'functions for any other client',
  },
  async run({ args, options, context }) {
    const { client } = args;
    const workspace = workspaceOf(context, options);
    const place = placeOf(context, workspace.root);
    const request: HooksRequest = {
      client,
      workspace,
      place,
      files: { ...ownFiles(), launcher: launcherOf(place, options.output !== undefined) },
      rules: {
        eventloomDir: workspace.eventloomDir,
        root: workspace.root,
        force: options.force,
      },
      transport: options.transport ?? 'node',
      injection: options.inject ?? 'session',
      source: options.source,
      isTrusted: options.codexTrustedProject,
    };
    assertForClient(request);
    if (options.output === undefined) return print(request, options.json, context);
    const asked = `hooks ${client} --force`;
    if (options.force) await assertMaySwitchOff({ context, workspace, command: asked, ...options });
    await write(path.resolve(context.cwd, options.output), request, options.json, context);
  },
});

/** Printing writes no file, so printed settings name the installed path of the launcher. */
function launcherOf(place: Place, isWritten: boolean): string | undefined {
  const file = launcherFile(place);
  return isWritten || fs.existsSync(file) ? file : undefined;
}

function print(request: HooksRequest, json: boolean, context: CommandContext): void {
  const { client, workspace, source } = request;
  const { out } = context;
  if (client === 'generic') {
    if (json) out.json(genericCommands(request));
    else out.raw(genericSnippet(request, source ?? 'generic'));
    return;
  }
  out.json(hooksFragment(hookSettingsOf(request, client)));
  if (client !== 'codex') return;
  out.note(`${CODEX_CAPTURE_FILE} also imports Codex's own session files:`);
  for (const line of capturePart(request).add(null).after.trimEnd().split('\n')) out.note(line);
  const file = path.relative(context.cwd, path.join(request.place.root, CODEX_CAPTURE_FILE));
  const words = [
    ...wordsOfLog(context, workspace),
    ...(source === undefined ? [] : ['--source', source]),
  ];
  out.note(`Write it: ${shellWords(['hookloom', 'hooks', 'codex', '-o', file, ...words])}`);
}

async function write(
  file: string,
  request: HooksRequest,
  json: boolean,
  { out, env }: CommandContext,
): Promise<void> {
  const { rules, workspace, client } = request;
  const parts = partsInto(file, request);
  const planned = planParts(parts, rules);
  const isCapture = parts[0]!.part === 'capture';
  const isHooks = parts[0]!.part === 'hooks';
  const launcher = planParts(isCapture ? [] : [launcherPart(request.place, request.files)], rules);
  // The documented behaviour: refuse if there is an entry, even an equal one.
  if (planned.files.length === 0 && !rules.force)
    throw conflict(
      `${file} already has our ${isHooks ? 'hook handlers' : 'text'}.`,
      'Pass --force to replace them. Nothing else in the file changes.',
    );
  applyPlan(workspace.eventloomDir, [...launcher.files, ...planned.files]);
  recordUses(workspace.eventloomDir, [...launcher.added, ...launcher.already]);
  if (planned.files.length > 0) await enterWorkspace(workspace, env);
  const written = planned.files.find((one) => one.path === file);
  if (json)
    return out.json({
      path: file,
      created: written?.before === null,
      files: planned.files.map((one) => one.path),
    });
  const what = isHooks ? 'hook entries' : 'the file is';
  if (written === undefined) out.line(`${file}: ${what} there already.`);
  else
    out.line(
      `${file}: ${what} ${written.before === null ? 'written' : isHooks ? 'merged' : 'replaced'}.`,
    );
  for (const other of planned.files.filter((one) => one !== written))
    out.line(`${other.path}: ${other.purpose}.`);
  if (client !== 'codex' || !isHooks || request.isTrusted) return;
  for (const line of wrap(TRUST_STEP.text, out.columns)) out.note(line);
}

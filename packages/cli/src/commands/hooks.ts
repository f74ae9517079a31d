/** `hookloom hooks CLIENT`: the hook settings of a client, printed or merged into a file (seeds/000). */
import path from 'node:path';
import { HookloomError } from '@hookloom/core/errors';
import {
  choice,
  choiceArgument,
  flag,
  integerOr,
  jsonOption,
  sessionOption,
  text,
  workspaceOptions,
} from '../command/options.ts';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { applyPlan, textWithoutOurs } from '../install/apply.ts';
import { genericCommands, HOOK_CLIENT_FILES } from '../install/hook-clients.ts';
import { ownFiles } from '../install/own-files.ts';
import { hooksFragment, planHooks } from '../install/plan-hooks.ts';
import { INJECTIONS, withInjection } from '../install/with-injection.ts';

export const command = defineCommand({
  name: 'hooks',
  summary: 'Print the hook settings of a client, or merge them into a file.',
  description:
    'With --output the entries are merged: unrelated settings and handlers stay byte for byte, missing folders are made, and entries that are there already are refused unless --force replaces them. The generic client has no settings: its command lines are printed.',
  arguments: {
    client: choiceArgument('CLIENT', 'which client', [
      'claude-code',
      'codex',
      'gemini',
      'cursor',
      'copilot',
      'generic',
    ]),
  },
  options: {
    ...workspaceOptions,
    ...sessionOption,
    output: text('-o, --output <file>', 'settings file to merge into'),
    transport: choice(
      '--transport <kind>',
      'claude-code: how events are handed over (default: node)',
      ['node', 'sh', 'http'],
    ),
    port: integerOr('--port <n>', 'claude-code over http: port of `hookloom up`', {
      min: 1,
      max: 65_535,
      defaultValue: 37_777,
    }),
    inject: choice(
      '--inject <moment>',
      'when the memory hands context to a session (default: session)',
      INJECTIONS,
    ),
    force: flag('--force', 'replace our entries that are there already'),
    ...jsonOption,
  },
  examples: [
    { command: 'hookloom hooks claude-code', does: 'print the fragment' },
    { command: 'hookloom hooks claude-code -o .claude/settings.local.json', does: 'merge it' },
    { command: 'hookloom hooks codex -o .codex/hooks.json', does: 'connect Codex to this project' },
  ],
  async run({ args, options, context }) {
    const { out } = context;
    const { client } = args;
    const transport = options.transport ?? 'node';
    if (transport !== 'node' && client !== 'claude-code') {
      throw new HookloomError(
        'invalid_request',
        `--transport ${transport} is for claude-code.`,
        'Leave it out: the other clients start the hook command.',
      );
    }
    const workspace = workspaceOf(context, options);
    const request = { workspace, files: ownFiles(), transport, port: options.port };
    if (client === 'generic') {
      if (options.output !== undefined) {
        throw new HookloomError(
          'invalid_request',
          'The generic client has no settings file.',
          'Put the printed commands where your client starts programs.',
        );
      }
      out.json(genericCommands(request));
      return;
    }
    const plain = HOOK_CLIENT_FILES[client].settings(request);
    const settings = withInjection(plain, options.inject ?? 'session');
    if (options.output === undefined) {
      out.json(hooksFragment(settings));
      return;
    }
    const file = path.resolve(context.cwd, options.output);
    const before = options.force ? textWithoutOurs(workspace.eventloomDir, file) : undefined;
    const planned = planHooks(file, settings, before);
    applyPlan(workspace.eventloomDir, [planned]);
    if (options.json) out.json({ path: file, created: planned.before === null });
    else out.line(`${file}: hook entries ${planned.before === null ? 'written' : 'merged'}.`);
    if (client === 'codex' && !options.json)
      out.note(
        'Codex runs a hook only after you trusted it: open Codex in this folder and review /hooks.',
      );
  },
});

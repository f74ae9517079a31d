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
import { applyPlan } from '../install/apply.ts';
import { TRUST_STEP } from '../install/connect/codex.ts';
import { genericCommands, HOOK_CLIENT_FILES } from '../install/hook-clients.ts';
import { ownFiles } from '../install/own-files.ts';
import { hooksPart } from '../install/hooks-part.ts';
import { hooksFragment } from '../install/plan-hooks.ts';
import { planParts } from '../install/plan-parts.ts';
import { INJECTIONS, withInjection } from '../install/with-injection.ts';
import { wrap } from '../output/wrap.ts';

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
    const injection = options.inject ?? 'session';
    const settings = withInjection(HOOK_CLIENT_FILES[client].settings(request), injection);
    if (options.output === undefined) {
      out.json(hooksFragment(settings));
      return;
    }
    const file = path.resolve(context.cwd, options.output);
    const rules = {
      eventloomDir: workspace.eventloomDir,
      root: workspace.root,
      force: options.force,
    };
    const planned = planParts([hooksPart(file, settings)], rules);
    applyPlan(workspace.eventloomDir, planned.files);
    const [written] = planned.files;
    if (options.json) out.json({ path: file, created: written?.before === null });
    else if (written === undefined) out.line(`${file}: our hook entries are there already.`);
    else out.line(`${file}: hook entries ${written.before === null ? 'written' : 'merged'}.`);
    if (client === 'codex' && !options.json)
      for (const line of wrap(TRUST_STEP.text, out.columns)) out.note(line);
  },
});

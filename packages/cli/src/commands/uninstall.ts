/** `hookloom uninstall`: takes out what init and hooks put in. The log stays. */
import path from 'node:path';
import { defineCommand } from '../command/definition.ts';
import { choice, jsonOption, optionalArgument, workspaceOptions } from '../command/options.ts';
import { workspaceOf } from '../command/context.ts';
import { removeInstalled, type RemovalOutcome } from '../install/apply.ts';

export const command = defineCommand({
  name: 'uninstall',
  summary:
    'Take our entries out of the client settings; files nobody changed are byte-equal to before.',
  arguments: { workspacePath: optionalArgument('PATH', 'the workspace (default: this folder)') },
  options: {
    ...workspaceOptions,
    client: choice('--client <name>', 'only this client', ['claude-code']),
    ...jsonOption,
  },
  examples: [{ command: 'hookloom uninstall', does: 'disconnect every client; the log stays' }],
  async run({ args, options, context }) {
    const root = path.resolve(context.cwd, args.workspacePath ?? '.');
    const workspace = workspaceOf({ ...context, cwd: root }, options);
    const outcomes = removeInstalled(
      workspace.eventloomDir,
      options.client === undefined ? {} : { client: options.client },
    );
    if (options.json) {
      context.out.json({ files: outcomes });
      return;
    }
    if (outcomes.length === 0) context.out.line('Nothing was installed from this workspace.');
    for (const outcome of outcomes) {
      context.out.line(
        { style: 'bold', text: path.relative(root, outcome.path) },
        ` ${describe(outcome)}`,
      );
    }
    context.out.line(`The log in ${workspace.eventloomDir} was not touched.`);
  },
});

function describe(outcome: RemovalOutcome): string {
  switch (outcome.outcome) {
    case 'restored':
      return outcome.byteEqual
        ? 'is byte for byte what it was'
        : 'no longer has our entries; your later changes stay';
    case 'deleted':
      return 'was made by us and is gone';
    case 'absent':
      return 'was gone already';
  }
}

import { defined } from '@hookloom/core';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { reportedEmpty } from '../command/nothing-yet.ts';
import { memoryOptions, text } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';

export const command = defineCommand({
  name: 'memory bootstrap',
  summary: 'Print the context that an agent should read first.',
  options: {
    currentTask: text('--current-task <text>', 'what the session is about'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory bootstrap': 'as text',
    'hookloom memory bootstrap --current-task "fix due dates" --json': 'all of it',
  },
  async run({ options, context }) {
    const workspace = workspaceOf(context, options);
    if (await reportedEmpty(context, workspace, options)) return;
    const { sessionId, currentTask } = options;
    const asked = defined({ session_id: sessionId, current_task: currentTask });
    const { coreListing } = await import('@hookloom/worker');
    const answer = await withRuntime(context, workspace, (runtime) =>
      runtime.bootstrap(asked, coreListing),
    );
    if (options.json) context.out.json(answer);
    else context.out.block(answer.prompt);
  },
});

import { defineCommand } from '../command/definition.ts';
import { choice, choiceArgument } from '../command/options.ts';

export const command = defineCommand({
  name: 'completion',
  summary: 'Print a script that completes commands and options in your shell.',
  arguments: {
    shell: choiceArgument('SHELL', 'the shell', ['bash', 'zsh', 'fish']),
  },
  options: {
    name: choice('--name <name>', 'the command to complete (default: hookloom)', [
      'hookloom',
      'zaxy',
    ]),
  },
  examples: [
    { command: 'source <(hookloom completion bash)', does: 'for this shell' },
    {
      command: 'hookloom completion zsh > ~/.hookloom-completion.zsh',
      does: 'to source from .zshrc',
    },
  ],
  async run({ args, options }) {
    const { printCompletionScript } = await import('../completion-tree.ts');
    printCompletionScript(options.name ?? 'hookloom', args.shell);
  },
});

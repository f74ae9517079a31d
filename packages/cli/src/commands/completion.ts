import { defineCommand } from '../command/definition.ts';
import { choice, choiceArgument } from '../command/options.ts';
import { SHELLS } from '../completion/scripts.ts';

export const command = defineCommand({
  name: 'completion',
  summary: 'Print a script that completes commands and options in your shell.',
  arguments: {
    shell: choiceArgument('SHELL', 'the shell', SHELLS),
  },
  options: {
    name: choice('--name <name>', 'the command to complete (default: hookloom)', [
      'hookloom',
      'zaxy',
    ]),
  },
  examples: {
    'source <(hookloom completion bash)': 'for this shell',
    'hookloom completion zsh > ~/.hookloom-completion.zsh': 'to source from .zshrc',
  },
  async run({ args, options, context }) {
    const { completionScript } = await import('../completion/scripts.ts');
    context.out.raw(completionScript(args.shell, options.name ?? 'hookloom'));
  },
});

import type { CommandDefinition } from '../command/definition.ts';
import { code, fence, page, table } from './markdown.ts';

/** docs/reference/cli.md: every command with its arguments, options and examples. */
export function cliPage(definitions: readonly CommandDefinition[]): string {
  const visible = definitions.filter(({ hidden }) => hidden !== true);
  return page(
    'Commands',
    '`hookloom` and `zaxy` are the same program. `--json` prints JSON with 2 spaces and sorted keys; with it, an error is the payload `{"error": {"code", "message", "remediation"}}` on standard output. Exit statuses: [errors.md](errors.md). Environment variables: [configuration.md](configuration.md).',
    table(
      ['command', 'what it does'],
      visible.map(({ name, summary }) => [
        `[${code(`hookloom ${name}`)}](#${anchor(name)})`,
        summary,
      ]),
    ),
    'Recorded text is shown with every control, invisible and direction-changing character as `\\u{…}`. Colours are used on terminals only and not with `NO_COLOR`.',
    ...visible.flatMap(section),
  );
}

function anchor(name: string): string {
  return `hookloom-${name.replaceAll(' ', '-')}`;
}

function section(definition: CommandDefinition): string[] {
  const args = Object.values(definition.arguments);
  const options = Object.values(definition.options);
  const examples = Object.entries(definition.examples);
  const usage = [
    `hookloom ${definition.name}`,
    options.length > 0 ? '[options]' : '',
    ...args.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)),
  ];
  return [
    `## hookloom ${definition.name}`,
    definition.summary,
    definition.description ?? '',
    definition.isHookPath === true
      ? 'This command loads only the small hook program, so that it starts fast.'
      : '',
    fence('sh', usage.filter(Boolean).join(' ')),
    args.length === 0
      ? ''
      : table(
          ['argument', 'meaning'],
          args.map((arg) => [code(arg.name), withChoices(arg.description, arg.choices)]),
        ),
    options.length === 0
      ? ''
      : table(
          ['option', 'meaning', 'default'],
          options.map((option) => [
            code(option.flags),
            withChoices(option.description, option.choices) +
              (option.required === true ? ' (required)' : ''),
            typeof option.defaultValue === 'number' ? String(option.defaultValue) : '',
          ]),
        ),
    fence('sh', examples.map(([command, does]) => `# ${does}\n${command}`).join('\n\n')),
  ];
}

function withChoices(description: string, choices: readonly string[] | undefined): string {
  return choices === undefined ? description : `${description}: ${choices.map(code).join(', ')}`;
}

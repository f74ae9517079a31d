/** How the files of each configuration language are read, with their problems. To save new forms, see `clients.test.ts`. */
import { expect, it } from 'vitest';
import { DIALECTS } from '../../src/dialects/index.ts';
import { DIALECT_NAMES, type DialectName } from '../../src/engine/handler.ts';

const EVENT: Record<DialectName, string> = {
  toml: 'pre_tool_use',
  claude: 'PreToolUse',
  codex: 'PreToolUse',
  gemini: 'BeforeTool',
};
const command = { type: 'command', command: './guard' };
const HANDLERS: readonly object[] = [
  command,
  { ...command, timeout: 5, statusMessage: 'looking', once: true, async: true, name: 'mine' },
  { ...command, timeout: -1 },
  { ...command, timeout: 'soon' },
  { ...command, if: 'Bash(git *)', onFailure: 'block', env: { A: '1', B: 2 } },
  { ...command, if: 'Bash((', args: ['a', 'b c'], shell: 'bash' },
  { ...command, args: 'a', onFailure: 'explode', unknown: 1, critical: true },
  { type: 'command' },
  { type: 'command', command: '' },
  { type: 'command', command: 7 },
  { type: 'prompt', prompt: 'Is it safe?' },
  { type: 'http', url: 'http://127.0.0.1:1/h', headers: { x: '$T' }, allowedEnvVars: ['T'] },
  { type: 'http', url: 'ftp://x' },
  { type: 'http' },
  { type: 'what' },
  { command: './guard' },
];
const GROUPS: readonly unknown[] = [
  { matcher: '*', hooks: [command] },
  { matcher: 'Edit|Write', hooks: [command, command], sequential: true },
  { matcher: '(', hooks: [command] },
  { matcher: 7, hooks: [command] },
  { matcher: 'Bash' },
  { matcher: 'Bash', hooks: [] },
  { hooks: 'none' },
  'text',
  null,
];

function toml(name: string, fields: object): string {
  const lines = Object.entries(fields).map(([key, value]) =>
    typeof value === 'object' && !Array.isArray(value)
      ? `${key} = { ${Object.entries(value as object)
          .map((pair) => `${pair[0]} = ${JSON.stringify(pair[1])}`)
          .join(', ')} }`
      : `${key} = ${JSON.stringify(value)}`,
  );
  return [`[[hooks.${name}]]`, ...lines].join('\n');
}

function textsOf(dialect: DialectName): string[] {
  const name = EVENT[dialect];
  const json = (hooks: unknown, more: object = {}): string => JSON.stringify({ ...more, hooks });
  return [
    '',
    '{',
    '[]',
    ...(dialect === 'toml' || dialect === 'codex'
      ? HANDLERS.flatMap((one) => [toml(name, one), toml(name, { ...one, matcher: 'Bash' })])
      : []),
    ...(dialect === 'toml'
      ? ['disable_all_hooks = true', '[hooks]\npre_tool_use = 1', 'x = [']
      : []),
    ...HANDLERS.map((one) => json({ [name]: [{ matcher: 'Bash', hooks: [one] }] })),
    ...GROUPS.map((group) => json({ [name]: [group] })),
    ...[{}, [], 'text', null, { NoSuchEvent: [] }, { [name]: {} }].map((hooks) => json(hooks)),
    json({}, { disableAllHooks: true, hooksConfig: { enabled: false, disabled: ['mine'] } }),
  ];
}

it.each(DIALECT_NAMES)('reads configuration files in %s in the saved form', async (dialect) => {
  const { load } = DIALECTS[dialect]();
  const path = dialect === 'toml' ? '/p/hooks.toml' : '/p/hooks.json';
  const lines = textsOf(dialect).map((text) => {
    const loaded = load(text, { path, dialect, layer: 'project' });
    return `${JSON.stringify(text)}\n  ${JSON.stringify(loaded)}`;
  });
  await expect(lines.join('\n')).toMatchFileSnapshot(`configurations-in-${dialect}.txt`);
});

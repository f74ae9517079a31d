/** docs/reference/hook-language.md: the language of .hookloom/hooks.toml, generated from the tables of its parser. */
import { HOOK_EVENT_TYPES } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import {
  configFiles,
  FURTHER_FILES_VARIABLE,
  managedFile,
  sampleEvent,
  type Handler,
} from '@hookloom/hooks';
import {
  TOML_ANSWER_FIELDS,
  TOML_EVENTS,
  TOML_OPTIONS,
  tomlInput,
  type TomlEvent,
} from '@hookloom/hooks/clients';
import { EXAMPLES } from './hook-language-examples.ts';
import {
  ANSWER_WORDS,
  ENGINE_WORDS,
  LAYER_WORDS,
  OPTION_WORDS,
  VARIABLE_WORDS,
} from './hook-language-words.ts';
import { code, fence, page, table } from './markdown.ts';

const PROJECT = '/home/dev/shop';
const HOME = '/home/dev';
const SESSION = '5f0c2a44-0f3e-4a57-9c1e-2f6f8f0c9a11';

/** Sample fields of each event in addition to the common ones. */
const SAMPLES: Partial<Record<TomlEvent['name'], object>> = {
  pre_tool_use: { tool: 'Bash', input: { command: 'ls -la' } },
  permission_request: { tool: 'Edit', input: { file_path: `${PROJECT}/src/app.js` } },
  post_tool_use: { tool: 'Bash', input: { command: 'ls' }, response: 'README.md\nsrc' },
  post_tool_use_failure: { tool: 'Bash', error: 'Command failed with exit code 1' },
  session_start: { subject: 'startup' },
  session_end: { subject: 'prompt_input_exit' },
  user_prompt_submit: { prompt: 'Help me debug this code' },
  notification: { subject: 'permission_prompt', message: 'Claude needs your permission' },
  subagent_start: { subject: 'researcher', prompt: 'Analyse the error handling' },
  subagent_stop: { subject: 'researcher' },
  pre_compact: { subject: 'auto' },
  task_completed: { message: 'Fixed the login' },
};

/** The payload of an event, as hooks in this language get it. */
function payloadOf({ name, type }: TomlEvent): JsonObject {
  const event = sampleEvent({
    client: 'claude-code',
    type,
    nowMs: Date.UTC(2026, 10, 22, 8),
    cwd: PROJECT,
    sessionId: SESSION,
    ...SAMPLES[name],
  });
  event.transcript_path = `${HOME}/.claude/projects/shop/session.jsonl`;
  return tomlInput(event, { event: name } as Handler, { turnNumber: 5, projectDir: PROJECT });
}

const COMMON: readonly (readonly [field: string, says: string])[] = [
  ['session_id', "The client's id of the session."],
  ['cwd', "The agent's folder."],
  ['triggered_at', 'When it happened: ISO 8601, UTC.'],
  ['hook_event_name', 'The event, in PascalCase.'],
  [
    'permission_mode',
    '`never` if the client asks nobody, otherwise `on-request`, or the approval policy of Codex.',
  ],
  ['transcript_path', "The client's session file. Missing if the client names none."],
];

function ownFields(event: TomlEvent): string {
  const common = new Set(COMMON.map(([field]) => field));
  const fields = Object.entries(payloadOf(event)).filter(([field]) => !common.has(field));
  return JSON.stringify(Object.fromEntries(fields));
}

export function hookLanguagePage(): string {
  const typeNames = new Map<string, string>(
    Object.entries(HOOK_EVENT_TYPES).map(([name, type]) => [type, name]),
  );
  return page(
    'The hook language',
    'Hooks are written in TOML, in `.hookloom/hooks.toml` of a project or `~/.hookloom/hooks.toml` for all your projects. A hook written once runs under every client. To begin, see [Write a hook](../how-to/write-a-hook.md). For the answers that each client supports, see [What clients understand](hook-answers.md).',
    '## Three ways to write a hook',
    'A list starts a program:',
    fence('toml', EXAMPLES.list),
    'A text goes to the shell:',
    fence('toml', EXAMPLES.shell),
    'Several commands can share a matcher. Options of the entry apply to all of its commands:',
    fence('toml', EXAMPLES.group),
    'You can write event names, options and fields in `snake_case`, `camelCase`, `PascalCase` or `kebab-case`. `hookloom hooks doctor` reports misspelt names.',
    '## Options',
    table(
      ['option', 'type', 'default', 'what it does'],
      TOML_OPTIONS.map((option) => [code(option), ...OPTION_WORDS[option]]),
    ),
    'Under `[hooks]`, `disable_all_hooks = true` turns off the hooks of this language in its own layer and in the layers below, never in those above. In a file of a project, it takes effect after you review the file. Each session reports at its start what is off.',
    fence('toml', EXAMPLES.off),
    '## Events and matchers',
    table(
      ['event', 'can block', 'matcher tests', 'stands for'],
      TOML_EVENTS.map((event) => [
        code(event.name),
        event.blockable ? 'yes' : 'no',
        event.matcherField === null ? '' : code(event.matcherField),
        code(typeNames.get(event.type) ?? event.type),
      ]),
    ),
    'For the matching events of each client, see [Hook events](hook-events.md). If a client has no such event, the hook never runs there, and `hookloom hooks explain` says so.',
    '### Matchers',
    'A matcher is a case-sensitive regular expression that can match anywhere in the value. Without a matcher, and with `""` or `"*"`, the hook matches everything. An invalid pattern turns its hook off. If the hook is critical, one in your home folder then refuses the call, and `hooks trust --yes` does not accept one of a project.',
    table(
      ['matcher', 'what it matches'],
      [
        ['`"^Bash$"`', 'the shell tool, under every client'],
        ['`"^(Edit|Write)$"`', 'edits and writes; `apply_patch` of Codex too'],
        ['`"mcp__.*__write.*"`', 'tools of MCP servers that begin with write'],
        ['`"startup"` or `"cli"`', 'a new session (`session_start`)'],
        ['`"user_exit"`', 'the person ended the session (`session_end`)'],
        ['`"error"`', 'notifications of that level'],
        ['`"auto"`', 'an automatic compaction'],
      ],
    ),
    'Tool names are those of Claude Code under every client. The name that the client uses matches too.',
    '## What a hook receives',
    'A hook receives one JSON object on standard input, followed by the end of the input. Every event has these fields:',
    table(
      ['field', 'what it holds'],
      COMMON.map(([field, says]) => [code(field), says]),
    ),
    'Each event also has its own fields at the top level:',
    table(
      ['event', 'fields, by example'],
      TOML_EVENTS.map((event) => [
        code(event.name),
        ownFields(event) === '{}' ? '' : code(ownFields(event)),
      ]),
    ),
    'A whole payload:',
    fence('json', JSON.stringify(payloadOf(TOML_EVENTS[0]!), null, 2)),
    '## What a hook answers',
    'A hook prints one JSON object on standard output and exits with status 0. No output and text that is not JSON mean `proceed`. An unknown `decision` is an error, and so are incomplete JSON and, for a critical hook, JSON without any of these fields. Write logs to standard error.',
    table(
      ['field', 'value', 'default', 'what it does'],
      TOML_ANSWER_FIELDS.map((field) => [code(field), ...ANSWER_WORDS[field]]),
    ),
    "Fields of Claude Code's own answers are also accepted, such as `hookSpecificOutput.additionalContext` for a text to the model. If a client does not support a part of an answer, Hookloom records it as a loss of the run (`losses` of `hook.run.completed`), and `hookloom hooks run` prints it.",
    '### Exit status',
    table(
      ['exit status', 'on an event that can block', 'on another event'],
      [
        ['0', 'the answer is read', 'the answer is read'],
        ['2', 'blocks; standard error is the reason', 'an error, recorded; nothing is blocked'],
        ['any other', 'a warning, recorded; the answer is not read', 'the same'],
      ],
    ),
    'A hook with `critical = true` refuses on every status but 0 and 2.',
    '## Environment',
    'A hook gets the environment of the client without the tokens of the client and of Hookloom, and these variables:',
    table(
      ['variable', 'what it holds'],
      Object.entries(VARIABLE_WORDS).map(([name, says]) => [code(name), says]),
    ),
    '### Variables for the session',
    'A hook of `session_start` writes `KEY=VALUE` lines into the file that `CLAUDE_ENV_FILE` names. Each hook has its own file. When all hooks have ended, Hookloom reads the files in the order of the hooks and removes them. Hooks with `async` have no file.',
    fence('sh', EXAMPLES.variables),
    'Claude Code gives the variables to later shell commands. Codex, Gemini CLI and the other clients accept no variables from hooks. Set `rewrite_env = true` under `[engine]` in `~/.hookloom/hooks.toml` to add them to each shell command; otherwise the run reports them as lost. Later hooks of the session always receive them. Names that decide which programs run, such as `PATH` or `LD_PRELOAD`, are set only if `allowed_env` lists them.',
    '## Where hooks are kept',
    'Hookloom reads all of these files and runs the hooks of all of them, in this order. Switches and guards of a layer apply to that layer and the layers below it.',
    table(['file', 'layer', 'what it is for'], filesOfLanguage()),
    `${code(FURTHER_FILES_VARIABLE)} names further files, absolute, separated as in ${code('PATH')}. They come last, as local files. On macOS the first file is ${code(managedFile('darwin')!)}. ${code('.codex/config.local.toml')} and ${code('.hookloom/hooks.local.toml')} are for what you do not commit.`,
    '### Settings of the engine',
    'In `~/.hookloom/hooks.toml`, and in the file of an administrator, under `[engine]`:',
    table(
      ['setting', 'default', 'what it does'],
      Object.entries(ENGINE_WORDS).map(([key, [fallback, says]]) => [code(key), fallback, says]),
    ),
    fence('toml', EXAMPLES.engine),
    'Hooks of a project run after you reviewed them. If a hook or a script that it starts changes, it stops until you review it again; a critical one refuses its calls until then. [Write a hook](../how-to/write-a-hook.md#let-a-projects-hooks-run)',
    '## A whole example',
    'A guard, `.hookloom/check.sh`:',
    fence('sh', EXAMPLES.script),
    'Its entry in `.hookloom/hooks.toml`:',
    fence('toml', EXAMPLES.entry),
    'Try it without a client:',
    fence('sh', EXAMPLES.run),
    'Codex then receives:',
    fence('json', EXAMPLES.answer),
    'The package contains more examples. `hookloom hooks test --examples` runs them and prints their folder.',
  );
}

/** The files of this language, in order of precedence. */
function filesOfLanguage(): string[][] {
  const request = { projectDir: PROJECT, home: HOME, env: {} };
  const shown = (file: string): string =>
    file.startsWith(`${PROJECT}/`)
      ? file.slice(PROJECT.length + 1)
      : file.replace(`${HOME}/`, '~/');
  const rows = configFiles(request)
    .filter(({ dialect, layer }) => dialect === 'toml' && layer !== 'managed')
    .map(({ path: file, layer }) => [shown(file), layer] as const);
  const managed = [managedFile('linux')!, 'managed'] as const;
  return [managed, ...rows].map(([file, layer]) => [code(file), layer, LAYER_WORDS[layer] ?? '']);
}

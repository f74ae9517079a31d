/** Sessions of three clients with planted facts, as their hooks report them and as their session files contain them. */
import path from 'node:path';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export interface Call {
  tool: string;
  input: { [key: string]: Json };
  /** The result that the model receives. */
  text: string;
  /** The client's own object, if its hooks and its file have one. */
  response?: Json;
  isError?: boolean;
  /** Only one of the two sources reports it. */
  only?: 'hooks' | 'files';
}
/** A sentence of the user or of the assistant, or a call; and the fact to find with a question. */
export type Step = ({ user: string } | { assistant: string } | { call: Call }) & {
  facts: [fact: string, question: string][];
};

export const CLIENTS = ['claude-code', 'codex', 'gemini'] as const;
export type Client = (typeof CLIENTS)[number];

/** 600 lines, one of which says what went wrong. */
function longOutput(line: string): string {
  const lines = Array.from(
    { length: 600 },
    (_, at) => `compiled module ${at} of 600 without notes`,
  );
  return [...lines.slice(0, 300), line, ...lines.slice(300)].join('\n');
}

function shellOf(client: Client, command: string, text: string, isError = false): Call {
  if (client === 'claude-code')
    return isError
      ? { tool: 'Bash', input: { command }, text: `Exit code 1\n${text}`, isError }
      : { tool: 'Bash', input: { command }, text, response: { stdout: text, stderr: '' } };
  if (client === 'codex') return { tool: 'Bash', input: { command }, text };
  const frame = `Output: ${text}\n${isError ? 'Exit Code: 1\n' : ''}Process Group PGID: 77`;
  return { tool: 'run_shell_command', input: { command }, text: frame };
}

const ASK = { 'claude-code': 'AskUserQuestion', codex: 'request_user_input', gemini: 'ask_user' };

function askOf(client: Client, question: string, options: string[], answer: string): Call {
  const asked = {
    question,
    header: 'Choice',
    id: 'choice',
    options: options.map((label) => ({ label, description: '' })),
  };
  const answers: Record<Client, { [key: string]: Json }> = {
    'claude-code': { [question]: answer },
    codex: { choice: { answers: [answer] } },
    gemini: { '0': answer },
  };
  const told = { answers: answers[client] };
  return {
    tool: ASK[client],
    input: { questions: [asked] },
    text:
      client === 'claude-code'
        ? `User has answered your questions: "${question}"="${answer}".`
        : JSON.stringify(told),
    ...(client === 'claude-code' && { response: told }),
  };
}

function tasksOf(client: Client, tasks: [title: string, status: string][]): Call {
  const [tool, list, title] = {
    'claude-code': ['TodoWrite', 'todos', 'content'],
    codex: ['update_plan', 'plan', 'step'],
    gemini: ['write_todos', 'todos', 'description'],
  }[client] as [string, string, string];
  return {
    tool,
    input: { [list]: tasks.map(([text, status]) => ({ [title]: text, status })) },
    text: 'The list was updated.',
  };
}

/** Only one fact uses each of `words`. */
export function plantedSteps(client: Client, root: string, words: readonly string[]): Step[] {
  const w = (at: number): string => words[at]!;
  const shell = (command: string, text: string, isError = false): { call: Call } => ({
    call: shellOf(client, command, text, isError),
  });
  const steps: Step[] = [
    {
      user: `Never write ${w(0)} data into the browser.`,
      facts: [[`Never write ${w(0)} data`, `${w(0)} data in the browser`]],
    },
    {
      assistant: `The root cause was the ${w(1)} timeout of the proxy.`,
      facts: [[`${w(1)} timeout`, `cause ${w(1)} timeout`]],
    },
    {
      call: askOf(
        client,
        `Which ${w(2)} store should we use?`,
        [`${w(2)} alpha`, `${w(18)} beta`],
        `${w(2)} alpha`,
      ),
      facts: [
        [`Which ${w(2)} store should we use? → ${w(2)} alpha`, `which ${w(2)} store should we use`],
        [`Not chosen: ${w(18)} beta`, `options of the ${w(2)} store`],
      ],
    },
    {
      call: askOf(
        client,
        `How long do we keep ${w(3)} logs?`,
        ['a day', 'a week'],
        `two years, the ${w(3)} audit asks for it`,
      ),
      facts: [[`two years, the ${w(3)} audit`, `how long are ${w(3)} logs kept`]],
    },
    {
      call: tasksOf(client, [
        [`Write the ${w(4)} importer`, 'completed'],
        [`Document the ${w(5)} exporter`, 'in_progress'],
      ]),
      facts: [
        [`Write the ${w(4)} importer (completed)`, `${w(4)} importer`],
        [`Document the ${w(5)} exporter (in_progress)`, `${w(5)} exporter`],
      ],
    },
    {
      ...shell(`git commit -m "Cap the ${w(6)} retries (#80)"`, `[feature/${w(7)} 1a2b3c4] Cap`),
      facts: [
        [`Cap the ${w(6)} retries`, `${w(6)} retries`],
        [`Branch: feature/${w(7)}`, `branch ${w(7)}`],
        ['Issue: #80', `issue of the ${w(6)} retries`],
      ],
    },
    {
      ...shell(`gh pr create --title "${w(8)}"`, 'https://github.com/dev/shop/pull/4711'),
      facts: [['Pull request: #4711', `pull request ${w(8)}`]],
    },
    {
      ...shell(
        `npm run ${w(9)}-tests`,
        longOutput(`FAIL test/${w(9)}.test.ts:41 keeps items`),
        true,
      ),
      facts: [[`FAIL test/${w(9)}.test.ts:41 keeps items`, `${w(9)} test fails keeps items`]],
    },
    {
      ...shell(
        `cargo run ${w(10)}`,
        longOutput(`thread 'main' panicked at src/${w(10)}.rs:7:5`),
        true,
      ),
      facts: [[`panicked at src/${w(10)}.rs:7:5`, `${w(10)} panicked`]],
    },
    {
      ...shell(`make ${w(11)}`, `${longOutput('x')}\nTests: 2 ${w(11)} failed, 310 passed`),
      facts: [[`Tests: 2 ${w(11)} failed, 310 passed`, `${w(11)} tests failed passed`]],
    },
    {
      ...shell(`sh ${w(12)}.sh`, longOutput(`error: ${w(12)} certificate expired`), true),
      facts: [[`error: ${w(12)} certificate expired`, `${w(12)} certificate expired`]],
    },
  ];
  if (client === 'codex') {
    const patch = `*** Begin Patch\n*** Update File: ${root}/AGENTS.md\n@@\n+Run the ${w(13)} linter first.\n*** End Patch`;
    return [
      ...steps,
      {
        call: {
          tool: 'apply_patch',
          input: { command: patch },
          text: 'Exit code: 0\nOutput:\nDone',
        },
        facts: [[`Run the ${w(13)} linter first`, `${w(13)} linter`]],
      },
      {
        call: {
          ...shellOf(client, `drop-${w(14)}-table`, 'exec command rejected by user'),
          only: 'files',
        },
        facts: [[`Refused: Bash drop-${w(14)}-table`, `refused drop ${w(14)} table`]],
      },
    ];
  }
  const isClaude = client === 'claude-code';
  const rules = path.join(root, isClaude ? 'CLAUDE.md' : 'GEMINI.md');
  const edit = { file_path: rules, old_string: '', new_string: `Run the ${w(13)} linter first.` };
  const plan = `# The ${w(15)} migration\n\n1. Copy the ${w(15)} rows at night`;
  const file = {
    filePath: path.join(root, `src/${w(16)}.ts`),
    content: 'x',
    startLine: 40,
    numLines: 21,
    totalLines: 90,
  };
  const names = [`src/${w(17)}.ts`, `lib/${w(17)}.ts`];
  return [
    ...steps,
    {
      call: {
        tool: isClaude ? 'Edit' : 'replace',
        input: edit,
        text: 'The file was changed.',
        ...(isClaude && { response: { filePath: rules, userModified: false } }),
      },
      facts: [[`Run the ${w(13)} linter first`, `${w(13)} linter`]],
    },
    {
      call: {
        ...shellOf(client, `drop-${w(14)}-table`, ''),
        text: isClaude
          ? `The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nArchive the ${w(14)} rows instead.`
          : '[Operation Cancelled] Reason: User denied execution.',
        response: null,
        isError: true,
        only: 'files',
      },
      facts: [[`Refused: Bash drop-${w(14)}-table`, `refused drop ${w(14)} table`]],
    },
    {
      call: isClaude
        ? {
            tool: 'ExitPlanMode',
            input: { plan },
            text: 'User has approved your plan.',
            response: { plan },
          }
        : {
            tool: 'exit_plan_mode',
            input: { plan_filename: `${w(15)}-migration.md` },
            text: 'Plan approved.',
          },
      facts: [
        [
          isClaude ? `Copy the ${w(15)} rows at night` : `Plan approved: ${w(15)}-migration.md`,
          `${w(15)} migration plan`,
        ],
      ],
    },
    {
      call: isClaude
        ? {
            tool: 'Read',
            input: { file_path: file.filePath, offset: 40, limit: 21 },
            text: 'x',
            response: { file },
          }
        : {
            tool: 'read_file',
            input: { file_path: file.filePath, start_line: 40, end_line: 60 },
            text: 'x',
          },
      facts: [[`src/${w(16)}.ts:40-60`, `${w(16)} file read`]],
    },
    {
      call: isClaude
        ? {
            tool: 'Grep',
            input: { pattern: `open${w(17)}`, path: root },
            text: names.join('\n'),
            response: { mode: 'files_with_matches', filenames: names, numFiles: 2 },
          }
        : {
            tool: 'grep_search',
            input: { pattern: `open${w(17)}` },
            text: names.map((name) => `File: ${name}\nL4: x`).join('\n'),
          },
      facts: [[`2 files: ${names.join(', ')}`, `open${w(17)} files`]],
    },
  ];
}

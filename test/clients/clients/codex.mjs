// Codex, headless, against the stand-in for the OpenAI Responses API.
import fs from 'node:fs';
import path from 'node:path';
import { jsonLines, writeFile } from '../lab/files.mjs';
import { startOpenAi } from '../models/openai.mjs';
import { allText } from '../models/script.mjs';

const call = (name, input) => ({ name, input });
const patch = (...lines) => ({
  custom: 'apply_patch',
  text: `*** Begin Patch\n${lines.join('\n')}\n*** End Patch\n`,
});

export const codex = {
  name: 'codex',
  packageName: '@openai/codex',
  /** The command that a person types to start it. */
  program: 'codex',
  /** Our command that reads its session files. */
  capture: 'codex-capture',
  startModel: startOpenAi,
  find(modules) {
    const root = path.join(modules, `@openai/codex-${process.platform}-${process.arch}`, 'vendor');
    const file = (fs.existsSync(root) ? fs.readdirSync(root) : [])
      .map((target) => path.join(root, target, 'bin', 'codex'))
      .find((candidate) => fs.existsSync(candidate));
    return file ?? null;
  },
  prepare(lab) {
    writeFile(
      lab.inHome('.codex/config.toml'),
      `# what this person had set before
model = "gpt-5.5"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[analytics]
enabled = false

[projects.${JSON.stringify(lab.project)}]
trust_level = "trusted"
`,
    );
  },
  /** With our own command, like a user; it also writes the trust without which Codex runs no hook. */
  async connect(lab, args) {
    await lab.hookloom(['init', '--preset', 'local-codex', '--codex-trusted-project', ...args]);
  },
  environment: () => ({ STAND_IN_KEY: 'no-account' }),
  tools: {
    shell: (command) => call('exec_command', { cmd: command }),
    write: (file, content) =>
      patch(
        `*** Add File: ${file}`,
        ...content
          .trimEnd()
          .split('\n')
          .map((line) => `+${line}`),
      ),
    read: (file) => call('exec_command', { cmd: `cat '${file}'` }),
    edit: (file, before, after) =>
      patch(`*** Update File: ${file}`, '@@', `-${before}`, `+${after}`),
    mcp: (tool, input) => ({ ...call(tool, input), namespace: 'mcp__hookloom', needs: tool }),
    tasks: (titles) => [
      call('update_plan', { plan: titles.map((step) => ({ step, status: 'pending' })) }),
    ],
    agent: (prompt) => ({
      namespace: 'multi_agent_v1',
      ...call('spawn_agent', { message: prompt }),
    }),
  },
  /** Codex does not offer the tools of servers until the model searches for them. */
  searchTools: (tool) => [{ search: `${tool} memory checkout append query` }],
  isOffered: (body, tool) =>
    body.input.some((item) => item.type === 'tool_search_output' && allText(item).includes(tool)),
  settingsOfTheUser: (lab) => [lab.inHome('.codex/config.toml')],
  /** The settings of the project, which also contain ours. */
  ownHookFile: (lab) => lab.inProject('.codex/hooks.json'),
  addOwnHook(lab, command) {
    const groups = [{ hooks: [{ type: 'command', command }] }];
    writeFile(this.ownHookFile(lab), { hooks: { PreToolUse: groups } });
  },
  /** A person would review their own hook in `/hooks`; here Codex runs it without a review. */
  withOwnHook: { args: ['--dangerously-bypass-hook-trust'] },
  names: {
    shell: 'Bash',
    write: 'apply_patch',
    read: 'Bash',
    edit: 'apply_patch',
    mcp: 'mcp__hookloom__',
  },
  commandLine(binary, { prompts, resume, url, args = [] }) {
    const provider = { name: 'stand-in', base_url: `${url}/v1`, env_key: 'STAND_IN_KEY' };
    const settings = {
      model_provider: 'stand_in',
      ...Object.fromEntries(
        Object.entries({ ...provider, wire_api: 'responses' }).map(([key, value]) => [
          `model_providers.stand_in.${key}`,
          value,
        ]),
      ),
    };
    const overrides = Object.entries(settings).flatMap(([key, value]) => [
      '-c',
      `${key}=${JSON.stringify(value)}`,
    ]);
    for (const key of ['request_max_retries', 'stream_max_retries'])
      overrides.push('-c', `model_providers.stand_in.${key}=0`);
    const line = ['exec', ...(resume === undefined ? [] : ['resume']), '--json', ...overrides];
    line.push(...args, ...(resume === undefined ? [] : [resume]), prompts[0]);
    return { command: binary, args: line };
  },
  read(stdout) {
    const stream = jsonLines(stdout);
    const messages = stream.filter(({ item }) => item?.type === 'agent_message');
    return {
      sessionId: stream.find(({ thread_id }) => thread_id !== undefined)?.thread_id ?? null,
      answer: messages.at(-1)?.item.text ?? null,
      failed: stream.some(({ type }) => type === 'turn.failed' || type === 'error'),
      stream,
    };
  },
};

/** A project with a reviewed critical guard, and a stand-in for Claude Code that runs the hooks of its settings. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { knownToken } from './folder.ts';

const RECORDED = 'packages/hooks/src/clients/claude-code/fixtures/recorded.jsonl';
export const GUARD = `#!/bin/sh
. ./lib.sh
`;
const LIB = `if grep -q 'rm -rf victim'; then echo 'victim must not be deleted' >&2; exit 2; fi
exit 0
`;
const HOOKS = `[[hooks.pre_tool_use]]
command = ["./guard.sh"]
matcher = "^Bash$"
critical = true
`;

export interface Call {
  tool: string;
  input: Record<string, string>;
}

export interface Ground {
  base: string;
  project: string;
  home: string;
  /** Puts everything back as it was after the review. */
  reset(): void;
  session(): Session;
  reports(): { kind: string; actor: string }[];
  remove(): void;
}

export interface Session {
  /** The messages that the user has seen so far. */
  told: string[];
  /**
   * True if the call was refused; otherwise it ran. `killed`: the hook before it, or every hook of it, is killed before
   * it can answer.
   */
  call(call: Call, options?: { killed?: boolean | 'all'; cwd?: string }): boolean;
  /** An event that does not belong to a call. */
  event(name: 'SessionStart' | 'UserPromptSubmit' | 'Stop', options?: { killed?: boolean }): void;
}

export function createGround(): Ground {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'escape-')));
  const kept = `${base}.kept`;
  const [project, home] = [path.join(base, 'shop'), path.join(base, 'home')];
  const env = {
    HOME: home,
    PATH: `${base}/bin:${process.env['PATH']}`,
    HOOKLOOM_WORKER_AUTOSTART: 'false',
  };
  const hookloom = (...args: string[]): void => {
    const token = knownToken(env);
    const words = args[0] === 'hooks' ? [...args, ...token.args] : args;
    const ran = spawnSync(`${base}/bin/hookloom`, words, {
      cwd: project,
      env: { ...env, ...token.env },
      encoding: 'utf8',
    });
    if (ran.status !== 0) throw new Error(`${args.join(' ')}: ${ran.stderr}${ran.stdout}`);
  };
  const installPackage = (): void => {
    fs.rmSync(`${base}/package`, { recursive: true, force: true });
    for (const part of ['bin', 'dist', 'package.json'])
      copy(path.resolve('packages/cli', part), `${base}/package/${part}`);
  };
  installPackage();
  for (const dir of [`${project}/.hookloom`, `${home}/.claude`, `${base}/bin`])
    fs.mkdirSync(dir, { recursive: true });
  fs.symlinkSync(`${base}/package/bin/hookloom.cjs`, `${base}/bin/hookloom`);
  fs.copyFileSync(fs.realpathSync('/bin/sh'), `${base}/bin/claude`);
  fs.mkdirSync(`${project}/victim`);
  fs.writeFileSync(`${project}/guard.sh`, GUARD, { mode: 0o755 });
  fs.writeFileSync(`${project}/lib.sh`, LIB);
  fs.writeFileSync(`${project}/.hookloom/hooks.toml`, HOOKS);
  git(project, 'init', '-q');
  git(project, 'checkout', '-q', '-b', 'main');
  fs.writeFileSync(`${project}/README.md`, 'A shop.\n');
  git(project, 'add', 'README.md');
  git(project, 'commit', '-qm', 'begin');
  git(project, 'branch', 'without');
  git(project, 'add', 'guard.sh', 'lib.sh', '.hookloom');
  git(project, 'commit', '-qm', 'guard');
  hookloom('init', '--preset', 'local-claude', '--yes');
  hookloom('hooks', 'trust', '--yes');
  const session = (): Session => openSession({ base, project, env });
  // The client knows the project before the agent begins.
  session().call({ tool: 'Bash', input: { command: 'true' } });
  fs.cpSync(home, `${kept}/home`, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
  });
  fs.cpSync(project, `${kept}/shop`, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
  });
  return {
    base,
    project,
    home,
    session,
    reset() {
      for (const part of ['home', 'shop']) {
        fs.rmSync(`${base}/${part}`, { recursive: true, force: true });
        fs.cpSync(`${kept}/${part}`, `${base}/${part}`, {
          recursive: true,
          preserveTimestamps: true,
          verbatimSymlinks: true,
        });
      }
      if (
        !fs.existsSync(`${base}/package/dist/hook.cjs`) ||
        fs.statSync(`${base}/package/dist/hook.cjs`).size === 0
      )
        installPackage();
    },
    reports: () => reportsIn(project),
    remove() {
      for (const dir of [base, kept]) fs.rmSync(dir, { recursive: true, force: true });
    },
  };
}

interface Settings {
  disableAllHooks?: boolean;
  env?: Record<string, string>;
  hooks?: Record<string, { matcher?: string; hooks: { command: string }[] }[]>;
}

/** As Claude Code does: settings are read at the start and again when they change, unless a hook refuses the change. */
function openSession({
  base,
  project,
  env,
}: {
  base: string;
  project: string;
  env: Record<string, string>;
}): Session {
  const id = `session-${process.hrtime.bigint()}`;
  const transcript = `${base}/home/.claude/projects/shop/${id}.jsonl`;
  const files = [
    `${base}/home/.claude/settings.json`,
    `${project}/.claude/settings.json`,
    `${project}/.claude/settings.local.json`,
  ];
  let stamps = files.map(textOf);
  let settings = stamps.map(parse);
  let calls = 0;
  const told: string[] = [];
  const fire = (name: string, more: object, killed = false): boolean => {
    if (settings.some(({ disableAllHooks }) => disableAllHooks === true)) return false;
    const variables = Object.assign({}, ...settings.map((one) => one.env ?? {})) as Record<
      string,
      string
    >;
    const groups = settings.flatMap(({ hooks }) => hooks?.[name] ?? []);
    const input = JSON.stringify({
      ...recorded(name),
      session_id: id,
      cwd: project,
      transcript_path: transcript,
      ...more,
    });
    let refused = false;
    for (const { command } of groups.flatMap(({ hooks }) => hooks)) {
      const line = killed ? `${command} & kill -9 $!` : command;
      const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', line], {
        cwd: fs.existsSync(project) ? project : base,
        env: { ...env, CLAUDE_PROJECT_DIR: project, ...variables },
        input,
        encoding: 'utf8',
      });
      const answer = parse(stdout) as {
        systemMessage?: string;
        decision?: string;
        reason?: string;
        hookSpecificOutput?: { permissionDecision?: string };
      };
      if (answer.systemMessage !== undefined) told.push(answer.systemMessage);
      if (status === 2) told.push(stderr);
      refused ||=
        status === 2 ||
        answer.decision === 'block' ||
        answer.hookSpecificOutput?.permissionDecision === 'deny';
    }
    return refused;
  };
  const reload = (): void => {
    for (const [at, file] of files.entries()) {
      const now = textOf(file);
      if (now === stamps[at]) continue;
      stamps = stamps.with(at, now);
      const source = ['user_settings', 'project_settings', 'local_settings'][at]!;
      if (!fire('ConfigChange', { source, file_path: file }))
        settings = settings.with(at, parse(now));
    }
  };
  return {
    told,
    call({ tool, input }, { killed = false, cwd = project } = {}) {
      const call = { tool_name: tool, tool_input: input, tool_use_id: `${id}-${++calls}`, cwd };
      const startedAt = new Date().toISOString();
      if (fire('PreToolUse', call, killed !== false)) return true;
      make(tool, input, { base, project: cwd, env });
      fire('PostToolUse', { ...call, tool_response: {} }, killed === 'all');
      writeCall(transcript, { ...call, sessionId: id, startedAt });
      reload();
      return false;
    },
    event: (name, { killed = false } = {}) => void fire(name, {}, killed),
  };
}

/** The two lines of a call in the session file. */
function writeCall(
  file: string,
  call: { tool_name: string; tool_input: object; tool_use_id: string; cwd: string } & {
    sessionId: string;
    startedAt: string;
  },
): void {
  const { tool_name: name, tool_input: input, tool_use_id: id, cwd, sessionId } = call;
  const line = (type: string, timestamp: string, block: object): string =>
    `${JSON.stringify({ type, uuid: `${type}-${id}`, sessionId, cwd, timestamp, message: { role: type, content: [block] } })}\n`;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.appendFileSync(
    file,
    line('assistant', call.startedAt, { type: 'tool_use', id, name, input }) +
      line('user', new Date().toISOString(), { type: 'tool_result', tool_use_id: id, content: '' }),
  );
}

/** What the client does if nothing refuses the call. */
function make(
  tool: string,
  input: Record<string, string>,
  { base, project, env }: { base: string; project: string; env: Record<string, string> },
): void {
  const file = path.resolve(project, (input['file_path'] ?? '').replace(/^~/, env['HOME']!));
  if (tool === 'Write') {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, input['content']!);
  } else if (tool === 'Edit') {
    fs.writeFileSync(
      file,
      textOf(file).replace(input['old_string']!, () => input['new_string']!),
    );
  } else {
    // The shell of a client runs below a process of its name.
    spawnSync(`${base}/bin/claude`, ['-c', `sh -c "$1"; :`, 'claude', input['command']!], {
      cwd: project,
      env: { ...env, CLAUDECODE: '1' },
      input: '',
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: 30_000,
    });
  }
}

function recorded(name: string): object {
  const line = fs
    .readFileSync(RECORDED, 'utf8')
    .split('\n')
    .find((one) => one.includes(`"hook_event_name":"${name}"`))!;
  return (JSON.parse(line) as { payload: object }).payload;
}

function reportsIn(project: string): { kind: string; actor: string }[] {
  const dir = `${project}/.eventloom`;
  const names = fs.existsSync(dir) ? fs.readdirSync(dir) : [];
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => textOf(`${dir}/${name}`).split('\n'))
    .filter((line) => line.includes('"hook.guard.reported"'))
    .map((line) => JSON.parse(line) as { actorId: string; payload: { kind: string } })
    .map(({ actorId, payload }) => ({ kind: payload.kind, actor: actorId }));
}

function parse(text: string): Settings {
  try {
    return JSON.parse(text) as Settings;
  } catch {
    return {};
  }
}

function textOf(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function git(cwd: string, ...args: string[]): void {
  spawnSync('git', ['-c', 'user.name=dev', '-c', 'user.email=dev@example.com', ...args], {
    cwd,
    stdio: 'ignore',
  });
}

function copy(from: string, to: string): void {
  if (!fs.statSync(from).isDirectory()) {
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.copyFileSync(from, to);
    return;
  }
  for (const name of fs.readdirSync(from))
    if (!name.endsWith('.meta.json')) copy(path.join(from, name), path.join(to, name));
}

/** Drives the built `serve` command over real pipes, one raw JSON-RPC line at a time. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';

const BIN = path.resolve('packages/cli/bin/hookloom.cjs');

export interface Message {
  jsonrpc?: string;
  id?: string | number | null;
  method?: string;
  params?: unknown;
  result?: any;
  error?: any;
}

export interface ServingProcess {
  child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Sends a request and waits for the answer with its id. */
  ask(method: string, params?: unknown): Promise<Message>;
  /** Calls a tool; the parsed JSON of its one text block. */
  call(name: string, args?: Record<string, unknown>): Promise<any>;
  send(line: string): void;
  /** The next line that does not answer `ask`. */
  next(): Promise<Message>;
  /** All standard output so far. */
  stdout(): string;
  stderr(): string;
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Closes standard input and waits for the exit. */
  end(): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** A temporary folder as a workspace; `close` ends what a test left running and removes it. */
export interface Workspace {
  root: string;
  session: string;
  serve(options?: {
    args?: string[];
    env?: Record<string, string>;
    meta?: unknown;
  }): ServingProcess;
  close(): void;
}

export function temporaryWorkspace(): Workspace {
  const root = mkdtempSync(path.join(os.tmpdir(), 'hookloom-serve-'));
  const running: ServingProcess[] = [];
  return {
    root,
    session: 'demo-default',
    serve(options = {}) {
      const serving = start(root, options);
      running.push(serving);
      return serving;
    },
    close() {
      for (const { child } of running) if (child.exitCode === null) child.kill('SIGKILL');
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function start(
  cwd: string,
  { args = [], env = {}, meta }: { args?: string[]; env?: Record<string, string>; meta?: unknown },
): ServingProcess {
  const { PATH = '', HOME = cwd } = process.env;
  const child = spawn(process.execPath, [BIN, 'serve', ...args], {
    cwd,
    env: { PATH, HOME, ZAXY_DOMAIN: 'demo', HOOKLOOM_WORKER_AUTOSTART: 'false', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const answers = new Map<unknown, (message: Message) => void>();
  const others: Message[] = [];
  const waiting: ((message: Message) => void)[] = [];
  let [out, err, partial] = ['', '', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    const lines = (partial + text).split('\n');
    partial = lines.pop()!;
    for (const line of lines) {
      const message = JSON.parse(line) as Message;
      const answer = answers.get(message.id);
      if (answer !== undefined) {
        answers.delete(message.id);
        answer(message);
      } else if (waiting.length > 0) waiting.shift()!(message);
      else others.push(message);
    }
  });
  child.setMaxListeners(0);
  child.stdin.on('error', () => {});
  let lastId = 100;
  const exit = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  const serving: ServingProcess = {
    child,
    exit,
    stdout: () => out,
    stderr: () => err,
    send: (line) => void child.stdin.write(`${line}\n`),
    ask(method, params) {
      const id = ++lastId;
      const all = meta === undefined ? params : { ...(params as object), _meta: meta };
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: all })}\n`);
      return new Promise((resolve, reject) => {
        answers.set(id, resolve);
        child.once('close', () =>
          reject(new Error(`The server ended before it answered ${method}.\n${err}`)),
        );
      });
    },
    async call(name, args = {}) {
      const { result, error } = await serving.ask('tools/call', { name, arguments: args });
      if (error !== undefined) throw new Error(JSON.stringify(error));
      return JSON.parse(result.content[0].text);
    },
    next: () =>
      others.length > 0
        ? Promise.resolve(others.shift()!)
        : new Promise((resolve) => {
            waiting.push(resolve);
          }),
    end() {
      child.stdin.end();
      return exit;
    },
  };
  return serving;
}

/** The envelope of a client of the 2026-07-28 revision. */
export const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'claude-code', version: '2.1.329' },
};

/** The handshake of an older client. */
export async function initialize(
  serving: ServingProcess,
  protocolVersion = '2025-06-18',
): Promise<Message> {
  const hello = await serving.ask('initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'codex-mcp-client', version: '0.169.0' },
  });
  serving.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return hello;
}

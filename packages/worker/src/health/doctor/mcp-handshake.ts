/**
 * Whether a client would reach our MCP server: starts the configured command like a client, requests its tools, and
 * ends it. Records nothing and starts no worker.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { isJsonObject, type JsonObject, parseJsonObject } from '@hookloom/core';

export type Handshake =
  | { ok: true; server: string; tools: number; ms: number }
  | { ok: false; reason: string };

export interface HandshakeRequest {
  command: string;
  args: readonly string[];
  env: Record<string, string | undefined>;
  /** The workspace, because clients start servers in the project. */
  cwd: string;
  limitMs: number;
}

const PROTOCOL = '2025-06-18';
const MAX_ANSWER = 8 * 1024 * 1024;
/** How long it may take to exit after its input is closed. */
const LEAVE_MS = 1000;

export async function performHandshake(request: HandshakeRequest): Promise<Handshake> {
  const begun = performance.now();
  let child: ChildProcess;
  try {
    child = spawn(request.command, [...request.args], {
      cwd: request.cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      env: {
        ...request.env,
        MCP_LIFECYCLE_CAPTURE_ENABLED: 'false',
        HOOKLOOM_WORKER_AUTOSTART: 'false',
      },
    });
  } catch (reason) {
    return { ok: false, reason: codeOf(reason) };
  }
  try {
    return await converse(child, request.limitMs, begun);
  } finally {
    await end(child);
  }
}

function converse(child: ChildProcess, limitMs: number, begun: number): Promise<Handshake> {
  return new Promise((resolve) => {
    const fail = (reason: string): void => done({ ok: false, reason });
    const timer = setTimeout(() => fail(`no answer within ${limitMs} ms`), limitMs);
    let complaint = '';
    let text = '';
    let server = '';
    function done(result: Handshake): void {
      clearTimeout(timer);
      resolve(result);
    }
    const send = (message: JsonObject): void => {
      child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    };
    child.on('error', (reason) => fail(codeOf(reason)));
    child.on('exit', (code, signal) => {
      const last = complaint.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
      fail(`it ended with ${signal ?? `status ${code}`}${last === '' ? '' : `: ${last}`}`);
    });
    child.stdin!.on('error', () => {});
    child.stderr!.setEncoding('utf8').on('data', (part: string) => {
      complaint = (complaint + part).slice(-2000);
    });
    child.stdout!.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.length > MAX_ANSWER) return fail('its answer has no end');
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n')) {
        const answer = parseJsonObject(text.slice(0, at));
        text = text.slice(at + 1);
        if (answer?.['id'] === 1) {
          const result = answer['result'];
          if (!isJsonObject(result)) return fail('it refused the handshake');
          const info = result['serverInfo'];
          server = isJsonObject(info) ? nameOf(info) : 'a server without a name';
          send({ method: 'notifications/initialized' });
          send({ id: 2, method: 'tools/list', params: {} });
        } else if (answer?.['id'] === 2) {
          const result = answer['result'];
          const tools = isJsonObject(result) ? result['tools'] : null;
          if (!Array.isArray(tools)) return fail('it lists no tools');
          const ms = Math.round(performance.now() - begun);
          return done({ ok: true, server, tools: tools.length, ms });
        }
      }
    });
    send({
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: PROTOCOL,
        capabilities: {},
        clientInfo: { name: 'hookloom-doctor', version: '1' },
      },
    });
  });
}

/**
 * Ends it as clients do: closes its input, then sends a signal, then kills it. Its pid stays ours until it is reaped.
 */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.stdin!.end();
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), LEAVE_MS);
  await gone;
  clearTimeout(timer);
}

function nameOf({ name, title = name, version }: JsonObject): string {
  return [title, version]
    .filter((word) => typeof word === 'string')
    .join(' ')
    .slice(0, 100);
}

function codeOf(reason: unknown): string {
  return (reason as NodeJS.ErrnoException).code === 'ENOENT'
    ? 'there is no such command'
    : `it could not be started (${(reason as NodeJS.ErrnoException).code ?? 'unknown'})`;
}

import {
  parseJSONRPCMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import type { Readable } from 'node:stream';
import type { MessageSink } from './claim-stdout.ts';
import { createLineReader, MAX_MESSAGE_BYTES, type Line, wrongRequest } from './wrong-request.ts';
import type { RequestId } from './request-id.ts';

/** How long running calls may take to answer after the client has closed its end. */
const DRAIN_MS = 800;
/** Longer on a busy machine: as long as they use processor time. */
const BUSY_DRAIN_MS = 10_000;
const CHECK_MS = 200;
const BUSY_CPU_MS = 5;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

export interface StdioTransportOptions {
  input: Readable;
  output: MessageSink;
  /** Default: 4 MiB. */
  maxMessageBytes?: number;
  /** The id of the first request in the input, if its answer has been sent already. */
  answered?: RequestId | null;
}

/**
 * Newline-delimited JSON-RPC over a pair of streams. Invalid input gets an error and the connection stays open: a line
 * that is not JSON (−32700), JSON that is not a JSON-RPC message, and a message above the limit (−32600). When the
 * input ends, running calls are answered first: for at most 0.8 s, or 10 s if they use the processor.
 */
export function createStdioTransport(options: StdioTransportOptions): Transport {
  const { input, output } = options;
  const reader = createLineReader(options.maxMessageBytes ?? MAX_MESSAGE_BYTES);
  const running = new Set<RequestId>();
  let isClosed = false;
  let answered = options.answered ?? null;
  let drainTimer: NodeJS.Timeout | undefined;

  const transport: Transport = {
    start() {
      input.on('data', onData);
      input.on('error', onEnd);
      input.on('end', onEnd);
      input.on('close', onEnd);
      if (input.readableEnded) onEnd();
      input.resume();
      return Promise.resolve();
    },
    async send(message) {
      const isSent = answered !== null && 'result' in message && message.id === answered;
      if (isSent) answered = null;
      else await write(message);
      if ('id' in message && !('method' in message) && message.id !== undefined) settle(message.id);
    },
    close() {
      if (isClosed) return Promise.resolve();
      isClosed = true;
      clearTimeout(drainTimer);
      input.off('data', onData);
      input.pause();
      transport.onclose?.();
      return Promise.resolve();
    },
  };

  function onData(chunk: Buffer): void {
    for (const line of reader.push(chunk)) {
      if (isClosed) return;
      onLine(line);
    }
  }

  function onLine(line: Line): void {
    if (line.kind === 'oversized') {
      const cap = options.maxMessageBytes ?? MAX_MESSAGE_BYTES;
      return refuse(line.id, INVALID_REQUEST, `Message larger than ${cap} bytes.`);
    }
    const parsed = parseLine(line.bytes);
    switch (parsed.kind) {
      case 'blank':
        return;
      case 'message':
        return deliver(parsed.message);
      case 'refused':
        return refuse(parsed.id, parsed.code, parsed.reason);
    }
  }

  function deliver(message: JSONRPCMessage): void {
    if ('method' in message) {
      const wrong = 'id' in message ? wrongRequest(message) : null;
      if (wrong !== null) {
        transport.onerror?.(new Error(wrong.message));
        return void write({ jsonrpc: '2.0', id: Reflect.get(message, 'id'), error: wrong });
      }
      if ('id' in message) running.add(message.id);
      else if (message.method === 'notifications/cancelled') settle(cancelledId(message));
    }
    transport.onmessage?.(message);
  }

  function refuse(id: RequestId | null, code: number, message: string): void {
    transport.onerror?.(new Error(message));
    void write({ jsonrpc: '2.0', id, error: { code, message } });
  }

  async function write(message: unknown): Promise<void> {
    if (isClosed) return;
    try {
      await output.write(`${JSON.stringify(message)}\n`);
    } catch (error) {
      transport.onerror?.(error as Error);
      await transport.close();
    }
  }

  function settle(id: RequestId | undefined): void {
    if (id !== undefined) running.delete(id);
    if (drainTimer !== undefined && running.size === 0) void transport.close();
  }

  function onEnd(): void {
    if (isClosed || drainTimer !== undefined) return;
    drain(DRAIN_MS, BUSY_DRAIN_MS);
    // The protocol library has not yet handled the messages of the last chunk.
    setImmediate(() => settle(undefined));
  }

  function drain(waitMs: number, leftMs: number): void {
    const before = process.cpuUsage();
    drainTimer = setTimeout(() => {
      const { user, system } = process.cpuUsage(before);
      const isBusy = (user + system) / 1000 >= BUSY_CPU_MS;
      if (isBusy && leftMs > waitMs) drain(CHECK_MS, leftMs - waitMs);
      else void transport.close();
    }, waitMs);
  }

  return transport;
}

type ParsedLine =
  | { kind: 'blank' }
  | { kind: 'message'; message: JSONRPCMessage }
  | { kind: 'refused'; id: RequestId | null; code: number; reason: string };

const decoder = new TextDecoder('utf-8', { fatal: true });

function parseLine(bytes: Buffer): ParsedLine {
  let value: unknown;
  try {
    const text = decoder.decode(bytes).trim();
    if (text === '') return { kind: 'blank' };
    value = JSON.parse(text);
  } catch {
    return {
      kind: 'refused',
      id: null,
      code: PARSE_ERROR,
      reason: 'The line is not JSON in UTF-8.',
    };
  }
  try {
    return { kind: 'message', message: parseJSONRPCMessage(value) };
  } catch {
    const reason = 'The line is not one JSON-RPC 2.0 message.';
    return { kind: 'refused', id: idOf(value), code: INVALID_REQUEST, reason };
  }
}

function idOf(value: unknown): RequestId | null {
  const id: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'id') : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function cancelledId(message: JSONRPCMessage): RequestId | undefined {
  const params: unknown = 'params' in message ? message.params : undefined;
  const id: unknown =
    typeof params === 'object' && params !== null ? Reflect.get(params, 'requestId') : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

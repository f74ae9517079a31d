/** Connects to an app-server that listens: `codex app-server --listen ws://127.0.0.1:…`, one message per frame. */
import { WebSocket, type RawData } from 'ws';
import { invalidRequest, unavailable, type HookloomError } from '@hookloom/core';
import {
  HIGH_WATER_BYTES,
  MAX_BUFFERED_BYTES,
  MAX_MESSAGE_BYTES,
  type Transport,
  type TransportEnd,
} from './transport.ts';
import { isLoopback } from '@hookloom/core/settings';

const HANDSHAKE_MS = 10_000;
const CLOSE_MS = 2_000;

export interface WebSocketOptions {
  /** The address of a listening app-server, such as `ws://127.0.0.1:4500`. */
  url: string;
  /** Sent as a bearer token. */
  token?: string;
  /** Default: only this machine, because the other end decides what runs here. */
  allowRemote?: boolean;
  /** Longer messages are dropped. Default: 8 MiB. */
  maxMessageBytes?: number;
}

/** @throws `invalid_request` for an address that is not allowed, `unavailable` if nothing answers there. */
export async function connectWebSocket(options: WebSocketOptions): Promise<Transport> {
  const socket = new WebSocket(checkedUrl(options), {
    maxPayload: options.maxMessageBytes ?? MAX_MESSAGE_BYTES,
    handshakeTimeout: HANDSHAKE_MS,
    perMessageDeflate: false,
    followRedirects: false,
    headers: options.token === undefined ? {} : { authorization: `Bearer ${options.token}` },
  });
  // Messages may arrive together with the handshake's answer: they are queued until there is a listener.
  const transport = transportOf(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', (cause) => reject(notReached(cause)));
  });
  return transport;
}

/** The checked address. Port and path are free; any host but this machine must be allowed explicitly. */
function checkedUrl({ url, allowRemote }: WebSocketOptions): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !['ws:', 'wss:'].includes(parsed.protocol))
    throw refused('It is not a ws:// or wss:// address.');
  if (allowRemote !== true && !isLoopback(parsed.hostname))
    throw refused('It is not on this machine, and remote app-servers were not allowed.');
  return parsed;
}

function transportOf(socket: WebSocket): Transport {
  const early: string[] = [];
  let onMessage: (text: string) => void = (text) => void early.push(text);
  let onClose: (end: TransportEnd) => void = () => {};
  let ended: TransportEnd | null = null;
  let closing = false;
  let problem = '';
  let dropped = 0;
  let waiting: (() => void)[] = [];
  const letGo = (): void => {
    const all = waiting;
    waiting = [];
    for (const go of all) go();
  };

  socket.on('message', (data: RawData, isBinary) => {
    if (isBinary) dropped++;
    else onMessage(textOf(data));
  });
  socket.on('error', (error) => (problem = error.message));
  socket.on('close', (code, reason) => {
    const said = [`close code ${code}`, problem, reason.toString('utf8')];
    ended = {
      reason: closing ? 'closed_by_us' : problem === '' ? 'ended' : 'failed',
      detail: said.filter((part) => part !== '').join(': '),
    };
    letGo();
    onClose(ended);
  });

  return {
    send(text) {
      if (socket.readyState !== WebSocket.OPEN || socket.bufferedAmount > MAX_BUFFERED_BYTES)
        return Promise.reject(
          unavailable(
            'The connection to the app-server no longer accepts messages.',
            'Wait until the client has connected again, then try once more.',
          ),
        );
      socket.send(text, () => {
        if (socket.bufferedAmount <= HIGH_WATER_BYTES) letGo();
      });
      if (socket.bufferedAmount <= HIGH_WATER_BYTES) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
    onMessage(listener) {
      onMessage = listener;
      for (const text of early.splice(0)) listener(text);
    },
    onClose(listener) {
      onClose = listener;
      if (ended !== null) listener(ended);
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    async close() {
      closing = true;
      if (ended !== null) return;
      const timer = setTimeout(() => socket.terminate(), CLOSE_MS);
      const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.resume();
      socket.close(1000);
      await gone;
      clearTimeout(timer);
    },
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
    get dropped() {
      return dropped;
    },
  };
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString('utf8');
}

function refused(why: string): HookloomError {
  return invalidRequest(
    `This app-server address cannot be used. ${why}`,
    'Give an address such as ws://127.0.0.1:4500, or allow remote app-servers explicitly.',
  );
}

function notReached(cause: Error): HookloomError {
  return unavailable(
    `No app-server answers there: ${(cause as NodeJS.ErrnoException).code ?? cause.message.slice(0, 200)}.`,
    'Start one with `codex app-server --listen ws://127.0.0.1:0` and use the address it prints.',
    { cause },
  );
}

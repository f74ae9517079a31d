/** A separate home for tests of the worker, and requests with any head. */
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { HOOK_FILE } from '@hookloom/hooks/testing';
import type { UpOptions } from '../src/up.ts';

export interface Home {
  dir: string;
  stateDir: string;
  env: Record<string, string>;
  /** A folder in it. */
  folder(name: string): string;
  options: UpOptions;
  remove(): void;
}

export function temporaryHome(): Home {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-home-')));
  const env = { PATH: process.env['PATH'] ?? '', HOME: dir, HOOKLOOM_WORKER_PORT: '0' };
  return {
    dir,
    stateDir: path.join(dir, '.local/state/hookloom'),
    env,
    folder(name) {
      const folder = path.join(dir, name);
      fs.mkdirSync(folder, { recursive: true });
      return folder;
    },
    options: {
      workspace: null,
      env,
      home: dir,
      port: 0,
      compatiblePort: null,
      requireToken: false,
      hookFile: HOOK_FILE,
      now: Date.now,
    },
    remove: () => fs.rmSync(dir, { recursive: true, force: true }),
  };
}

export interface Asked {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

const agent = new http.Agent({ keepAlive: true });

/** A stream is left when its head has arrived. */
export function ask(port: number, options: http.RequestOptions, body?: string): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const headers = { ...length, ...(options.headers as http.OutgoingHttpHeaders) };
    const request = http.request({ host: '127.0.0.1', port, agent, ...options, headers });
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode = 0, headers } = response;
      let text = '';
      const end = (): void => resolve({ status: statusCode, headers, text });
      if (String(headers['content-type']).startsWith('text/event-stream')) {
        request.destroy();
        end();
        return;
      }
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', end);
    });
    request.end(body);
  });
}

/** The status of an answer to raw bytes; 0 if the connection is closed without one. */
export function askRaw(port: number, head: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(head));
    let text = '';
    socket.on('data', (part) => {
      text += part.toString('latin1');
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
      if (status !== undefined) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0)));
  });
}

/** Who sent a request over HTTP. What the request says about itself is only a claim. */
import { homedir } from 'node:os';
import { readProc } from '@hookloom/core';
import { speakerOf, type Speaker } from '@hookloom/hooks';
import type { Caller } from '../operations/context.ts';
import { peerProcess } from './peer-user.ts';
import type { Admitted } from './route.ts';

/**
 * The process at the other end decides, if the system reports it. A caller that does not run below a client is trusted
 * with the token of this installation, or as the viewer.
 *
 * @param root The workspace, whose hook files are read for clients without another mark for their hooks.
 */
export function promptSource(
  { request, by }: Pick<Admitted, 'request' | 'by'>,
  root = '',
): Speaker {
  if (by === 'viewer') return 'user';
  const pid = peerProcess(request.socket);
  if (pid !== undefined) {
    const table = readProc('/proc', pid);
    // Ignores whether its streams are the terminal: the terminal of the process decides.
    const processes = { ...table, inputTerminal: () => null };
    const isInteractive = (table.find(pid)?.terminal ?? null) !== null;
    const env = table.environmentOf(pid);
    const speaker = speakerOf({ processes, env, isInteractive, root, home: homedir() });
    if (speaker !== 'unknown') return speaker;
  }
  return by === 'token' ? 'user' : 'unknown';
}

/** The writer of a route: the person, or an agent whose shell found the token. */
export function httpCaller(call: Pick<Admitted, 'request' | 'by'>): Caller {
  return { channel: promptSource(call) === 'user' ? 'user' : 'model' };
}

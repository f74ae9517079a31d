/** Who speaks over HTTP: what a request says about that is only what it claims. */
import { homedir } from 'node:os';
import { readProc } from '@hookloom/core/person/read-proc';
import { speakerOf, type Speaker } from '@hookloom/hooks/hook-event/speaker';
import type { Caller } from '../operations/context.ts';
import { peerProcess } from './peer-user.ts';
import type { Call } from './server.ts';

/**
 * The process at the other end decides, where the system names it. A caller that stands below no client is believed with
 * the token of this installation, or as the viewer.
 *
 * @param root The workspace, whose hook files are read for clients that mark their hooks in no other way.
 */
export function promptSource({ request, by }: Pick<Call, 'request' | 'by'>, root = ''): Speaker {
  if (by === 'viewer') return 'user';
  const pid = peerProcess(request.socket);
  if (pid !== undefined) {
    const table = readProc('/proc', pid);
    // Whether its streams are the terminal is not asked: the terminal that the process belongs to decides.
    const processes = { ...table, inputTerminal: () => null };
    const isInteractive = (table.find(pid)?.terminal ?? null) !== null;
    const env = table.environmentOf(pid);
    const speaker = speakerOf({ processes, env, isInteractive, root, home: homedir() });
    if (speaker !== 'unknown') return speaker;
  }
  return by === 'token' ? 'user' : 'unknown';
}

/** Who writes through a route: the person, or an agent whose shell found the token. */
export function httpCaller(call: Pick<Call, 'request' | 'by'>): Caller {
  return { channel: promptSource(call) === 'user' ? 'user' : 'model' };
}

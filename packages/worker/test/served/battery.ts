/**
 * Changes one byte of a log and queries every surface for its event. None of them may return changed content, and each
 * must say that the event is unavailable.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { UnsealedEvent } from '@hookloom/core/events';
import type { Workspace } from '@hookloom/core/settings';
import { openJsonlStore } from '@hookloom/log';
import { openRuntime } from '../../src/compose.ts';
import type { Runtime } from '../../src/runtime.ts';
import { changedWords, recordedLines, type RecordedLine } from './changed-words.ts';
import { surfacesOf, type Surface } from './surfaces.ts';

export type Projection = 'live' | 'deleted' | 'stale';
export const PROJECTIONS: readonly Projection[] = ['live', 'deleted', 'stale'];

export interface Failure {
  byte: number;
  seq: number;
  projection: Projection;
  surface: string;
  what: 'changed text was served' | 'the event was not named' | 'answered from memory';
  /** The changed text. */
  words: string[];
}

export interface Flipped {
  /** Surfaces, and how many of them show the event while the log is intact. */
  asked: number;
  shown: number;
  failures: Failure[];
}

export interface Battery {
  /** Bytes of the log. */
  bytes: number;
  /** The first byte of the hash of the first event. */
  firstHash: number;
  surfaces: readonly string[];
  /** Flips one bit of this byte, queries every surface or this one, and restores it. */
  flip(byte: number, projection: Projection, surface?: string): Promise<Flipped>;
  close(): Promise<void>;
}

const SESSION = 'demo-default';
const clock = { now: () => Date.parse('2026-11-21T10:00:00.000Z') };
const env = { RETRIEVAL_FUZZY: 'off' };

/** Made of letters, so that every event is found by its own word. */
function wordOf(seq: number): string {
  const digits = [...String(seq).padStart(3, '0')];
  return `zq${digits.map((digit) => 'bcdfghjklm'[Number(digit)]).join('a')}`;
}

const saysOf = (seq: number): string => `Service ${wordOf(seq)} listens on port ${4000 + seq}`;

function eventOf(seq: number): UnsealedEvent {
  const says = saysOf(seq);
  const timestamp = new Date(Date.UTC(2026, 9, 1) + seq * 1000).toISOString();
  const event = (type: string, actorId: string, payload: UnsealedEvent['payload']) => ({
    type,
    actorId,
    payload,
    origin: { channel: 'user' } as const,
    timestamp,
  });
  const session_id = 'c-1';
  if (seq % 3 === 0)
    return event('note.recorded', 'hookloom-notes', {
      session_id,
      type: 'decision',
      title: says,
      made_by: 'rules',
    });
  if (seq % 3 === 1) return event('decision.made', 'user', { decision: says });
  return event('transcript.turn', 'user', { role: 'user', content: says, session_id });
}

/** @param events Number of events in the log; half of them are in the stale projection. */
export async function openBattery(events: number): Promise<Battery> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-served-'));
  const workspace: Workspace = {
    root,
    eventloomDir: path.join(root, '.eventloom'),
    domain: 'demo',
    session: SESSION,
  };
  const openAt = (at: Workspace): Promise<Runtime> =>
    openRuntime(at, { clock, stateDir: path.join(root, 'state'), env });
  const database = (at: Workspace): string => path.join(at.eventloomDir, 'projections');
  const half = path.join(root, 'half');

  const store = openJsonlStore({ dir: workspace.eventloomDir, clock });
  for (let seq = 1; seq <= events; seq++) {
    await store.append(SESSION, [eventOf(seq)], { durability: 'os' });
    if (seq !== events >> 1) continue;
    const runtime = await openAt(workspace);
    await runtime.query({ query: 'service' });
    await runtime.close();
    fs.renameSync(database(workspace), half);
  }
  await store.close();
  const logOf = (at: Workspace): string => path.join(at.eventloomDir, `${SESSION}.jsonl`);
  const sound = fs.readFileSync(logOf(workspace));
  const lines = recordedLines(sound);
  const text = sound.toString('latin1');

  const places = new Map<Projection, Workspace>();
  for (const projection of PROJECTIONS) {
    const at = path.join(root, projection);
    const eventloomDir = path.join(at, '.eventloom');
    fs.cpSync(workspace.eventloomDir, eventloomDir, { recursive: true });
    places.set(projection, { ...workspace, root: at, eventloomDir });
  }
  const live = await openAt(places.get('live')!);
  await live.query({ query: 'service' });

  async function runtimeFor(projection: Projection): Promise<Runtime> {
    if (projection === 'live') return live;
    const at = places.get(projection)!;
    fs.rmSync(database(at), { recursive: true, force: true });
    if (projection === 'stale') fs.cpSync(half, database(at), { recursive: true });
    return openAt(at);
  }

  /** By line and surface: the answer over the intact log. */
  const answered = new Map<string, Promise<string>>();
  function answerOf({ name, ask }: Surface, seq: number): Promise<string> {
    const key = `${seq} ${name}`;
    let found = answered.get(key);
    if (found === undefined) {
      found = ask().then((answer) => JSON.stringify(answer));
      answered.set(key, found);
    }
    return found;
  }

  function asked(runtime: Runtime, { seq, hash }: RecordedLine, surface?: string): Surface[] {
    const all = surfacesOf(runtime, { seq, hash, word: wordOf(seq) });
    return surface === undefined ? all : all.filter(({ name }) => name === surface);
  }

  return {
    bytes: sound.length,
    firstHash: text.indexOf(lines[0]!.hash.replace('sha256:', '')),
    surfaces: asked(live, lines[0]!).map(({ name }) => name),
    async flip(byte, projection, surface) {
      const line = lines.find(({ end }) => byte < end)!;
      const { seq } = line;
      const before = new Map<string, string>();
      for (const each of asked(live, line, surface))
        before.set(each.name, await answerOf(each, seq));
      const shows = (name: string): boolean => before.get(name)!.includes(saysOf(seq));
      const changed = Buffer.from(sound);
      changed[byte]! ^= 1 << (byte % 8);
      const log = logOf(places.get(projection)!);
      fs.writeFileSync(log, changed);
      const words = changedWords(byte, line, changed, text);
      const failures: Failure[] = [];
      const runtime = await runtimeFor(projection);
      const surfaces = asked(runtime, line, surface);
      try {
        for (const { name, ask } of surfaces) {
          const answer = await ask().catch((error: Error) => ({ failed: error.message }));
          const said = JSON.stringify(answer);
          const fail = (what: Failure['what']): void =>
            void failures.push({ byte, seq, projection, surface: name, what, words });
          const served = said.replaceAll(FINDING, '');
          if (words.some((word) => served.includes(word) && !before.get(name)!.includes(word)))
            fail('changed text was served');
          if (shows(name) && !isNamed(answer, said, seq)) fail('the event was not named');
          if (said.includes('"answer_from_memory"')) fail('answered from memory');
        }
      } finally {
        if (runtime !== live) await runtime.close();
        fs.writeFileSync(log, sound);
      }
      const shown = surfaces.filter(({ name }) => shows(name)).length;
      return { asked: surfaces.length, shown, failures };
    },
    async close() {
      await live.close();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The words of a finding: they name the log and the hash that does not match. */
const FINDING =
  /Events? [\d to]+ of [\w-]+ (?:is|are) unavailable|does not match the stored hash sha256:[0-9a-f]{12}…/g;

/** In the list at the start, or in the sentence of an error or of a text. */
function isNamed(answer: unknown, said: string, seq: number): boolean {
  const { unavailable } = ((Array.isArray(answer) ? answer[0] : answer) ?? {}) as {
    unavailable?: { seq: number; last_seq?: number }[];
  };
  if (unavailable?.some((each) => each.seq <= seq && seq <= (each.last_seq ?? each.seq)) === true)
    return true;
  if (new RegExp(`Event ${seq} of [\\w-]+ is unavailable`).test(said)) return true;
  const ranges = said.matchAll(/Events (\d+) to (\d+) of [\w-]+ are unavailable/g);
  return (
    [...ranges].some(([, from, to]) => Number(from) <= seq && seq <= Number(to)) ||
    said.includes('No event of this workspace has the citation')
  );
}

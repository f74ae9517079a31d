/**
 * Plants newly generated secrets into sentences and positions of an event, and counts those that can be read in its
 * sealed form.
 */
import { createIds, type JsonObject } from '@hookloom/core';
import type { Origin, UnsealedEvent } from '@hookloom/core/events';
import {
  fill,
  LEAKED,
  NAMED_SHAPES,
  PREFIXED_SHAPES,
  SECRET_COMMANDS,
  seeded,
  type Random,
} from '@hookloom/core/testing';
import { prepareEvent } from '../../src/envelope/seal.ts';

/** Not the words of the rules' own tests. */
const WORDS = 'tulip falcon marble quartz ember saddle velvet copper walnut breeze'.split(' ');

/** A password as people invent them. */
function passwordFrom(random: Random): string {
  const word = (): string => WORDS[random.below(WORDS.length)]!;
  switch (random.below(4)) {
    case 0:
      return `${word()}${10 + random.below(89)}${word().slice(0, 3)}`;
    case 1:
      return `${word()}-${word()}-${100 + random.below(900)}x`;
    case 2:
      return `${fill('[an8]', random)}!${fill('[an4]', random)}7`;
    default:
      return fill('[an16]', random) + random.below(10);
  }
}

const SENTENCES: readonly ((secret: string) => string)[] = [
  (s) => s,
  (s) => `Please run this: ${s}`,
  (s) => `I set ${s} yesterday and it works`,
  (s) => `first line\n${s}\nlast line`,
  (s) => `> ${s}`,
  (s) => `- ${s}`,
  (s) => `The log says "${s}" and stops.`,
  (s) => `see \`${s}\` in the file`,
  (s) => `2026-11-22T10:00:00Z INFO ${s}`,
  (s) => `[worker 3] ${s} (retry 2)`,
  (s) => `$ ${s}`,
  (s) => `${s} # note`,
];

function event(type: string, payload: JsonObject, origin: Partial<Origin> = {}): UnsealedEvent {
  const from: Origin = { channel: 'tool', client: 'claude-code', session_id: 's', ...origin };
  return { type, actorId: 'me', payload, origin: from };
}

const PLACES: Readonly<Record<string, (text: string) => UnsealedEvent>> = {
  prompt: (s) => event('transcript.turn', { role: 'user', content: s }),
  input: (s) => event('tool.call.started', { tool_input: { command: s } }),
  output: (s) => event('command.completed', { stdout: s, list: [s] }),
  answer: (s) => event('transcript.turn', { role: 'assistant', content: s }),
  note: (s) => event('note.recorded', { title: s, facts: [s] }),
  envelope: (s) => {
    const name = s.slice(0, 500).replaceAll('\n', ' ');
    const origin = { client: name, session_id: name, tool: name };
    return { ...event('decision.made', {}, origin), actorId: name };
  },
};

interface Shape {
  kind: string;
  make(random: Random): string;
  put(secret: string): string;
}

const SHAPES: readonly Shape[] = [
  ...PREFIXED_SHAPES.map((shape) => ({
    kind: 'keys with a prefix',
    make: (random: Random) => fill(shape, random),
    put: (s: string) => s,
  })),
  ...NAMED_SHAPES.map(([name, shape]) => ({
    kind: 'keys with a name',
    make: (random: Random) => fill(shape, random),
    put: (s: string) => `${name}=${s}`,
  })),
  ...[...LEAKED, ...SECRET_COMMANDS].map((line) => ({
    kind: 'settings, sentences, command lines',
    make: (random: Random) =>
      line.includes('¤') && !DRAWN.test(line) ? passwordFrom(random) : fill('[an32]', random),
    put: (s: string) => line.replaceAll(/[§¤]/g, s),
  })),
];
/** A token is there, never a password. */
const DRAWN = /vault login ¤|authToken|--with-token/;

export interface Measured {
  /** By kind, sentence and place. */
  contexts: Map<string, { all: number; missed: number }>;
  /** By the line that held the secret: the sentences in which it was left. */
  missed: Map<string, string[]>;
}

/** @param values Of every shape in every sentence; their positions are random. */
export function measureMasking({ values, seed }: { values: number; seed: number }): Measured {
  const random = seeded(seed);
  const ids = createIds(() => '0'.repeat(64));
  const places = Object.entries(PLACES);
  const measured: Measured = { contexts: new Map(), missed: new Map() };
  for (const { kind, make, put } of SHAPES)
    for (const [at, sentence] of SENTENCES.entries())
      for (let round = 0; round < values; round++) {
        const [place, planted] = places[random.below(places.length)]!;
        const value = make(random);
        const sealed = JSON.stringify(
          prepareEvent(planted(sentence(put(value))), { nowMs: 0, ids }),
        );
        const isMissed = sealed.includes(value.slice(-8));
        for (const key of [kind, `sentence ${at + 1}`, place]) {
          const count = measured.contexts.get(key) ?? { all: 0, missed: 0 };
          count.all++;
          if (isMissed) count.missed++;
          measured.contexts.set(key, count);
        }
        if (!isMissed) continue;
        const line = put('…').slice(0, 60);
        measured.missed.set(line, [
          ...(measured.missed.get(line) ?? []),
          sentence('…').slice(0, 40),
        ]);
      }
  return measured;
}

// Public retrieval sets in one form: spaces of turns with questions and the ids of the turns that answer them.
//   turn     { id, text, speaker, day, group, note?, event? }   group: one sitting; text without the speaker;
//            note: one line that summarizes the turn; event: the recorded event, if it is not a turn of a conversation
//   question { id, text, gold: Set<id>, category }
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadCodingSessions } from './coding-data.mjs';

const CATEGORIES = {
  locomo: { 1: 'multi-hop', 2: 'temporal', 3: 'open-domain', 4: 'single-hop', 5: 'adversarial' },
  realtalk: { 1: 'multi-hop', 2: 'temporal', 3: 'open-domain' },
};
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** ISO day of "1:56 pm on 8 May, 2023" or "29.12.2023, 22:42:04"; empty if there is none. */
export function dayOf(text = '') {
  const two = (n) => String(n).padStart(2, '0');
  const words = /(\d{1,2})\s+([a-z]{3})[a-z]*,?\s+(\d{4})/i.exec(text);
  if (words !== null)
    return `${words[3]}-${two(MONTHS.indexOf(words[2].toLowerCase()) + 1)}-${two(words[1])}`;
  const digits = /(\d{1,2})\.(\d{1,2})\.(\d{4})/.exec(text);
  return digits === null ? '' : `${digits[3]}-${two(digits[2])}-${two(digits[1])}`;
}

/** Evidence ids in the spellings of the files: "D8:6; D9:17", "D:11:26" and "D30:05" occur. */
function goldOf(evidence, known) {
  const ids = (evidence ?? []).flatMap((item) => [...String(item).matchAll(/D:?(\d+):0*(\d+)/g)]);
  return new Set(
    ids.map(([, sitting, turn]) => `D${sitting}:${turn}`).filter((id) => known.has(id)),
  );
}

function conversation(name, talk, questions, { categories, textOf, dayOfTurn }) {
  const sittings = Object.keys(talk)
    .filter((key) => /^session_\d+$/.test(key))
    .toSorted((a, b) => Number(a.slice(8)) - Number(b.slice(8)));
  const turns = new Map();
  for (const sitting of sittings) {
    for (const turn of talk[sitting]) {
      if (turns.has(turn.dia_id)) continue;
      const caption = turn.blip_caption ? ` [shares ${turn.blip_caption}]` : '';
      turns.set(turn.dia_id, {
        id: `${name}/${turn.dia_id}`,
        text: textOf(turn) + caption,
        speaker: turn.speaker,
        day: dayOfTurn(turn, talk[`${sitting}_date_time`]),
        group: `${name}/${sitting}`,
      });
    }
  }
  const asked = questions.map((question, i) => ({
    id: `${name}#${i}`,
    text: question.question,
    gold: new Set([...goldOf(question.evidence, turns)].map((id) => `${name}/${id}`)),
    category: categories[question.category] ?? String(question.category),
  }));
  return { name, turns: [...turns.values()], questions: asked.filter(({ gold }) => gold.size > 0) };
}

/** A model's note of each turn, made while reading it. */
function observations({ sample_id: name, observation = {} }) {
  const notes = new Map();
  const said = Object.values(observation).flatMap((bySpeaker) => Object.values(bySpeaker).flat());
  for (const [text, evidence] of said) {
    for (const [, sitting, turn] of [evidence]
      .flat()
      .join(' ')
      .matchAll(/D:?(\d+):0*(\d+)/g)) {
      const id = `${name}/D${sitting}:${turn}`;
      notes.set(id, notes.has(id) ? `${notes.get(id)} ${text}` : text);
    }
  }
  return notes;
}

/** Every text of a payload, for the baselines and the count of tokens. */
function textsOf(value) {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const loaders = {
  locomo: (file) =>
    JSON.parse(readFileSync(file, 'utf8')).map((item) => {
      const space = conversation(item.sample_id, item.conversation, item.qa, {
        categories: CATEGORIES.locomo,
        textOf: ({ text }) => text ?? '',
        dayOfTurn: (_turn, sitting) => dayOf(sitting),
      });
      const notes = observations(item);
      for (const turn of space.turns) turn.note = notes.get(turn.id);
      return space;
    }),
  realtalk: (dir) =>
    readdirSync(dir)
      .filter((file) => /^Chat_\d+_.*\.json$/.test(file))
      .toSorted((a, b) => Number.parseInt(a.slice(5)) - Number.parseInt(b.slice(5)))
      .map((file) => {
        const chat = JSON.parse(readFileSync(path.join(dir, file), 'utf8'));
        return conversation(file.replace('.json', ''), chat, chat.qa, {
          categories: CATEGORIES.realtalk,
          textOf: ({ clean_text: text }) => text ?? '',
          dayOfTurn: ({ date_time: at }) => dayOf(at),
        });
      }),
  coding: (file) =>
    JSON.parse(readFileSync(file, 'utf8')).spaces.map(({ name, events, questions }) => ({
      name,
      turns: events.map(({ id, session, note, ...event }) => ({
        id: `${name}/${id}`,
        text: textsOf(event.payload).join('\n'),
        speaker: event.actorId,
        day: event.timestamp.slice(0, 10),
        group: `${name}/${session}`,
        note,
        event,
      })),
      questions: questions.map(({ id, text, gold, category }) => ({
        id: `${name}#${id}`,
        text,
        gold: new Set(gold.map((event) => `${name}/${event}`)),
        category,
      })),
    })),
  cosqa: (dir, split) => {
    const functions = Object.entries(
      JSON.parse(readFileSync(path.join(dir, 'code_idx_map.txt'), 'utf8')),
    );
    const files = (split === 'all' ? ['dev', 'test'] : [split]).map((part) =>
      path.join(dir, `cosqa-retrieval-${part}-500.json`),
    );
    const questions = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')));
    return [
      {
        name: 'cosqa',
        // No function is the context of another one: each is a separate group.
        turns: functions.map(([text, i]) => ({
          id: `c${i}`,
          text,
          speaker: 'assistant',
          day: '',
          group: `c${i}`,
        })),
        questions: questions.map(({ idx, doc, retrieval_idx: gold }) => ({
          id: idx,
          text: doc,
          gold: new Set([`c${gold}`]),
          category: 'code',
        })),
      },
    ];
  },
};

/** Spaces of the wanted half: conversations 1 to 5 are for tuning, 6 to 10 for the report. */
export function loadSpaces(kind, data, split, pooled) {
  if (kind === 'coding' && data === undefined) return codingSpaces(split, pooled);
  const spaces = loaded(kind, data, split);
  const middle = Math.ceil(spaces.length / 2);
  const halves = { all: spaces, dev: spaces.slice(0, middle), test: spaces.slice(middle) };
  // A file that was cut to the tuning half contains only that half.
  const wanted =
    kind === 'cosqa' || kind === 'coding' || (split === 'dev' && spaces.length <= 5)
      ? spaces
      : halves[split];
  if (!pooled) return wanted;
  return [
    {
      name: 'pool',
      turns: spaces.flatMap(({ turns }) => turns),
      questions: wanted.flatMap(({ questions }) => questions),
    },
  ];
}

/** Only questions with an answer can be ranked; `bench/answers.mjs` asks the others. */
function codingSpaces(split, pooled) {
  const sessions = loadCodingSessions(split).map((session) => ({
    ...session,
    questions: session.questions.filter(({ gold }) => gold.size > 0),
  }));
  if (!pooled) return sessions;
  return [
    {
      name: 'pool',
      turns: loadCodingSessions('all').flatMap(({ turns }) => turns),
      questions: sessions.flatMap(({ questions }) => questions),
    },
  ];
}

/** Missing data, or data of another kind, is reported in one line with the remedy. */
function loaded(kind, data, split) {
  try {
    return loaders[kind](data, split);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.error(`error: ${data ?? 'No --data'} cannot be read as ${kind}: ${why}`);
    console.error('See bench/README.md; `--kind coding` needs no --data.');
    process.exit(2);
  }
}

// Real sessions and the questions of bench/real about them. The sessions are read in place, never copied.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const HERE = path.join(path.dirname(import.meta.dirname), 'real');
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
/** A turn of an export contains the complete output of its tools. */
const MOST_CHARS = 4000;
const PROJECTS = {
  minsky: 'edobry+minsky',
  polychrome: 'MichaelPaulukonis+polychrome.p5',
};

/**
 * One space per project: `{name, events, questions}`. An event has an `id` and the event to append. A question has its
 * text, kind, half, and `isEvidence(event)`, or null if nothing answers it.
 */
export function loadRealSessions(dir, only) {
  const labelled = path.join(dir, 'plain-talk/dev');
  const windows = readdirSync(labelled);
  const spaces = new Map();
  for (const name of windows) {
    const space = spaceOf(spaces, name.split('-')[0]);
    const read = (file) => readFileSync(path.join(labelled, name, file), 'utf8');
    for (const line of read('events.jsonl').trim().split('\n'))
      space.events.push(windowEvent(line));
    for (const { question, answer } of JSON.parse(read('labels.json')).questions)
      space.questions.push(
        asked(question, answer === null ? null : turns(name, answer.turns), 'labelled'),
      );
  }
  for (const [name, folder] of Object.entries(PROJECTS)) {
    const files = path.join(dir, 'real-sessions', folder);
    if (existsSync(files)) spaceOf(spaces, name).events.push(...exported(files, name));
  }
  for (const [session, text, evidence, kind, half] of [
    ...rows('windows.txt'),
    ...rows('projects.txt'),
    ...rows('dev.txt', 'dev'),
    ...rows('third.txt', 'third'),
  ]) {
    const space = spaces.get(session) ?? spaces.get(session.split('-')[0]);
    if (space === undefined) continue;
    const held =
      evidence === '-'
        ? null
        : evidence.startsWith('/')
          ? says(evidence)
          : turns(session, evidence.split(','));
    const pattern = evidence.startsWith('/') ? new RegExp(evidence.slice(1, -1), 'i') : null;
    space.questions.push({ ...asked(text, held, kind, half), pattern });
  }
  const all = [...spaces.values()].filter(
    ({ name }) => only === undefined || only.split(',').includes(name),
  );
  for (const { events } of all)
    events.forEach(({ event }, at) => {
      event.timestamp = new Date(START + at * MINUTE).toISOString();
    });
  return all;
}

function spaceOf(spaces, name) {
  if (!spaces.has(name)) spaces.set(name, { name, events: [], questions: [] });
  return spaces.get(name);
}

/** `session|question|evidence|kind`. Evidence: turns, a pattern between slashes, or `-`. `half`: of the whole file. */
function rows(file, half) {
  return readFileSync(path.join(HERE, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => /^([^|]+)\|([^|]+)\|(.+)\|(\w+)$/.exec(line).slice(1))
    .map((row) => [...row, half]);
}

function asked(text, isEvidence, kind, half = halfOf(text)) {
  return {
    text,
    kind: isEvidence === null && kind === 'labelled' ? 'near' : kind,
    half,
    isEvidence,
  };
}

function halfOf(text) {
  return createHash('sha256').update(text).digest()[0] % 2 === 0 ? 'dev' : 'second';
}

function turns(session, ids) {
  const wanted = new Set(ids.map((id) => `${session}:${id}`));
  return ({ id }) => wanted.has(id);
}

function says(pattern) {
  const wanted = new RegExp(pattern.slice(1, -1), 'i');
  return ({ text }) => wanted.test(text);
}

function windowEvent(line) {
  const { producer_ref: id, event_type: type, actor: actorId, payload } = JSON.parse(line);
  return { id, text: JSON.stringify(payload), event: recorded(type, actorId, payload) };
}

function recorded(type, actorId, payload) {
  const channel = actorId === 'user' ? 'user' : actorId === 'tool' ? 'tool' : 'model';
  return {
    type,
    actorId,
    payload,
    origin: { channel, session_id: payload.session_id ?? 'window' },
  };
}

/** Turns of Markdown exports, in the order of the files. An export that exists under two names counts once. */
function exported(folder, name) {
  const seen = new Set();
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const parts = readFileSync(path.join(folder, file), 'utf8').split(
        /^_\*\*(User|Assistant|Agent)[^\n]*\*\*_\s*$/m,
      );
      const events = [];
      for (let at = 1; at < parts.length; at += 2) {
        const content = parts[at + 1]
          .replace(/^---\s*$/gm, '')
          .trim()
          .slice(0, MOST_CHARS);
        if (content === '') continue;
        const role = parts[at] === 'User' ? 'user' : 'assistant';
        const key = `${role} ${content.slice(0, 400)}`;
        if (content.length > 40 && seen.has(key)) continue;
        seen.add(key);
        const payload = { role, content, session_id: file.slice(0, 60) };
        events.push({
          id: `${name}:${file}:${at}`,
          text: content.replace(/\s+/g, ' '),
          event: recorded('transcript.turn', role, payload),
        });
      }
      return events;
    });
}

// The coding sessions of bench/coding in the format of the other sets: turns with their events, and questions with the
// ids of the events that answer them (none: the session does not answer).
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../coding', import.meta.url));
const STEP_MS = 3 * 60_000;
const list = (text = '') =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** By mark: type, actor, channel and payload of the parts. */
const EVENTS = {
  u: ([content]) => ['transcript.turn', 'user', 'user', { role: 'user', content }],
  a: ([content]) => ['transcript.turn', 'assistant', 'model', { role: 'assistant', content }],
  // A command may contain bars: everything before the exit code is the command.
  $: (_parts, line) => {
    const [, command, exit, stdout = ''] = /^(.+?) => (\d+)(?: \| (.*))?$/.exec(line);
    const payload = { command, exit_code: Number(exit), stdout };
    payload.outcome = payload.exit_code === 0 ? 'passed' : 'failed';
    return ['command.completed', 'zaxy-observer', 'tool', payload];
  },
  '~': ([file, operation, summary]) => [
    'file.edit.applied',
    'zaxy-observer',
    'tool',
    { path: file, operation, summary },
  ],
  '!': ([decision, rationale, alternatives]) => [
    'decision.made',
    'assistant',
    'model',
    { decision, rationale, alternatives: list(alternatives) },
  ],
  '?': ([issue, cause, fix]) => ['issue.diagnosed', 'assistant', 'model', { issue, cause, fix }],
  v: ([command, outcome, summary]) => [
    'verification.recorded',
    'assistant',
    'model',
    { command, outcome, summary },
  ],
  h: ([summary, next, risks]) => [
    'handoff.created',
    'assistant',
    'model',
    { summary, next_steps: list(next), risks: list(risks) },
  ],
  p: ([preference, value]) => ['user.preference_changed', 'user', 'user', { preference, value }],
  G: ([title]) => ['goal.created', 'user', 'user', { title }],
  T: ([taskId, title]) => ['task.completed', 'assistant', 'model', { taskId, title }],
};

/** @param split `dev`, `test` or `all`. */
export function loadCodingSessions(split) {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.txt'))
    .toSorted()
    .map((file) => parseSession(readFileSync(path.join(FOLDER, file), 'utf8'), file))
    .filter((session) => split === 'all' || session.split === split);
}

function parseSession(text, file) {
  const session = { name: file.replace('.txt', ''), split: '', turns: [], questions: [] };
  let at = 0;
  const ids = new Set();
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const header = /^(split|session|about): (.+)$/.exec(line);
    const question = /^\?\? ([^|]+)\|([^|]+)\|([^|]*)\|(.+)$/.exec(line);
    const clock = /^@ (\S+)$/.exec(line);
    if (header !== null) {
      if (header[1] === 'split') session.split = header[2];
    } else if (clock !== null) at = Date.parse(`${clock[1]}:00.000Z`);
    else if (question !== null) {
      const [id, asked, gold, category] = question.slice(1).map((part) => part.trim());
      const wanted = gold.split(',').filter((one) => one !== '');
      const unknown = wanted.filter((one) => !ids.has(one));
      if (unknown.length > 0) throw new Error(`${file}: ${id} names ${unknown.join(', ')}`);
      session.questions.push({
        id,
        text: asked,
        gold: new Set(wanted.map((one) => `${session.name}/${one}`)),
        category,
      });
    } else {
      const event = /^([a-z]\d+) (\S) (.+)$/.exec(line);
      if (event === null || EVENTS[event[2]] === undefined) throw new Error(`${file}: ${line}`);
      const [, id, mark, rest] = event;
      const [type, actorId, channel, payload] = EVENTS[mark](rest.split(' | '), rest);
      ids.add(id);
      session.turns.push({
        id: `${session.name}/${id}`,
        text: rest,
        event: {
          type,
          actorId,
          payload,
          origin: { channel, session_id: session.name },
          timestamp: new Date(at).toISOString(),
        },
      });
      at += STEP_MS;
    }
  }
  return session;
}

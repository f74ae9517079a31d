// The work of agents in real sessions, as the events that the hooks record: commands with their output, edits, turns of
// the user. The sessions are read in place, never copied. One log for each project, one client session for each file.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const START = Date.UTC(2026, 0, 1);
/** An export shows a terminal call as the command, then its output. */
const BLOCKS =
  /^```(?:bash|sh|zsh)\n(?<command>[^\n]*(?:\n(?!```)[^\n]*)*)\n```\n\n```\w*\n(?<output>(?:(?!```)[^\n]*\n)*)```$|^```(?<diff>diff)\n/gm;
const TURN = /^_\*\*(User|Assistant|Agent)[^\n]*\*\*_\s*$/m;

/** `[{log, session, events}]` of the windows in `DIR/plain-talk`, and of the complete sessions in `DIR/real-sessions`. */
export function recordedWork(dir) {
  const exports = exportedWork(path.join(dir, 'real-sessions'));
  const whole = new Set(exports.map(({ session }) => session));
  const windows = labelledWork(path.join(dir, 'plain-talk/dev'));
  return [...windows.filter(({ of }) => !whole.has(of)), ...exports];
}

/** `of`: the session that a window was cut from. */
function labelledWork(folder) {
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const { project, client, source, turns } = JSON.parse(
        readFileSync(path.join(folder, name, 'session.json'), 'utf8'),
      );
      const parts = turns.flatMap((turn) => windowParts(turn, client));
      return { ...workOf(project, name, parts), of: path.basename(source, '.md') };
    });
}

function exportedWork(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .flatMap(({ name: project }) =>
      readdirSync(path.join(folder, project))
        .filter((file) => file.endsWith('.md'))
        .toSorted()
        .map((file) => {
          const text = readFileSync(path.join(folder, project, file), 'utf8');
          return workOf(project.split('+').at(-1), path.basename(file, '.md'), exportParts(text));
        }),
    );
}

function workOf(log, session, parts) {
  const events = parts.map(([type, payload], at) => ({
    type,
    actorId: 'zaxy-observer',
    payload: { ...payload, session_id: session },
    origin: { channel: type === 'transcript.turn' ? 'user' : 'tool', session_id: session },
    timestamp: new Date(START + at * 60_000).toISOString(),
  }));
  return { log, session, events };
}

function windowParts({ role, text, command, exit, path: file, edit }, client) {
  if (role === 'user') return [['transcript.turn', { role, content: text }]];
  if (edit) return [edited(file)];
  // Claude Code sends a failed call to another hook: one without a status has succeeded.
  const status = exit ?? (client === 'claude-code' ? 0 : null);
  if (command) return [ran(command, status, text.replace(/^[^`]*`[^`]*`/, ''))];
  return role === 'assistant' ? calls(text) : [];
}

function exportParts(text) {
  const turns = text.split(TURN);
  const parts = [];
  for (let at = 1; at < turns.length; at += 2)
    if (turns[at] === 'User') parts.push(['transcript.turn', { role: 'user', content: '' }]);
    else parts.push(...calls(turns[at + 1]));
  return parts;
}

function calls(text) {
  return [...text.matchAll(BLOCKS)].map(({ groups: { command, output, diff } }) =>
    diff === undefined ? ran(command, null, output) : edited(undefined),
  );
}

function ran(command, exit_code, stdout) {
  const outcome = exit_code === null ? 'unknown' : exit_code === 0 ? 'passed' : 'failed';
  return ['command.completed', { command, exit_code, outcome, stdout }];
}

function edited(file) {
  return ['file.edit.applied', { operation: 'modified', ...(file && { path: file }) }];
}

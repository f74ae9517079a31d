// The parts of the hook command: the file of each, and the modules that are its entry points. `hook-bundle.mjs` builds
// them.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const CLIENTS = 'packages/hooks/src/clients';
/** How every client's event becomes log events. */
const TO_EVENTS = 'packages/hooks/src/record/to-events.ts';
const ROOT = path.join(import.meta.dirname, '..');
/** The folders of clients: each has a definition. */
const NAMES = readdirSync(path.join(ROOT, CLIENTS)).filter((name) =>
  existsSync(path.join(ROOT, CLIENTS, name, 'definition.ts')),
);

/** How the hook asks for the reader of a client. */
export const READER_OF = 'packages/hooks/src/record/reader-of.ts';
/** For each client: how its payload is read, how it is recorded, and the resulting log events. */
export const READERS = Object.fromEntries(
  NAMES.map((name) => [
    `client-${name}`,
    [
      `${CLIENTS}/${name}/parse-event.ts`,
      ...[`${CLIENTS}/${name}/as-recorded.ts`].filter((own) => existsSync(path.join(ROOT, own))),
      TO_EVENTS,
    ],
  ]),
);
/** The parts that the engine and the settings need. */
const DEFINITIONS = Object.fromEntries(
  NAMES.map((name) => [`engine-${name}`, [`${CLIENTS}/${name}/definition.ts`]]),
);

/** In the hook the table of clients loads the file of a client when it is needed. Its names cannot be listed there. */
export const TABLE_OF_CLIENTS = `
  const names = '${NAMES.join(' ')}'.split(' ');
  const load = (file) => require(file);
  export const isClient = (name) => names.includes(name);
  export const readerOf = (name) => load(\`./client-\${name}.cjs\`);
  export const isConnectable = (name) => isClient(name) && name !== 'generic';
  export const CONNECTABLE = names.filter(isConnectable);
  export const connectable = (name) => load(\`./engine-\${name}.cjs\`).definition;
  export const CLIENTS = new Proxy({}, { get: (_, name) => connectable(name) });
`;

/** File name of each part and the modules that are its entry points, by calling their functions. */
export const PARTS = {
  ...READERS,
  ...DEFINITIONS,
  // `hook-event TRIGGER`, and reminders that are due.
  'hook-event': [
    'packages/hooks/src/hook-event/hook-event.ts',
    'packages/hooks/src/reminder/remind.ts',
  ],
  // At a session start that receives a context.
  'hook-ready': [
    'packages/hooks/src/ready/quick-answer.ts',
    'packages/hooks/src/ready/ready-context.ts',
  ],
  // At a prompt that receives memory lines.
  'hook-prompt': ['packages/hooks/src/ready/prompt-context.ts'],
  // Only if `hook-event` reports words of the user: it reads the table of processes.
  'hook-speaker': ['packages/hooks/src/hook-event/speaker.ts'],
  // Only if neither the command nor the payload names the event.
  'client-copilot-guess': ['packages/hooks/src/clients/copilot/guess-name.ts'],
  // Only at a prompt, of Gemini and Copilot.
  'client-continued': ['packages/hooks/src/clients/continued-prompt.ts'],
  // Only at the end of a turn.
  'client-copilot-stop': ['packages/hooks/src/clients/copilot/last-message.ts'],
  // At the beginning and end of sessions, subagents and compactions.
  'client-lifecycle': [
    'packages/hooks/src/record/lifecycle.ts',
    'packages/hooks/src/record/stale-links.ts',
  ],
  // Events that few sessions send.
  'client-other': ['packages/hooks/src/record/other.ts'],
  // Only for calls that report more than their end.
  'hook-details': ['packages/hooks/src/record/details/add-details.ts'],
  // Only for long output of commands.
  'hook-output': ['packages/core/src/hook/output-excerpt.ts'],
  // The user's own hooks: only if there are any.
  'hook-answer': ['packages/hooks/src/shim/answer-hook.ts'],
  // The engine that runs them, with a file for each hook language.
  engine: ['packages/hooks/src/dispatch/entry.ts'],
  'engine-from-toml': [
    'packages/hooks/src/dialects/toml/index.ts',
    'packages/hooks/src/dialects/toml/parse-toml.ts',
  ],
  'engine-toml-as-claude': ['packages/hooks/src/dialects/toml/claude-part.ts'],
  'engine-from-claude': ['packages/hooks/src/dialects/claude/index.ts'],
  'engine-from-codex': ['packages/hooks/src/dialects/codex/index.ts'],
  'engine-from-gemini': ['packages/hooks/src/dialects/gemini/index.ts'],
  'engine-json': ['packages/hooks/src/dialects/claude/config-text.ts'],
  'engine-http': ['packages/hooks/src/process/run-http.ts'],
  // The hooks registered in a client's settings: at a session start, and when hook files use other events.
  'engine-registration': ['packages/hooks/src/registration/keep-registered.ts'],
  'engine-review': ['accept', 'refusals', 'report-reviews', 'resolved-paths', 'reviews'].map(
    (file) => `packages/hooks/src/engine/review/${file}.ts`,
  ),
  // If critical hooks are in force, or a watched file changed.
  'engine-protect': [
    'answered-calls',
    'config-change',
    'missed-calls',
    'protected-call',
    'watched-part',
  ].map((file) => `packages/hooks/src/engine/protect/${file}.ts`),
  // What clients honour of an answer, for tests and `hooks run`: the hook never loads it.
  'engine-honoured': inEveryClient('enforce.ts'),
  // The session files of clients.
  'engine-transcript': [
    ...inEveryClient('transcript/read-line.ts'),
    ...inEveryClient('transcript/files.ts'),
  ],
  // The meaning of their records, only for the worker: the hook never loads it.
  'engine-record': inEveryClient('transcript/to-event.ts'),
  // If critical hooks are in force, between turns.
  'engine-unasked': ['packages/hooks/src/engine/protect/search-sessions.ts'],
  'engine-session': ['packages/hooks/src/process/env-file.ts', 'packages/hooks/src/state/once.ts'],
  'engine-late': [
    'packages/hooks/src/dispatch/supervise.ts',
    'packages/hooks/src/state/async-jobs.ts',
    'packages/hooks/src/state/job-files.ts',
  ],
  // Texts and names that may be a secret or private.
  'hook-redact': [
    'packages/core/src/redact/mask.ts',
    'packages/core/src/redact/judge-name.ts',
    'packages/core/src/redact/randomness.ts',
    'packages/core/src/redact/strip-tags.ts',
  ],
  // Command lines of programs with a secret after a short option.
  'hook-command': ['packages/core/src/redact/commands.ts'],
  // Command lines that are read word by word.
  'hook-shell': ['packages/core/src/shell/parse-shell.ts'],
  // Only at a prompt that is private, and at the next one.
  'hook-private': ['packages/hooks/src/state/private-sessions.ts'],
  // If something was forgotten, and once in a new directory.
  'hook-forgotten': ['packages/log/src/gate/guard.ts'],
  // If the settings name no log: the fallback entry, plugins, commands that a person wrote.
  'hook-where': [
    'packages/hooks/src/shim/find-place.ts',
    'packages/core/src/config/project.ts',
    'packages/core/src/config/project-file.ts',
  ],
  // Payloads that are large, late, incomplete, missing or invalid.
  'hook-input': [
    'packages/hooks/src/shim/await-input.ts',
    'packages/hooks/src/shim/lost-input.ts',
    'packages/hooks/src/shim/read-other.ts',
    'packages/hooks/src/record/unreadable.ts',
    'packages/hooks/src/shim/write-refusal.ts',
  ],
  // Events that cannot be recorded, or could not be some time ago.
  'hook-losses': [
    'packages/hooks/src/losses/note-loss.ts',
    'packages/hooks/src/losses/seal-losses.ts',
    'packages/hooks/src/shim/keep-raw.ts',
  ],
  // If the log did not end as this installation left it, for a new log, and for one that is known to be broken.
  'hook-mark': [
    'packages/log/src/installation/broken-log.ts',
    'packages/log/src/installation/claim-log.ts',
    'packages/log/src/installation/own-session.ts',
  ],
  // Cases that a healthy log and a single hook never reach.
  'hook-rare': [
    'packages/log/src/append/begin-log.ts',
    'packages/log/src/append/failure.ts',
    'packages/log/src/append/noted-delivery.ts',
    'packages/log/src/files/sync-names.ts',
    'packages/log/src/files/odd-path.ts',
    'packages/log/src/envelope/refuse-event.ts',
    'packages/log/src/append/drain-inbox.ts',
    'packages/log/src/append/spool-instead.ts',
    'packages/log/src/lock/break-lock.ts',
    'packages/log/src/recover/recover-tail.ts',
    'packages/hooks/src/record/drain-raw.ts',
  ],
};

/** Code that is also in the engine's part of a client, or in every client's part. */
export function isShared(file) {
  return file === TO_EVENTS || file.endsWith('/parse-event.ts');
}

function inEveryClient(file) {
  return NAMES.map((name) => `${CLIENTS}/${name}/${file}`).filter((one) =>
    existsSync(path.join(ROOT, one)),
  );
}

/** Parts that an event runs almost completely once it loads them. */
export const EAGER = new Set(['hook-answer', 'hook-ready', 'hook-where']);

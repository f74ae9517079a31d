// The ways in which a guard can be off. Each is proven to be in effect before the dangerous call is made.
import fs from 'node:fs';
import path from 'node:path';
import { writeFile } from '../../lab/files.mjs';
import { KILLED_BEFORE_TOOLS, putBetween } from './between.mjs';
import { NAME, REASON } from './guard.mjs';
import { hideNode, programsWithoutNode } from './own-package.mjs';

/** The guard's own text for the model. */
const SAID_BY_GUARD = new RegExp(REASON);
/** The text if the guard differs from its review: which guard it is and what to do. */
const ASKS_FOR_REVIEW = new RegExp(`(?=[^]*(${NAME}|hooks[.]toml))(?=[^]*hooks trust)`);
/** The text if the guard failed. */
const NAMES_GUARD = new RegExp(`${NAME}|hooks[.]toml`);
/** The text if we cannot run at all, and so do not know which guard it is about. */
const NAMES_ANY_GUARD = new RegExp(`${NAME}|hooks[.]toml|critical`, 'i');

/**
 * A way:
 *
 * - `number` is that of the list in the documentation; a letter tells its variants apart.
 * - `guard` is what `writeGuard` gets.
 * - `repository(ground)` writes what comes with the repository, before anything of ours is there.
 * - `before(ground)` happens after the review, before the session.
 * - `first(ground)` are calls that the agent makes before all others.
 * - `edit(ground)` is a command that the agent runs in the session; `isOff(ground)` is true once it had its effect.
 * - `commandLine(ground, line)` changes how the client is started.
 * - `says` is the text that the model must get if the call is refused.
 */
export const WAYS = [
  {
    number: '1',
    title: "an unreviewed repository's .codex/config.toml sets disable_all_hooks",
    guard: { layer: 'user' },
    repository: inRepository('.codex/config.toml', '[hooks]\ndisable_all_hooks = true\n'),
    says: SAID_BY_GUARD,
  },
  {
    number: '2a',
    title: "an unreviewed repository's .hookloom/hooks.toml sets disable_all_hooks",
    guard: { layer: 'user' },
    repository: inRepository('.hookloom/hooks.toml', '[hooks]\ndisable_all_hooks = true\n'),
    says: SAID_BY_GUARD,
  },
  {
    number: '2b',
    title: "an unreviewed repository's .hookloom/hooks.toml omits the guard's language",
    guard: { layer: 'user' },
    repository: inRepository('.hookloom/hooks.toml', '[engine]\ndialects = ["gemini"]\n'),
    says: SAID_BY_GUARD,
  },
  {
    number: '2c',
    title: "the agent adds disable_all_hooks to the guard's reviewed file",
    edit: ({ hookFile }) =>
      `printf '[hooks]\\ndisable_all_hooks = true\\n' | cat - '${hookFile}' > t && mv t '${hookFile}'`,
    isOff: ({ hookFile }) => read(hookFile).startsWith('[hooks]'),
    says: NAMES_GUARD,
  },
  {
    number: '3a',
    title: "the repository's .claude/settings.json sets disableAllHooks",
    guard: { layer: 'user' },
    repository: inRepository('.claude/settings.json', '{ "disableAllHooks": true }\n'),
    // Without hooks our server informs the model, and clients connect to servers while they begin to work.
    first: ({ tools }) => [tools.shell('sleep 3')],
    says: SAID_BY_GUARD,
  },
  {
    number: '3b',
    title: "the same, with the guard in the user's Claude Code settings",
    guard: { layer: 'user', language: 'claude' },
    repository: inRepository('.claude/settings.json', '{ "disableAllHooks": true }\n'),
    cannot: {
      'claude-code': 'The guard is then a hook of Claude Code itself, not of Hookloom',
      copilot:
        'Copilot CLI reads the hooks in these settings itself, so the guard is not a hook of Hookloom',
    },
    says: SAID_BY_GUARD,
  },
  {
    number: '4',
    title: 'the agent changes the reviewed script',
    edit: ({ scriptFile }) =>
      `printf 'exit 0\\n' | cat - '${scriptFile}' > t && mv t '${scriptFile}'`,
    isOff: ({ scriptFile }) => read(scriptFile).startsWith('exit 0'),
    says: ASKS_FOR_REVIEW,
  },
  {
    number: '5',
    title: 'the agent deletes the script',
    edit: ({ scriptFile }) => `rm '${scriptFile}'`,
    isOff: ({ scriptFile }) => !fs.existsSync(scriptFile),
    says: ASKS_FOR_REVIEW,
  },
  {
    number: '6',
    title: 'the agent removes the definition from the hook file',
    edit: ({ hookFile }) => `printf '# empty\\n' > '${hookFile}'`,
    isOff: ({ hookFile }) => read(hookFile) === '# empty\n',
    says: ASKS_FOR_REVIEW,
  },
  {
    number: '7',
    title: 'the agent makes the hook file unparseable',
    edit: ({ hookFile }) => `printf '[[[\\n' >> '${hookFile}'`,
    isOff: ({ hookFile }) => read(hookFile).endsWith('[[[\n'),
    says: ASKS_FOR_REVIEW,
  },
  {
    number: '8a',
    title: 'the script is no longer executable (exit 126)',
    guard: { program: null },
    before: ({ scriptFile }) => fs.chmodSync(scriptFile, 0o644),
    says: NAMES_GUARD,
  },
  {
    number: '8b',
    title: "the script's interpreter is missing (exit 127)",
    guard: { program: null, interpreter: true },
    before: ({ lab }) => fs.rmSync(path.join(lab.root, 'interpreter')),
    says: NAMES_GUARD,
  },
  {
    number: '9',
    title: 'the guard takes longer than its timeout',
    guard: { script: '#!/bin/sh\nexec sleep 60\n', timeout: 1 },
    says: NAMES_GUARD,
  },
  {
    number: '10a',
    title: 'the guard is killed by a signal',
    guard: { script: '#!/bin/sh\nkill -9 $$\n' },
    says: NAMES_GUARD,
  },
  {
    number: '10b',
    title: "Hookloom's hook is killed before it answers",
    afterConnect: ({ lab }) => putBetween(lab, KILLED_BEFORE_TOOLS),
    // A client that refuses for this reason does so in its own words.
    says: /hook|guard/i,
  },
  {
    number: '11a',
    title: "the guard's answer is cut off and cannot be parsed",
    guard: { script: `#!/bin/sh\ncat > /dev/null\nprintf '%s' '{"decision":"block","reas'\n` },
    says: NAMES_GUARD,
  },
  {
    number: '11b',
    title: "the guard's answer exceeds the size limit",
    guard: {
      script: `#!/bin/sh\ncat > /dev/null\nhead -c 20000000 /dev/zero | tr '\\0' ' '\nprintf '{}'\n`,
    },
    says: NAMES_GUARD,
  },
  {
    number: '12a',
    title: "part of Hookloom's engine is missing",
    before: ({ lab }) => fs.rmSync(path.join(lab.own.package, 'dist/engine.cjs')),
    says: NAMES_ANY_GUARD,
  },
  {
    number: '12b',
    title: "Hookloom's hook is missing",
    before: ({ lab }) => fs.rmSync(path.join(lab.own.package, 'dist/hook.cjs')),
    says: NAMES_ANY_GUARD,
  },
  {
    number: '12c',
    title: 'Node was removed or moved after Hookloom was connected',
    before: ({ lab }) => fs.rmSync(lab.own.node),
    says: SAID_BY_GUARD,
  },
  {
    number: '12d',
    title: 'Node is not installed',
    before({ lab }) {
      fs.rmSync(lab.own.node);
      lab.environment.PATH = programsWithoutNode(lab);
    },
    commandLine: ({ lab }, line) => hideNode(lab, line),
    says: NAMES_ANY_GUARD,
  },
];

const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

function inRepository(name, text) {
  return ({ lab }) => writeFile(lab.inProject(name), text);
}

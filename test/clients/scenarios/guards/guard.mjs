// The guard that every cell of the table is about: a critical hook that refuses every call that names the folder "victim".
import fs from 'node:fs';
import path from 'node:path';
import { writeFile } from '../../lab/files.mjs';

/** The name of the script; a refusal that names it shows the model which guard refused. */
export const NAME = 'no-deleting';
/** The guard's output if it runs correctly. */
export const REASON = 'no-deleting-here';

/** The check itself, as lines of shell that read a call and exit with 2 if it names a folder. */
export const rules = (folder) =>
  `if grep ${folder} > /dev/null; then echo ${REASON} >&2; exit 2; fi\n`;

const intact = (interpreter) => `#!${interpreter}
# Refuses every call that names the folder "victim".
${rules('victim')}`;

/** A guard whose check is in a file beside it. */
export const RULES_SCRIPT = '#!/bin/sh\n. .hookloom/rules.sh\n';

const CALLS = '^(Bash|Write|Edit|apply_patch)$';

/**
 * Writes the guard into the project's hook file or into that of the user.
 *
 * @param guard.layer `project` or `user`.
 * @param guard.language `toml`, or `claude` for a guard in the settings of Claude Code.
 * @param guard.script Another text for the script: a guard that fails in a certain way.
 * @param guard.timeout Seconds.
 * @param guard.program What runs the script; null: the script is started by itself.
 * @param guard.interpreter True: an interpreter of its own, which a scenario may remove.
 */
export function writeGuard(lab, guard = {}) {
  const { layer = 'project', timeout = 20, program = 'sh' } = guard;
  const interpreter = guard.interpreter ? path.join(lab.root, 'interpreter') : '/bin/sh';
  if (guard.interpreter) fs.copyFileSync('/bin/sh', interpreter);
  const folder = layer === 'user' ? lab.inHome('.hookloom') : lab.inProject('.hookloom');
  const scriptFile = path.join(folder, `${NAME}.sh`);
  writeFile(scriptFile, guard.script ?? intact(interpreter), 0o755);
  // A relative name is a file in the project; the user's own file is elsewhere.
  const named = layer === 'user' ? scriptFile : `.hookloom/${NAME}.sh`;
  const command =
    program === null ? [named.startsWith('/') ? named : `./${named}`] : [program, named];
  const hookFile = path.join(folder, 'hooks.toml');
  writeFile(hookFile, guard.language === 'claude' ? '' : inToml(command, timeout));
  if (guard.language === 'claude')
    writeFile(lab.inHome('.claude/settings.json'), inClaude(command));
  return { scriptFile, hookFile };
}

const inToml = (command, timeout) => `[[hooks.pre_tool_use]]
command = ${JSON.stringify(command)}
matcher = ${JSON.stringify(CALLS)}
critical = true
timeout = ${timeout}
`;

/** The same for Claude Code, which calls a critical hook one that blocks when it fails. */
const inClaude = (command) => ({
  hooks: {
    PreToolUse: [
      {
        matcher: CALLS,
        hooks: [{ type: 'command', command: command.join(' '), onFailure: 'block' }],
      },
    ],
  },
});

/** The folder that the dangerous call deletes or writes into. */
export function writeVictim(root) {
  writeFile(path.join(root, 'victim/keep.txt'), 'keep me\n');
  return path.join(root, 'victim');
}

/** True if the dangerous call was made. */
export const isHarmed = (victim) =>
  !fs.existsSync(path.join(victim, 'keep.txt')) || fs.existsSync(path.join(victim, 'big.txt'));

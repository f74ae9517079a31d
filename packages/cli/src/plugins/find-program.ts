/** The script of a plugin that finds the installed program: clients copy a plugin away from the package it came with. */

/**
 * A plugin's hooks name no log: of a client that was started below a project it is the project's, as it is for servers and
 * commands (`workspaceAbove`; docs/adr/0005). Claude Code tells the folder in a variable that others inherit from it.
 */
const PROJECT_ABOVE = [
  'case "$1:$2:$EVENTLOOM_PATH" in',
  '  hook:claude-code:) here=${CLAUDE_PROJECT_DIR:-$PWD} ;;',
  '  hook:*:) here=$PWD ;;',
  '  *) here= ;;',
  'esac',
  'case "$here" in /*) ;; *) here= ;; esac',
  'up=$here',
  'while [ -n "$up" ] && [ "$up" != "$HOME" ] && [ ! -e "$up/.eventloom" ] && [ ! -L "$up/.eventloom" ] && [ ! -e "$up/.git" ]; do',
  '  up=${up%/*}',
  'done',
  'if [ -n "$up" ] && [ "$up" != "$here" ] && [ "$up" != "$HOME" ] && [ ! -L "$up/.eventloom" ] && [ -d "$up/.eventloom" ] && [ -O "$up/.eventloom" ] && [ ! -k "$up" ]; then',
  '  case "$2" in claude-code) CLAUDE_PROJECT_DIR=$up && export CLAUDE_PROJECT_DIR ;; *) cd "$up" ;; esac',
  'fi',
];

/**
 * A POSIX shell script for `sh SCRIPT WORDS…`. It hands its words, input, output and exit status over to `hookloom`: the
 * one beside it where the plugin is used in place, else the one on the PATH.
 *
 * Of a program that is gone a hook says nothing and lets the client go on (law 2); everything else says what to do. The
 * certificate variable is emptied for hooks as in settings: Node 20 parses a company's bundle at every start otherwise.
 *
 * @param inPlace The package's `bin` from the plugin's folder where the client may use that; null where it never does.
 * @example findProgramScript('../../bin') // → '#!/bin/sh\n# Hands a call over …'
 */
export function findProgramScript(inPlace: string | null): string {
  const beside =
    inPlace === null
      ? []
      : [
          `own="\${0%/*}/${inPlace}/hookloom.cjs"`,
          'if [ -f "$own" ] && command -v node >/dev/null 2>&1; then exec node "$own" "$@"; fi',
        ];
  return `${[
    '#!/bin/sh',
    '# Hands a call over to the installed hookloom. Made by the build of the package.',
    'case "$1" in hook) NODE_EXTRA_CA_CERTS= && export NODE_EXTRA_CA_CERTS ;; esac',
    ...PROJECT_ABOVE,
    ...beside,
    'if command -v hookloom >/dev/null 2>&1 && command -v node >/dev/null 2>&1; then',
    '  exec hookloom "$@"',
    'fi',
    'case "$1" in hook) exit 0 ;; esac',
    'echo "hookloom is not on the PATH: npm install --global hookloom" >&2',
    'exit 1',
  ].join('\n')}\n`;
}

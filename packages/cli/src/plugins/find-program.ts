/** The script of a plugin that finds the installed program: clients copy a plugin away from the package it came with. */

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
    ...beside,
    'if command -v hookloom >/dev/null 2>&1 && command -v node >/dev/null 2>&1; then',
    '  exec hookloom "$@"',
    'fi',
    'case "$1" in hook) exit 0 ;; esac',
    'echo "hookloom is not on the PATH: npm install --global hookloom" >&2',
    'exit 1',
  ].join('\n')}\n`;
}

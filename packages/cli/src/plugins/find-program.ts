/** The plugin script that finds the installed program, because clients copy a plugin out of its package. */
import { launcherText, LAUNCHER_NAME } from '../install/launcher/launcher-script.ts';

const INSTALLED = `"$HOME/.hookloom/bin/${LAUNCHER_NAME}"`;

/**
 * A POSIX shell script for `sh SCRIPT WORDS…`: the launcher without a recorded Node. It passes its arguments, input,
 * output and exit status to the package next to it if the plugin is used in place, else to the launcher that `hookloom
 * init` installed, else to the package that it finds.
 *
 * @param inPlace The path from the plugin's folder to the package's folder, if the client may use the plugin in place.
 *   Otherwise null
 * @example findProgramScript('../..') // → '#!/bin/sh\n# Hookloom: starts …'
 */
export function findProgramScript(inPlace: string | null): string {
  return launcherText({
    about: 'Made by the build of the package.',
    node: '$(command -v node)',
    home: inPlace === null ? '' : `\${0%/*}/${inPlace}`,
    first: '',
    handOver: `[ -x ${INSTALLED} ] && exec ${INSTALLED} "$@"`,
    remedy: 'Run `npm install --global hookloom`.',
  });
}

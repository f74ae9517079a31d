/** The script of a plugin that finds the installed program: clients copy a plugin away from the package it came with. */
import { launcherText, LAUNCHER_NAME } from '../install/launcher/launcher-script.ts';

const INSTALLED = `"$HOME/.hookloom/bin/${LAUNCHER_NAME}"`;

/**
 * A POSIX shell script for `sh SCRIPT WORDS…`: the launcher without a recorded Node. It hands its words, input, output and
 * exit status over to the package beside it where the plugin is used in place, else to the launcher that `hookloom init`
 * installed, else to the package that it finds.
 *
 * @param inPlace The package's folder from the plugin's folder where the client may use that; null where it never does.
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

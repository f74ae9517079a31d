/** `hookloom local-profile`: writes the environment of this workspace as a profile file. */
import path from 'node:path';
import { notFound } from '@hookloom/core';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { compareProfile, profileOf, withProfile } from '../command/local-profile.ts';
import { flag, memoryOptions, text } from '../command/options.ts';
import { readSettings } from '../install/settings-file.ts';
import { writeOwnFile } from '../output/write-file.ts';

const USUAL = '.env.local';
/** The exit status of `--check` if the file differs. */
const DIFFERS = 5;

export const command = defineCommand({
  name: 'local-profile',
  summary: 'Print the environment variables of this workspace, or write them to a file.',
  description:
    'Prints the variables for the log and the session, and the settings that are set now. Keys, tokens and passwords are never included. --check compares .env.local, or the file named by --output, with the current workspace and exits with 5 if they differ.',
  options: {
    output: text('-o, --output <file>', 'file to write, such as .env.local'),
    check: flag('--check', 'compare the file instead of writing it'),
    force: flag('--force', 'update the variables in an existing file; its other lines stay'),
    ...memoryOptions,
  },
  examples: {
    'hookloom local-profile -o .env.local': 'write it',
    'hookloom local-profile --check': 'show what differs',
  },
  async run({ options, context }) {
    const { out, cwd, env } = context;
    const profile = profileOf(workspaceOf(context, options), env);
    const shown = options.output ?? USUAL;
    const file = path.resolve(cwd, shown);
    if (options.check) {
      const there = readSettings(file);
      if (there === null)
        throw notFound(
          `There is no ${shown}.`,
          `Write it with: hookloom local-profile -o ${shown}`,
        );
      const rows = compareProfile(there, profile);
      const isSame = rows.every(({ status }) => status === 'same');
      if (options.json) out.json({ path: shown, same: isSame, variables: rows });
      else await out.table(rows.map(({ name, status }) => [name, status]));
      return isSame ? 0 : DIFFERS;
    }
    if (options.output === undefined) {
      if (options.json) out.json(Object.fromEntries(profile));
      else out.block(withProfile('', profile));
      return;
    }
    const before = readSettings(file);
    writeOwnFile(file, shown, withProfile(before ?? '', profile), options.force);
    if (options.json)
      out.json({ path: file, created: before === null, names: [...profile.keys()] });
    else out.line({ style: 'bold', text: shown }, ` names ${profile.size} variables.`);
  },
});

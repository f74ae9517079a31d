import { environmentVariables, handlerVariables, productFiles } from '@hookloom/core/settings';
import { settingTable } from '@hookloom/worker';
import { code, page, table } from './markdown.ts';

/** docs/reference/configuration.md: environment variables, settings and files. */
export function configurationPage(): string {
  return page(
    'Configuration',
    'Nothing has to be configured. A flag goes before the environment, the environment before the default.',
    '## Environment variables',
    table(
      ['variable', 'flag', 'default', 'meaning'],
      environmentVariables.map(({ name, flag, defaultValue, meaning }) => [
        code(name),
        flag === undefined ? '' : code(flag),
        defaultValue,
        meaning,
      ]),
    ),
    'A variable that has no effect is named: one that is misspelt, one of Zaxy or claude-mem for what Hookloom does not have, and a value that is not taken. Commands say so in one line of standard error, and `hookloom doctor` has the row `settings`. Hooks never do.',
    '## Settings of the installation',
    'Kept in `settings.json` of the state folder, shown and changed with `hookloom settings`; the environment goes before the file.',
    table(
      ['setting', 'default', 'takes', 'meaning'],
      settingTable.map(({ name, defaultValue, takes, does }) => [
        code(name),
        defaultValue === '' ? '' : code(defaultValue),
        takes,
        does,
      ]),
    ),
    '## Variables that your hooks get',
    table(
      ['variable', 'meaning'],
      handlerVariables.map(({ name, meaning }) => [code(name), meaning]),
    ),
    '## Files',
    'Directories have mode 0700, files 0600. Derived files may be deleted at any time: they are made again from the log.',
    table(
      ['path', 'derived', 'meaning'],
      productFiles.map(({ path, meaning, isDerived }) => [
        code(path),
        isDerived ? 'yes' : '',
        meaning,
      ]),
    ),
  );
}

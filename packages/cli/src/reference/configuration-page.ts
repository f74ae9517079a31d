import { environmentVariables, productFiles } from '@hookloom/core/config/settings';
import { settingTable } from '@hookloom/worker/settings/setting-table';
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

import { environmentVariables, handlerVariables, productFiles } from '@hookloom/core/settings';
import { settingTable } from '@hookloom/worker';
import { code, page, table } from './markdown.ts';

/** docs/reference/configuration.md: environment variables, settings and files. */
export function configurationPage(): string {
  return page(
    'Configuration',
    'Hookloom works without configuration. A flag overrides the environment, and the environment overrides the default.',
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
    'Hookloom reports variables without effect: misspelt names, variables of Zaxy or claude-mem for features that Hookloom does not have, and invalid values. Commands print one line to standard error, and `hookloom doctor` shows them in the row `settings`. Hooks do not report them.',
    '## Settings of the installation',
    'The settings are in `settings.json` of the state folder. Use `hookloom settings` to show and change them. The environment overrides the file.',
    table(
      ['setting', 'default', 'takes', 'meaning'],
      settingTable.map(({ name, defaultValue, takes, meaning }) => [
        code(name),
        defaultValue === '' ? '' : code(defaultValue),
        takes,
        meaning,
      ]),
    ),
    '## Variables that your hooks get',
    table(
      ['variable', 'meaning'],
      handlerVariables.map(({ name, meaning }) => [code(name), meaning]),
    ),
    '## Files',
    'Directories have mode 0700, files 0600. You can delete derived files at any time: Hookloom rebuilds them from the log.',
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

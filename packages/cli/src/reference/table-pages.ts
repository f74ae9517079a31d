import { environmentVariables, handlerVariables, productFiles } from '@hookloom/core/settings';
import { settingTable } from '@hookloom/worker';
import { ERROR_CODES } from '@hookloom/core';
import { RIGHTS, ROLES } from '@hookloom/log';
import { code, page, table, fence } from './markdown.ts';

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

/** docs/reference/errors.md: the table of error codes. */
export function errorsPage(): string {
  return page(
    'Errors',
    'Every error has a code from this table, a message, and a remediation that says what to do next. Each code has an exit status, an HTTP status and a JSON-RPC code.',
    table(
      ['code', 'exit status', 'HTTP', 'JSON-RPC', 'meaning'],
      Object.entries(ERROR_CODES).map(([name, { exit, http, rpc, meaning }]) => [
        code(name),
        String(exit),
        String(http),
        String(rpc),
        meaning,
      ]),
    ),
    'With `--json`, and from tools, an error looks like this:',
    fence(
      'json',
      JSON.stringify(
        {
          error: {
            code: 'not_found',
            message: 'Session demo has no log.',
            remediation: 'Run `hookloom memory status` to list sessions.',
          },
        },
        null,
        2,
      ),
    ),
    'A log that does not verify is not an error of the command: `hookloom verify` prints the report and exits with 6. `hookloom hook` exits with 0 even if Hookloom itself fails.',
  );
}

/** docs/reference/team-roles.md: the permissions that the database enforces. */
export function teamRolesPage(): string {
  return page(
    'Roles in a team store',
    'A member has one role in each project. The database itself decides by this table, so a changed client gains nothing. The user that owns the tables may do everything; it alone sets the store up and updates its schema with `hookloom team init`.',
    table(
      ['a member may', ...ROLES],
      RIGHTS.map(({ does, roles }) => [
        does,
        ...ROLES.map((role) => ((roles as readonly string[]).includes(role) ? 'yes' : 'no')),
      ]),
    ),
    'Everything holds for the projects of the member only. How to invite and revoke: [keep a team store in PostgreSQL](../how-to/keep-a-team-store-in-postgresql.md).',
  );
}

/** A client is one folder: its name is nowhere else in the source, so nothing has to be added elsewhere. */
import fs from 'node:fs';
import path from 'node:path';
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
/** `generic` is an ordinary word, not a client name; `cursor` is an ordinary key. */
const NAMES = CLIENT_NAMES.filter((name) => name !== 'generic').join('|');
const KEYS = NAMES.replace('|cursor', '');
const NAMED = new RegExp(`['"\`](${NAMES})['"\`]|^ +(${KEYS}): |clients/(${NAMES})/`, 'gm');

/** Files that name more than one client, and why. Remove a file from the list once it names at most one; add none. */
const LISTS: Readonly<Record<string, string>> = {
  'apps/viewer/src/format.ts': 'the viewer loads no package: it has the titles itself',
  'apps/viewer/src/screens/hooks.tsx': 'the viewer loads no package',
  'apps/viewer/src/screens/injection.tsx': 'the viewer loads no package',
  'apps/viewer/src/screens/timeline.tsx': 'the viewer loads no package',
  'packages/cli/src/commands/client-captures.ts':
    'a documented command for each client with session files that it had first',
  'packages/cli/src/commands/hooks-import.ts':
    "languages of hook files that are read from a client's settings",
  'packages/cli/src/install/connect/hooks-request.ts': 'options that are for one client each',
  'packages/cli/src/install/connect/permission-part.ts':
    'what each client calls a permission to use a tool',
  'packages/cli/src/install/connect/selection.ts':
    'the second preset of Codex; clients that also run the hooks of Claude Code',
  'packages/cli/src/plugins/render-plugins.ts': 'the clients that have plugins',
  'packages/cli/src/reference/hook-language-words.ts': 'languages of hook files',
  'packages/core/src/hook/event-types.ts':
    'the names: a type that core, the log and the library need',
  'packages/core/src/person/agent-clients.ts':
    'agents by process and variables, also those that are no client of ours',
  'packages/hooks/src/author/convert.ts': 'the form of a hook file in each language',
  'packages/hooks/src/author/fixtures.ts': 'languages of hook files by their folder',
  'packages/hooks/src/author/live-payload.ts': 'further fields of a made-up payload',
  'packages/hooks/src/clients.ts': 'the entry point: files that define names',
  'packages/hooks/src/clients/client.ts': 'forms of hook files that are no language of their own',
  'packages/hooks/src/engine/handler.ts': 'languages of hook files',
  'packages/hooks/src/engine/protect/search-sessions.ts':
    'calls that a client makes without its hooks',
  'packages/hooks/src/engine/sources.ts': 'languages of hook files and where they are',
  'packages/hooks/src/found/inspect.ts':
    'trust and capture settings of Codex, projects in a file of Claude Code',
  'packages/hooks/src/record/observer.ts': 'clients that send the time of an event',
  'packages/hooks/src/ready/quick-answer.ts':
    'the answers of a session start that the hook gives without the engine',
  'packages/hooks/src/registration/read-registration.ts':
    'Copilot CLI also runs the hooks of Claude Code',
  'packages/hooks/src/shim/client-hook.ts': 'Copilot CLI also runs the hooks of Claude Code',
  'packages/library/src/hooks/detect-dialect.ts': "which client's words a payload is in",
  'packages/worker/src/health/clients-seen.ts': 'clients whose capture doctor reports',
  'packages/worker/src/health/doctor/check-below.ts': 'clients whose newest session is searched',
  'packages/worker/src/health/doctor/live-events.ts':
    'the file of a failed command that Codex reads',
  'packages/worker/src/health/last-session.ts': 'where a session file names its folder',
  'packages/worker/src/http/hook-routes.ts': "the documented form of a wrapper's answer",
  'packages/worker/src/mcp/unguarded.ts': 'clients by the variables that their servers get',
};
/** Files that treat one client specially. Lower the number for each one that goes. */
const APART = 53;

function sources(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return sources(file);
    return /\.tsx?$/.test(entry.name) && !/\.(test|fixture)\.tsx?$/.test(entry.name) ? [file] : [];
  });
}

/** Without comments, which may mention a client as an example. */
function code(file: string): string {
  return fs.readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** The client names in each file outside their folders. */
const named = new Map(
  fs
    .readdirSync(path.join(ROOT, 'packages'))
    .map((name) => path.join(ROOT, 'packages', name, 'src'))
    .concat(path.join(ROOT, 'apps/viewer/src'))
    .filter((folder) => fs.existsSync(folder))
    .flatMap(sources)
    .map((file) => [path.relative(ROOT, file).replaceAll(path.sep, '/'), code(file)] as const)
    .filter(([file]) => !/^packages\/hooks\/src\/(clients\/[a-z-]+\/|dialects\/)/.test(file))
    .map(([file, text]) => {
      const found = [...text.matchAll(NAMED)].map(([, ...groups]) => groups.find(Boolean));
      return [file, new Set(found).size] as const;
    }),
);

function filesWith(test: (names: number) => boolean): string[] {
  return [...named.keys()].filter((file) => test(named.get(file)!)).sort();
}

it('no file has a list of clients except the table and those that are listed here', () => {
  expect(filesWith((names) => names > 1)).toEqual(Object.keys(LISTS).sort());
});

it('the number of files with a special case for one client does not grow', () => {
  const apart = filesWith((names) => names === 1);
  expect({ files: apart.length <= APART ? [] : apart, count: apart.length }).toEqual({
    files: [],
    count: APART,
  });
});

// Builds what agent clients start for every event: `hook.cjs`, which holds what the usual event runs through and nothing
// else, and the parts beside it, each loaded when it is first called. Compiling is most of what a hook costs, so a file
// that is not needed is not read, and what is needed is compiled once (`eager-functions.mjs`).
//
// In the source a part is an ordinary module that is imported in the ordinary way; only this table makes it a file of
// its own. What a part shares with the hook it takes from the hook's file, so every module exists once in a process.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileEagerly } from './eager-functions.mjs';

const MAIN = 'packages/hooks/src/shim/main.ts';
/** Makes the functions of a part (see there). */
const PART = path.join(import.meta.dirname, 'hook-part.mjs').replaceAll('\\', '/');

const CLIENTS = 'packages/hooks/src/clients';
/** What every client's event becomes in the log. */
const TO_EVENTS = 'packages/hooks/src/observe/to-events.ts';
const ROOT = path.join(import.meta.dirname, '..');
/** The folders of clients: each has a definition. */
const NAMES = readdirSync(path.join(ROOT, CLIENTS)).filter((name) =>
  existsSync(path.join(ROOT, CLIENTS, name, 'definition.ts')),
);

/** Of each client: what its payload says, entered by the table of clients alone. */
const READERS = Object.fromEntries(
  NAMES.map((name) => [`client-${name}`, [`${CLIENTS}/${name}/parse-event.ts`, toEventsOf(name)]]),
);
/** What the engine and the settings need of it. */
const DEFINITIONS = Object.fromEntries(
  NAMES.map((name) => [`engine-${name}`, [`${CLIENTS}/${name}/definition.ts`]]),
);

/** In the hook the table of clients loads the file of a client when it is asked for. Its names cannot be listed there. */
const TABLE_OF_CLIENTS = `
  const names = '${NAMES.join(' ')}'.split(' ');
  const load = (file) => require(file);
  export const isClient = (name) => names.includes(name);
  export const readerOf = (name) => load(\`./client-\${name}.cjs\`);
  export const isConnectable = (name) => isClient(name) && name !== 'generic';
  export const CONNECTABLE = names.filter(isConnectable);
  export const connectable = (name) => load(\`./engine-\${name}.cjs\`).definition;
  export const CLIENTS = new Proxy({}, { get: (_, name) => connectable(name) });
`;

/** File name of each part and the modules through which it is entered, by calling their functions. */
const PARTS = {
  ...READERS,
  ...DEFINITIONS,
  // `hook-event TRIGGER`, and reminders that are due.
  'hook-event': [
    'packages/hooks/src/hook-event/hook-event.ts',
    'packages/hooks/src/reminder/remind.ts',
  ],
  // When a session starts.
  'hook-links': ['packages/hooks/src/shim/stale-links.ts'],
  // When a session starts that is handed a context.
  'hook-ready': [
    'packages/hooks/src/ready/quick-answer.ts',
    'packages/hooks/src/ready/ready-context.ts',
  ],
  // At a prompt, where what bears on it is handed over.
  'hook-prompt': ['packages/hooks/src/ready/prompt-context.ts'],
  // Only where `hook-event` reports words of the user: it reads the table of processes.
  'hook-speaker': ['packages/hooks/src/hook-event/speaker.ts'],
  // Only where neither the command nor the payload names the event.
  'client-copilot-guess': ['packages/hooks/src/clients/copilot/guess-name.ts'],
  // Only at a prompt, of Gemini and Copilot.
  'client-continued': ['packages/hooks/src/observe/continued-prompt.ts'],
  // Only at the end of a turn.
  'client-copilot-stop': ['packages/hooks/src/clients/copilot/last-message.ts'],
  // Where sessions, subagents and compactions begin and end.
  'client-lifecycle': ['packages/hooks/src/observe/lifecycle.ts'],
  // Events that few sessions send.
  'client-other': ['packages/hooks/src/observe/other.ts'],
  // Only for calls that tell more than that they ended.
  'hook-details': ['packages/hooks/src/observe/details/add-details.ts'],
  // Only for long output of commands.
  'hook-output': ['packages/core/src/hook/output-excerpt.ts'],
  // The user's own hooks: only where there are any.
  'hook-answer': ['packages/hooks/src/shim/answer-hook.ts'],
  // The engine that runs them, with a file for each language that hooks are written in.
  engine: ['packages/hooks/src/engine/entry.ts'],
  'engine-from-toml': [
    'packages/hooks/src/dialects/toml/index.ts',
    'packages/hooks/src/dialects/toml/parse-toml.ts',
  ],
  'engine-toml-as-claude': ['packages/hooks/src/dialects/toml/claude-part.ts'],
  'engine-from-claude': ['packages/hooks/src/dialects/claude/index.ts'],
  'engine-from-codex': ['packages/hooks/src/dialects/codex/index.ts'],
  'engine-from-gemini': ['packages/hooks/src/dialects/gemini/index.ts'],
  'engine-json': ['packages/hooks/src/dialects/claude/config-text.ts'],
  'engine-http': ['packages/hooks/src/process/run-http.ts'],
  // What is registered in a client's settings: when a session starts, and when hook files use other events.
  'engine-registration': ['packages/hooks/src/registration/keep-registered.ts'],
  'engine-review': ['accept', 'refusals', 'resolved-paths', 'reviews', 'tell'].map(
    (file) => `packages/hooks/src/engine/review/${file}.ts`,
  ),
  // Where critical hooks are in force, or a watched file changed.
  'engine-protect': [
    'asked-calls',
    'config-change',
    'missed-calls',
    'protected-call',
    'watched-part',
  ].map((file) => `packages/hooks/src/engine/protect/${file}.ts`),
  // The session files of clients.
  'engine-transcript': [
    ...inEveryClient('transcript/read-line.ts'),
    ...inEveryClient('transcript/files.ts'),
  ],
  // Where critical hooks are in force, between turns.
  'engine-unasked': ['packages/hooks/src/engine/protect/search-sessions.ts'],
  'engine-session': ['packages/hooks/src/process/env-file.ts', 'packages/hooks/src/state/once.ts'],
  'engine-late': [
    'packages/hooks/src/process/supervise.ts',
    'packages/hooks/src/state/async-jobs.ts',
    'packages/hooks/src/state/job-files.ts',
  ],
  // What a client would make of an answer: for the author's tools, which the hook does not have.
  'engine-honour': inEveryClient('honour.ts'),
  // Texts and names that may be a secret or private.
  'hook-redact': [
    'packages/core/src/redact/mask.ts',
    'packages/core/src/redact/judge-name.ts',
    'packages/core/src/redact/randomness.ts',
    'packages/core/src/redact/strip-tags.ts',
  ],
  // Command lines of programs that take a secret behind a short option.
  'hook-command': ['packages/core/src/redact/commands.ts'],
  // Command lines that are read word by word.
  'hook-shell': ['packages/core/src/shell/parse-shell.ts'],
  // Only at a prompt that is private, and at the next one.
  'hook-private': ['packages/hooks/src/state/private-sessions.ts'],
  // Where something was forgotten, and once in a new directory.
  'hook-forgotten': ['packages/log/src/forget/guard.ts'],
  // Where the settings name no log: the fallback entry, plugins, commands that a person wrote.
  'hook-where': [
    'packages/hooks/src/shim/find-place.ts',
    'packages/core/src/config/project.ts',
    'packages/core/src/config/project-file.ts',
  ],
  // Payloads that are large, come late, come in part or not at all, or are none.
  'hook-input': [
    'packages/hooks/src/shim/await-input.ts',
    'packages/hooks/src/shim/lost-input.ts',
    'packages/hooks/src/shim/read-other.ts',
    'packages/hooks/src/shim/unreadable.ts',
    'packages/hooks/src/shim/write-refusal.ts',
  ],
  // Events that cannot be recorded, or could not be some time ago.
  'hook-losses': [
    'packages/hooks/src/losses/note-loss.ts',
    'packages/hooks/src/losses/seal-losses.ts',
    'packages/hooks/src/shim/keep-raw.ts',
  ],
  // Where the log did not end as this installation left it, for a new log, and for one that is known to be broken.
  'hook-mark': [
    'packages/log/src/installation/broken-log.ts',
    'packages/log/src/installation/claim-log.ts',
    'packages/log/src/installation/own-session.ts',
  ],
  // What a healthy log and a lone hook never meet.
  'hook-rare': [
    'packages/log/src/append/failure.ts',
    'packages/log/src/append/noted-delivery.ts',
    'packages/log/src/append/sync-names.ts',
    'packages/log/src/append/odd-path.ts',
    'packages/log/src/append/sync-log.ts',
    'packages/log/src/envelope/refuse-event.ts',
    'packages/log/src/inbox/drain.ts',
    'packages/log/src/inbox/spool-instead.ts',
    'packages/log/src/inbox/spool.ts',
    'packages/log/src/lock/break-lock.ts',
    'packages/log/src/recover/recover-tail.ts',
    'packages/hooks/src/shim/drain-raw.ts',
  ],
};

function toEventsOf(name) {
  const own = `${CLIENTS}/${name}/to-events.ts`;
  return existsSync(path.join(ROOT, own)) ? own : TO_EVENTS;
}

/** What the engine's part of a client holds as well, or every client's part. */
function isShared(file) {
  return file === TO_EVENTS || file.endsWith('/parse-event.ts');
}

function inEveryClient(file) {
  return NAMES.map((name) => `${CLIENTS}/${name}/${file}`).filter((one) =>
    existsSync(path.join(ROOT, one)),
  );
}

/** Parts of which an event that loads them runs nearly all. */
const EAGER = new Set(['hook-where']);

/** What reads a payload runs for every event; what follows runs for some. */
const BREAK = `import '${path.join(import.meta.dirname, 'eager-until-here.mjs').replaceAll('\\', '/')}';`;

/** The hook path imports no npm module; this is the first of three guards. */
const carriesNothing = {
  name: 'hook-carries-nothing',
  setup(api) {
    api.onResolve({ filter: /^[^./]/ }, (args) => {
      if (args.kind === 'entry-point' || /^(?:@hookloom\/|node:|hook:)/.test(args.path))
        return undefined;
      return { errors: [{ text: `The hook path may not import ${args.path}` }] };
    });
  },
};

/**
 * @param build esbuild's.
 * @param shared Its options for every bundle, with `absWorkingDir`.
 * @param dist Absolute path of the folder to write to.
 */
export async function buildHook(build, shared, dist) {
  const root = shared.absWorkingDir;
  const names = await functionsOf(build, shared);
  const partOf = new Map(
    Object.entries(PARTS).flatMap(([part, files]) =>
      files.filter((file) => !isShared(file)).map((file) => [path.join(root, file), part]),
    ),
  );
  const options = { ...shared, write: false, platform: 'node' };

  /** Calls of a part's functions load its file. */
  const stubs = (own) =>
    virtual(
      'part',
      (file) => partOf.has(file) && partOf.get(file) !== own,
      (file) => {
        const stubOf = (name) =>
          `export const ${name}=part('./${partOf.get(file)}.cjs','${name}');`;
        return [`import { part } from '${PART}';`, ...names.get(file).map(stubOf)].join('\n');
      },
    );
  const table = path.join(root, CLIENTS, 'index.ts');
  const lazyClients = virtual(
    'clients',
    (file) => file === table,
    () => TABLE_OF_CLIENTS,
  );
  const bundle = (text, plugins, more) =>
    build({
      ...options,
      stdin: { contents: text, resolveDir: root, loader: 'ts' },
      plugins: [siblings, builtinsAsTheyAre, ...plugins],
      format: 'cjs',
      ...more,
    });

  const own = `import './${MAIN}';`;
  const first = await bundle(own, [carriesNothing, lazyClients, stubs(null)]);
  const hot = new Set(
    Object.keys(first.metafile.inputs)
      .filter((file) => file.startsWith('packages/'))
      .map((file) => path.join(root, file)),
  ).add(table);
  const shares = new Map();
  // The engine reads TOML and JSON with comments.
  const guard = (part) => (part.startsWith('engine') ? [] : [carriesNothing]);
  const entryOf = (part) =>
    [
      PARTS[part].map((file) => `export * from './${file}';`).join(part in READERS ? BREAK : ''),
      ...(READERS[part] ?? []).map(named),
    ].join('\n');
  /** The table of clients calls the functions of every client by the same names. */
  const named = (file, at) => {
    const functions = names.get(path.join(root, file));
    const own = functions.find((name) => /^(?:parse\w*Event|to\w*Events)$/.test(name));
    return `export { ${own} as ${['parse', 'toEvents'][at]} } from './${file}';`;
  };
  for (const part of Object.keys(PARTS)) {
    const shape = await bundle(
      entryOf(part),
      [...guard(part), stubs(part), virtual('hot', (file) => hot.has(file), null)],
      { format: 'esm', minify: false },
    );
    for (const [name, file] of importsOf(shape.outputFiles[0].text)) {
      const key = `${file} ${name}`;
      if (!shares.has(key)) shares.set(key, { name, file, as: nameFor(name, file) });
      const { as } = shares.get(key);
      if ([...shares].some(([other, share]) => other !== key && share.as === as))
        throw new Error(`Two exports of the hook are called ${as}: lengthen nameFor.`);
    }
  }
  const again = [...shares.values()].map(
    ({ name, file, as }) => `export { ${name} as ${as} } from '${file}'`,
  );
  const hook = await bundle([own, ...again].join('\n'), [carriesNothing, lazyClients, stubs(null)]);
  writeFileSync(path.join(dist, 'hook.cjs'), compileEagerly(scriptOf(hook)));

  const metafiles = { hook: hook.metafile };
  for (const part of Object.keys(PARTS)) {
    const fromHook = virtual(
      'hot',
      (file) => hot.has(file),
      (file) =>
        [
          `const hook = require('./hook.cjs');`,
          ...[...shares.values()]
            .filter((share) => share.file === file)
            .map(({ name, as }) => `export const ${name} = hook.${as};`),
        ].join('\n'),
    );
    const built = await bundle(entryOf(part), [...guard(part), stubs(part), fromHook]);
    const text = scriptOf(built);
    const [all, some] = text.split('debugger;');
    const script =
      some !== undefined
        ? compileEagerly(all) + some
        : EAGER.has(part)
          ? compileEagerly(text)
          : text;
    writeFileSync(path.join(dist, `${part}.cjs`), script);
    metafiles[part] = built.metafile;
  }
  writeFileSync(path.join(dist, 'hook.meta.json'), JSON.stringify(metafiles));
}

/** Without the names of the exports once more, which never run: for programs that read a file without loading it. */
function scriptOf({ outputFiles: [file] }) {
  return file.text.replace(/;?0&&\(module\.exports=\{[^}]*\}\);\s*$/, '');
}

/** The built files require each other by these names. */
const siblings = {
  name: 'siblings',
  setup(api) {
    api.onResolve({ filter: /^\.\/[a-z-]+\.cjs$/ }, ({ path: file }) => ({
      path: file,
      external: true,
    }));
  },
};

/** Node's own modules as they are: for `import fs from` every name of theirs would be copied at each start. */
const builtinsAsTheyAre = {
  name: 'builtins-as-they-are',
  setup(api) {
    api.onLoad({ filter: /[/\\]packages[/\\].*\.ts$/, namespace: 'file' }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replace(
        /^import (\w+) from '(node:[\w/]+)';$/gm,
        "const $1 = require('$2');",
      ),
      loader: 'ts',
    }));
  },
};

/** Replaces modules by a text, or leaves them as imports of `hook:<file>` where there is none. */
function virtual(namespace, isMeant, render) {
  return {
    name: `virtual-${namespace}`,
    setup(api) {
      api.onResolve({ filter: /^(?:\.|\/|@hookloom\/)/ }, async (args) => {
        if (args.pluginData === 'resolved' || args.kind === 'entry-point') return undefined;
        const { path: specifier, importer, namespace: from, resolveDir, kind } = args;
        const found = await api.resolve(specifier, {
          importer,
          namespace: from,
          resolveDir,
          kind,
          pluginData: 'resolved',
        });
        if (found.errors.length > 0 || !isMeant(found.path)) return undefined;
        return render === null
          ? { path: `hook:${found.path}`, external: true }
          : { path: found.path, namespace };
      });
      if (render !== null)
        api.onLoad({ filter: /.*/, namespace }, ({ path: file }) => ({
          contents: render(file),
          loader: 'js',
          resolveDir: path.dirname(file),
        }));
    },
  };
}

/** The functions that every entry of a part exports. A value cannot wait for its file: to import one fails the build. */
async function functionsOf(build, shared) {
  const files = Object.values(PARTS).flat();
  const { metafile } = await build({
    ...shared,
    entryPoints: files,
    outdir: '.',
    write: false,
    format: 'esm',
    plugins: [siblings],
  });
  const found = new Map();
  for (const { entryPoint, exports } of Object.values(metafile.outputs)) {
    const file = path.join(shared.absWorkingDir, entryPoint);
    const text = readFileSync(file, 'utf8');
    const isFunction = (name) =>
      new RegExp(`^export (?:async )?function ${name}\\b`, 'm').test(text);
    found.set(file, exports.filter(isFunction));
  }
  return found;
}

/** A short name that only this export has, so that a part of another version finds the same thing or nothing. */
function nameFor(name, file) {
  const digest = createHash('sha256')
    .update(`${file.split(path.sep).slice(-2).join('/')} ${name}`)
    .digest('hex');
  return `_${Number.parseInt(digest.slice(0, 8), 16).toString(36).slice(-4)}`;
}

/** Pairs of name and file. */
function importsOf(text) {
  const pairs = [];
  for (const [, list, file] of text.matchAll(/^import \{([^}]*)\} from "hook:([^"]+)";$/gm))
    for (const item of list.split(',')) pairs.push([item.trim().split(' as ')[0], file]);
  return pairs;
}

/** Interpreters, and which of their arguments is the file to run. Data and one reader. Pure. */
import type { ResolvedWord, Language, Started } from './started-kinds.ts';

export interface Interpreter {
  language: Language;
  /** Flags that consume the next word and run nothing. */
  values: RegExp;
  /** Flags whose value is a file that runs first. */
  loads?: RegExp;
  /** Flags whose value is program text. */
  text?: RegExp;
  /** Flags whose value is the script. */
  script?: RegExp;
  /** Flags whose value is a module. */
  module?: RegExp;
  /** Words before the script: `deno run`. */
  verbs?: RegExp;
  /** Only the `script` flag names a file. The first word is something else. */
  flagged?: true;
}

const NONE = /^$/;
const INTERPRETERS: [RegExp, Interpreter][] = [
  [
    /^(ba|z|da|k|mk|a|fi)?sh$/,
    {
      language: 'sh',
      values: /^[-+]o$/,
      loads: /^(--rcfile|--init-file)$/,
      text: /^-[a-zA-Z]*c[a-zA-Z]*$|^--command$/,
    },
  ],
  [
    /^(node|nodejs|tsx|ts-node)$/,
    {
      language: 'js',
      values:
        /^(-C|--conditions|--env-file|--env-file-if-exists|--title|--stack-size|-P|--project)$/,
      loads: /^(-r|--require|--import|--loader|--experimental-loader)$/,
      text: /^(-e|-p|-pe|--eval|--print)$/,
    },
  ],
  [
    /^bun$/,
    {
      language: 'js',
      values: /^(--cwd|--env-file|-c|--config)$/,
      loads: /^(-r|--preload)$/,
      text: /^(-e|-p|--eval|--print)$/,
      // `bun test` and `bun run NAME` belong to the package manager; a path is a script.
      verbs: /^run$/,
    },
  ],
  [
    /^deno$/,
    {
      language: 'js',
      values: /^(-c|--config|--import-map|--lock|--cert|--location|--env-file)$/,
      verbs: /^run$/,
    },
  ],
  [
    /^(python|pypy)[\d.]*$|^py$/,
    { language: 'py', values: /^-[WX]$/, text: /^-[a-zA-Z]*c$/, module: /^-[a-zA-Z]*m$/ },
  ],
  [/^j?ruby[\d.]*$/, { language: 'rb', values: /^-[IEC]$/, loads: /^-r$/, text: /^-e$/ }],
  [/^perl[\d.]*$/, { language: 'pl', values: /^-[I]$/, text: /^-[a-zA-Z]*[eE]$/ }],
  [/^php[\d.]*$/, { language: 'php', values: /^-[dc]$/, text: /^-r$/, script: /^-[fF]$/ }],
  [
    /^(pwsh|powershell)$/i,
    {
      language: 'other',
      values: /^-(ExecutionPolicy|ep|ConfigurationName|WorkingDirectory|wd)$/i,
      text: /^-(Command|c|EncodedCommand)$/i,
      script: /^-(File|f)$/i,
    },
  ],
  [
    /^(Rscript|lua[\d.]*|luajit|osascript|tclsh|swift|groovy|elixir|escript)$/,
    { language: 'other', values: NONE, text: /^-e$/ },
  ],
  [
    /^(g|m|n)?awk$/,
    { language: 'other', values: /^-[vF]$/, script: /^(-f|--file)$/, flagged: true },
  ],
  [/^(sed|gsed)$/, { language: 'other', values: NONE, script: /^(-f|--file)$/, flagged: true }],
  [
    /^(jq|gojq|jaq)$/,
    { language: 'other', values: NONE, script: /^(-f|--from-file)$/, flagged: true },
  ],
  [/^java$/, { language: 'other', values: /^(-cp|-classpath|--class-path|-D)$/, script: /^-jar$/ }],
  [/^go$/, { language: 'other', values: NONE, verbs: /^run$/ }],
  [/^cmd$/i, { language: 'other', values: NONE, text: /^\/c$/i }],
];

export function interpreterOf(name: string): Interpreter | null {
  return INTERPRETERS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** The files, modules and texts that an interpreter runs with these arguments. */
export function scriptOf(words: readonly ResolvedWord[], interpreter: Interpreter): Started[] {
  const { language, values, loads, text, script, module, verbs, flagged } = interpreter;
  const found: Started[] = [];
  let needsVerb = verbs !== undefined;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word === null) return found;
    const equals = /^(--[\w-]+)=([\s\S]*)$/.exec(word);
    const flag = equals?.[1] ?? word;
    const value = equals === null ? (words[at + 1] ?? null) : equals[2]!;
    const step = equals === null ? 1 : 0;
    if (word === '--') continue;
    if (text?.test(flag) === true) {
      if (value !== null) found.push({ kind: 'text', text: value, language });
      return found;
    }
    if (module?.test(flag) === true) {
      if (value !== null) found.push({ kind: 'module', name: value });
      return found;
    }
    if (script?.test(flag) === true) {
      if (value !== null) found.push({ kind: 'script', word: value, language });
      return found;
    }
    if (loads?.test(flag) === true) {
      if (value !== null) found.push({ kind: 'script', word: value, language });
      at += step;
    } else if (values.test(flag)) at += step;
    else if (/^[-+]./.test(word)) continue;
    else if (needsVerb && verbs!.test(word)) needsVerb = false;
    else if (flagged === true || word === '-') continue;
    else if (needsVerb && !/[./\\]/.test(word)) return found;
    else if (language === 'js' && !needsVerb && verbs !== undefined && !/[./\\]/.test(word))
      // `bun run NAME` is a task.
      return found;
    else {
      found.push({ kind: 'script', word, language });
      return found;
    }
  }
  return found;
}

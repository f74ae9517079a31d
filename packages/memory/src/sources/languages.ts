/** How the indexed languages declare and import things. To add a language, add a row here. */

export interface Declaration {
  kind: 'function' | 'class' | 'type' | 'method' | 'constant' | 'module';
  /** Matches one line; group 1 is the name. */
  pattern: RegExp;
}

export interface Language {
  name: string;
  extensions: readonly string[];
  /** The end of a declaration. `braces`: its closing brace. `indent`: the end of its indentation. `end`: the word. */
  blocks: 'braces' | 'indent' | 'end';
  /** The start of a comment line above a declaration. */
  comment: RegExp;
  declarations: readonly Declaration[];
  /** Group 1 is the module. */
  imports: readonly RegExp[];
}

const SLASHES = /^\s*(?:\/\/[/!]?|\/\*\*?|\*\/?)\s?/;
const HASH = /^\s*#\s?/;
const of = (kind: Declaration['kind'], pattern: RegExp): Declaration => ({ kind, pattern });

export const LANGUAGES: readonly Language[] = [
  {
    name: 'typescript',
    extensions: ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'],
    blocks: 'braces',
    comment: SLASHES,
    declarations: [
      of('function', /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*([\w$]+)/),
      of('class', /^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+([\w$]+)/),
      of('type', /^\s*(?:export\s+)?(?:declare\s+)?(?:interface|enum|type)\s+([\w$]+)/),
      of(
        'function',
        /^(?:export\s+)?(?:const|let)\s+([\w$]+)[^=]*=\s*(?:async\s*)?(?:function\b|\([^)]*\)[^=]*=>|[\w$]+\s*=>)/,
      ),
      of('constant', /^export\s+(?:const|let)\s+([\w$]+)/),
      of(
        'method',
        /^\s{2,}(?:(?:public|private|protected|static|async|override|get|set)\s+)*(?!(?:if|for|while|switch|catch|return|function|new|await|throw|else|do|try)\b)([\w$]+)\s*\([^;]*\)\s*(?::[^;{]+)?\{\s*$/,
      ),
    ],
    imports: [
      /^\s*(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]/,
      /^\s*import\s*['"]([^'"]+)['"]/,
      /\b(?:require|import)\(\s*['"]([^'"]+)['"]\s*\)/,
    ],
  },
  {
    name: 'python',
    extensions: ['py', 'pyi'],
    blocks: 'indent',
    comment: HASH,
    declarations: [
      of('function', /^(?:async\s+)?def\s+(\w+)/),
      of('method', /^\s+(?:async\s+)?def\s+(\w+)/),
      of('class', /^\s*class\s+(\w+)/),
      of('constant', /^([A-Z][A-Z0-9_]{2,})\s*(?::[^=]+)?=/),
    ],
    imports: [/^\s*from\s+([\w.]+)\s+import\b/, /^\s*import\s+([\w.]+)/],
  },
  {
    name: 'go',
    extensions: ['go'],
    blocks: 'braces',
    comment: SLASHES,
    declarations: [
      of('method', /^func\s+\([^)]*\)\s*(\w+)/),
      of('function', /^func\s+(\w+)/),
      of('type', /^type\s+(\w+)/),
    ],
    imports: [/^\s*import\s+(?:\w+\s+)?"([^"]+)"/, /^\s+(?:\w+\s+)?"([\w./-]+)"\s*$/],
  },
  {
    name: 'rust',
    extensions: ['rs'],
    blocks: 'braces',
    comment: SLASHES,
    declarations: [
      of('function', /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:async\s+|const\s+|unsafe\s+)*fn\s+(\w+)/),
      of('type', /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|trait|union|type)\s+(\w+)/),
      of('class', /^\s*impl(?:<[^>]*>)?\s+(?:[\w:<>, ]+\s+for\s+)?(\w+)/),
      of('module', /^\s*(?:pub\s+)?mod\s+(\w+)\s*\{/),
    ],
    imports: [/^\s*(?:pub\s+)?use\s+([\w:]+)/],
  },
  {
    name: 'java',
    extensions: ['java', 'kt', 'kts', 'scala', 'cs', 'swift', 'dart', 'groovy'],
    blocks: 'braces',
    comment: SLASHES,
    declarations: [
      of('class', /^\s*(?:[\w@]+\s+)*(?:class|record|object|struct)\s+(\w+)/),
      of('type', /^\s*(?:[\w@]+\s+)*(?:interface|enum|protocol|trait)\s+(\w+)/),
      of('function', /^\s*(?:[\w@]+\s+)*(?:fun|func|def)\s+(?:<[^>]*>\s*)?(\w+)/),
      of(
        'method',
        /^\s+(?:(?:public|private|protected|internal|static|final|override|virtual|async|abstract|synchronized)\s+)+[\w<>[\],.? ]+\s+(\w+)\s*\(/,
      ),
    ],
    imports: [/^\s*(?:import|using)\s+(?:static\s+)?([\w.]+)/],
  },
  {
    name: 'c',
    extensions: ['c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'hh', 'm', 'mm'],
    blocks: 'braces',
    comment: SLASHES,
    declarations: [
      of('class', /^\s*(?:template\s*<[^>]*>\s*)?(?:class|struct|union|namespace)\s+(\w+)[^;]*$/),
      of('type', /^\s*(?:typedef\s+)?enum(?:\s+class)?\s+(\w+)/),
      of('constant', /^#define\s+(\w+)/),
      of(
        'function',
        /^(?!\s*(?:return|else|if|for|while|switch|#))[\w:*&<>,~ ]+[\s*&]((?:\w+::)*~?\w+)\s*\([^;]*\)\s*(?:const\s*)?\{?\s*$/,
      ),
    ],
    imports: [/^\s*#\s*include\s*[<"]([^>"]+)[>"]/],
  },
  {
    name: 'ruby',
    extensions: ['rb', 'rake'],
    blocks: 'end',
    comment: HASH,
    declarations: [
      of('class', /^\s*class\s+([\w:]+)/),
      of('module', /^\s*module\s+([\w:]+)/),
      of('method', /^\s*def\s+([\w.?!=]+)/),
    ],
    imports: [/^\s*require(?:_relative)?\s*\(?\s*['"]([^'"]+)['"]/],
  },
  {
    name: 'php',
    extensions: ['php'],
    blocks: 'braces',
    comment: SLASHES,
    declarations: [
      of('class', /^\s*(?:abstract\s+|final\s+)*(?:class|interface|trait|enum)\s+(\w+)/),
      of(
        'function',
        /^\s*(?:(?:public|private|protected|static|final|abstract)\s+)*function\s+&?(\w+)/,
      ),
    ],
    imports: [/^\s*use\s+([\w\\]+)/, /\b(?:require|include)(?:_once)?\s*\(?\s*['"]([^'"]+)['"]/],
  },
  {
    name: 'shell',
    extensions: ['sh', 'bash', 'zsh'],
    blocks: 'braces',
    comment: HASH,
    declarations: [of('function', /^\s*(?:function\s+)?([\w-]+)\s*\(\)\s*\{?/)],
    imports: [/^\s*(?:source|\.)\s+["']?([\w./-]+)/],
  },
  {
    name: 'sql',
    extensions: ['sql'],
    blocks: 'indent',
    comment: /^\s*--\s?/,
    declarations: [
      of(
        'type',
        /^\s*create\s+(?:or\s+replace\s+)?(?:table|view|index|trigger)\s+(?:if\s+not\s+exists\s+)?["'`]?([\w.]+)/i,
      ),
      of('function', /^\s*create\s+(?:or\s+replace\s+)?(?:function|procedure)\s+["'`]?([\w.]+)/i),
    ],
    imports: [],
  },
];

const BY_EXTENSION = new Map(
  LANGUAGES.flatMap((language) => language.extensions.map((ending) => [ending, language] as const)),
);
const DOCUMENTS = new Set(['md', 'mdx', 'markdown', 'txt', 'rst', 'adoc', 'org', 'tex']);
const DOCUMENT_NAMES = /^(?:readme|changelog|contributing|license|notice|todo|agents|claude)$/i;

/** @example languageOf('src/store.ts')?.name // 'typescript' */
export function languageOf(path: string): Language | null {
  return BY_EXTENSION.get(extensionOf(path)) ?? null;
}

export function isDocument(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return DOCUMENTS.has(extensionOf(path)) || DOCUMENT_NAMES.test(name);
}

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

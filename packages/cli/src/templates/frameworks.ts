import fs from 'node:fs';
import type { StdioServer } from '../install/mcp-servers/entry.ts';
import { encodeJson } from '../output/terminal-text.ts';

/** The frameworks with an example. One row each; the text is in a file next to this one. */

export const FRAMEWORKS = [
  'langgraph',
  'crewai',
  'autogen',
  'vercel-ai-sdk',
  'openai-agents',
  'mastra',
] as const;
export type Framework = (typeof FRAMEWORKS)[number];

interface FrameworkExample {
  label: string;
  /** Next to this file in the sources, in `templates` next to the bundle in the package. */
  file: string;
  language: 'python' | 'typescript';
  install: string;
  /** Packages of the framework, by which it is found in a workspace. */
  packages: readonly string[];
  /** Python modules that the example imports. A file with one of these names would be imported instead. */
  modules: readonly string[];
}

export const FRAMEWORK_EXAMPLES: Readonly<Record<Framework, FrameworkExample>> = {
  langgraph: {
    label: 'LangGraph',
    file: 'langgraph.py.txt',
    language: 'python',
    install: 'pip install langgraph mcp',
    packages: ['langgraph'],
    modules: ['langgraph', 'mcp'],
  },
  crewai: {
    label: 'CrewAI',
    file: 'crewai.py.txt',
    language: 'python',
    install: 'pip install crewai "crewai-tools[mcp]"',
    packages: ['crewai'],
    modules: ['crewai', 'crewai_tools', 'mcp'],
  },
  autogen: {
    label: 'AutoGen',
    file: 'autogen.py.txt',
    language: 'python',
    install: 'pip install autogen-agentchat "autogen-ext[openai,mcp]"',
    packages: ['autogen-agentchat', 'autogen-ext'],
    modules: ['autogen_agentchat', 'autogen_core', 'autogen_ext'],
  },
  'vercel-ai-sdk': {
    label: 'Vercel AI SDK',
    file: 'vercel-ai-sdk.ts.txt',
    language: 'typescript',
    install: 'npm install ai @ai-sdk/mcp',
    packages: ['ai', '@ai-sdk/mcp'],
    modules: [],
  },
  'openai-agents': {
    label: 'OpenAI Agents SDK',
    file: 'openai-agents.py.txt',
    language: 'python',
    install: 'pip install openai-agents',
    packages: ['openai-agents'],
    modules: ['agents'],
  },
  mastra: {
    label: 'Mastra',
    file: 'mastra.ts.txt',
    language: 'typescript',
    // Without the tag, npm on an older Node installs a version without the names that the example uses.
    install: 'npm install @mastra/core@latest @mastra/mcp@latest',
    packages: ['@mastra/core'],
    modules: [],
  },
};

// A framework's example with our server in it.

/**
 * The program's text. Command, arguments and environment are written as JSON, which is valid Python and TypeScript for
 * strings, lists and tables of strings.
 */
export function frameworkExample(framework: Framework, server: StdioServer): string {
  const { command, args, env } = server;
  const values: Record<string, unknown> = { command, args, env };
  return readTemplate(FRAMEWORK_EXAMPLES[framework].file).replace(
    /\{\{(command|args|env)\}\}/g,
    (_, name: string) => encodeJson(literal(values[name])),
  );
}

/** On one line, with spaces as a person would write it. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).map(
    ([name, of]) => `${JSON.stringify(name)}: ${literal(of)}`,
  );
  return `{${pairs.join(', ')}}`;
}

function readTemplate(file: string): string {
  const beside = new URL(`./${file}`, import.meta.url);
  return fs.readFileSync(
    fs.existsSync(beside) ? beside : new URL(`./templates/${file}`, import.meta.url),
    'utf8',
  );
}

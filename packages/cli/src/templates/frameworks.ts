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

export interface FrameworkExample {
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

import fs from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import type { StdioServer } from '../install/mcp-servers/entry.ts';
import { frameworkExample, FRAMEWORK_EXAMPLES, FRAMEWORKS } from './frameworks.ts';

const SERVER: StdioServer = {
  transport: 'stdio',
  command: '/opt/my "node"/bin',
  args: ['/opt/bin.cjs', 'serve'],
  env: { ZAXY_DOMAIN: 'shop', EVENTLOOM_THREAD: 'shop-\u202Edefault' },
};
const { tool_names: TOOLS } = JSON.parse(
  fs.readFileSync('docs/examples/mcp-tool-contract.json', 'utf8'),
) as { tool_names: string[] };

test.each(FRAMEWORKS)(
  'the example for %s starts our server and uses existing tools',
  (framework) => {
    const text = frameworkExample(framework, SERVER);
    expect(text).not.toMatch(/\{\{|\}\}\}/);
    const literals = text
      .split('\n')
      .map((line) => /(?:command|args|env)"?\s*[=:]\s*(.*?),$/.exec(line)?.[1])
      .filter((value) => value !== undefined);
    expect(literals.map((value) => JSON.parse(value))).toEqual([
      SERVER.command,
      SERVER.args,
      SERVER.env,
    ]);
    const named = text.match(/memory_(?!graph)[a-z_]+/g) ?? [];
    expect(named.length).toBeGreaterThan(1);
    for (const name of named) expect(TOOLS).toContain(name);
    expect(text).toContain(FRAMEWORK_EXAMPLES[framework].install);
  },
);

test.each(FRAMEWORKS)('the example for %s contains no text that hides its meaning', (framework) => {
  expect(frameworkExample(framework, SERVER)).not.toContain('\u202E');
});

test.each(FRAMEWORKS.filter((name) => FRAMEWORK_EXAMPLES[name].language === 'typescript'))(
  'the example for %s is valid TypeScript',
  (framework) => {
    const { diagnostics } = ts.transpileModule(frameworkExample(framework, SERVER), {
      reportDiagnostics: true,
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    expect(diagnostics).toEqual([]);
  },
);

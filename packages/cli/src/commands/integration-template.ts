/** `hookloom integration-template FRAMEWORK`: prints an example that connects a framework to the memory. */
import path from 'node:path';
import { invalidRequest } from '@hookloom/core';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { choiceArgument, flag, memoryOptions, text } from '../command/options.ts';
import { placeOf } from '../command/place.ts';
import { ourServer } from '../install/mcp-servers/our-server.ts';
import { servingProgram } from '../install/mcp-servers/serving-program.ts';
import { ownFiles } from '../install/own-files.ts';
import { writeOwnFile } from '../output/write-file.ts';
import { frameworkExample, FRAMEWORK_EXAMPLES, FRAMEWORKS } from '../templates/frameworks.ts';

export const command = defineCommand({
  name: 'integration-template',
  summary: 'Print a program that connects an agent framework to the memory of this workspace.',
  description:
    'Prints a complete program. It starts the MCP server, reads the memory before the work and records the outcome afterwards. It contains no model key.',
  arguments: { framework: choiceArgument('FRAMEWORK', 'which framework', FRAMEWORKS) },
  options: {
    output: text('-o, --output <file>', 'file to write instead'),
    force: flag('--force', 'replace the file if it exists'),
    zaxyExecutable: text(
      '--zaxy-executable <file>',
      'command that serves (default: this installation, by its full path)',
    ),
    ...memoryOptions,
  },
  examples: {
    'hookloom integration-template langgraph -o memory_graph.py': 'write it',
    'hookloom integration-template mastra': 'print it',
  },
  async run({ args, options, context }) {
    const { out, cwd } = context;
    const { framework } = args;
    const { install, language, modules } = FRAMEWORK_EXAMPLES[framework];
    const workspace = workspaceOf(context, options);
    const { inProject: _shared, ...program } = servingProgram({
      ...options,
      files: ownFiles(),
      place: placeOf(context, cwd),
    });
    const server = ourServer({ workspace, program, scope: 'project', startedIn: 'anywhere' });
    const example = frameworkExample(framework, server);
    const { output } = options;
    const { name, ext } = path.parse(output ?? '');
    // Python would import the file itself instead of the package.
    if (ext === '.py' && modules.includes(name))
      throw invalidRequest(
        `A program named ${name}.py would hide the module ${name}.`,
        `Name another file, such as memory_${name}.py.`,
      );
    if (output !== undefined)
      writeOwnFile(path.resolve(cwd, output), output, example, options.force);
    if (options.json)
      return out.json({ framework, language, install, path: output ?? null, text: example });
    if (output === undefined) out.block(example);
    else out.line({ style: 'bold', text: output }, ' is written.');
    out.note(`First: ${install}`);
  },
});

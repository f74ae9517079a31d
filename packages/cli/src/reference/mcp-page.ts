import { listTool, tools } from '@hookloom/worker';
import { sorted } from '../output/json-text.ts';
import { kindOf } from './events-page.ts';
import { code, page, table } from './markdown.ts';

type InputSchema = ReturnType<typeof listTool>['inputSchema'] & {
  properties?: Record<string, object>;
  required?: string[];
};

/** docs/reference/mcp-tools.md: every tool with its input. */
export function mcpPage(): string {
  return page(
    'MCP tools',
    'Started with `hookloom serve`. The `core` profile lists the tools marked core; every tool can be called by its name. The contract as JSON: [mcp-tool-contract.json](../examples/mcp-tool-contract.json).',
    table(
      ['tool', 'profile', 'scope', 'reads only'],
      tools.map(({ name, profile, scope, annotations }) => [
        `[${code(name)}](#${name})`,
        profile,
        scope,
        annotations.readOnlyHint ? 'yes' : '',
      ]),
    ),
    ...tools.flatMap((tool) => {
      const schema: InputSchema = listTool(tool).inputSchema;
      const fields = Object.entries(schema.properties ?? {});
      return [
        `## ${tool.name}`,
        tool.description,
        fields.length === 0
          ? ''
          : table(
              ['argument', 'kind', 'required'],
              fields.map(([name, field]) => [
                code(name),
                kindOf(field),
                schema.required?.includes(name) === true ? 'yes' : '',
              ]),
            ),
      ];
    }),
  );
}

/** docs/examples/mcp-tool-contract.json. */
export function mcpContract(): string {
  const contract = {
    tool_count: tools.length,
    tool_names: tools.map(({ name }) => name),
    tools: tools.map((tool) => {
      const listed = listTool(tool);
      const schema: InputSchema = listed.inputSchema;
      return {
        name: listed.name,
        title: listed.title,
        description: listed.description,
        profile: tool.profile,
        scope: tool.scope,
        required: schema.required ?? [],
        input_schema: sorted(schema),
        annotations: listed.annotations,
        ...(listed._meta !== undefined && { _meta: listed._meta }),
      };
    }),
  };
  return `${JSON.stringify(contract, null, 2)}\n`;
}

/** `hookloom integrations`: lists the clients and frameworks that can be connected, and which are installed. */
import { defineCommand } from '../command/definition.ts';
import { flag, jsonOption } from '../command/options.ts';
import { placeOf } from '../command/place.ts';
import { rootOf } from '../command/root-of.ts';
import {
  clientIntegrations,
  frameworkIntegrations,
  type ClientIntegration,
} from '../install/integrations.ts';

export const command = defineCommand({
  name: 'integrations',
  summary: 'List the supported clients and frameworks, and which are installed here.',
  description:
    'hooks: records what the agent does as it happens. mcp: lets the agent ask the memory. capture: reads the client’s session files. context: when the memory adds context by itself.',
  options: {
    recommendation: flag('--recommendation', 'only the commands to run for what is installed'),
    ...jsonOption,
  },
  examples: {
    'hookloom integrations': 'show all',
    'hookloom integrations --recommendation': 'show what to run',
  },
  async run({ options, context, out }) {
    const root = rootOf(context, undefined, options);
    const clients = clientIntegrations(placeOf(context, root));
    const frameworks = frameworkIntegrations(root);
    const recommendation = [...clients, ...frameworks]
      .filter(({ found }) => found)
      .map(({ label, connect }) => ({ label, commands: connect }));
    if (options.json)
      return out.json(
        options.recommendation ? { recommendation } : { clients, frameworks, recommendation },
      );
    if (options.recommendation) {
      if (recommendation.length === 0)
        out.line('No supported client was found here. See: hookloom integrations');
      for (const { label, commands } of recommendation) {
        out.bold(label);
        for (const command of commands) out.line(`  ${command}`);
      }
      return;
    }
    await out.table([
      ['CLIENT', 'HERE', 'HOOKS', 'MCP', 'CAPTURE', 'CONTEXT AT'],
      ...clients.map(clientRow),
    ]);
    out.line('');
    await out.table([
      ['FRAMEWORK', 'HERE', 'EXAMPLE'],
      ...frameworks.map(({ label, found, framework }) => [
        label,
        mark(found),
        `hookloom integration-template ${framework}`,
      ]),
    ]);
    out.line('');
    out.line('To see what to run: hookloom integrations --recommendation');
  },
});

function clientRow({ label, found, hooks, mcp, capture, injection }: ClientIntegration): string[] {
  const moments = injection.map((moment) => (moment === 'session' ? 'start' : 'each prompt'));
  return [label, mark(found), mark(hooks), mark(mcp), mark(capture), moments.join(', ') || '-'];
}

function mark(is: boolean): string {
  return is ? 'yes' : '-';
}

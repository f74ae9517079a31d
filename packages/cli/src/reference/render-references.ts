/** Every generated file of the repository, by path. `scripts/generate.mjs` writes or compares them. */
import { eventDefinitions } from '@hookloom/core/events';
import type { CommandDefinition } from '../command/definition.ts';
import { cliPage } from './cli-page.ts';
import { configurationPage, errorsPage, teamRolesPage } from './table-pages.ts';
import { eventSchema, eventsPage, schemaFile } from './events-page.ts';
import { hookAnswersPage, hookEventsPage } from './hooks-page.ts';
import { hookLanguagePage } from './hook-language-page.ts';
import { httpPage } from './http-page.ts';
import { mcpContract, mcpPage } from './mcp-page.ts';
import { checkoutContract, responseSnapshots } from './snapshots.ts';

/** Folders of generated files. The generator deletes every other file in them, except `HANDWRITTEN`. */
export const OWNED_FOLDERS = ['docs/reference', 'schemas/events'];
export const HANDWRITTEN = ['docs/reference/client-behaviour.md'];

export async function renderReferences(
  commands: CommandDefinition[],
): Promise<Record<string, string>> {
  return {
    'docs/reference/cli.md': cliPage(commands),
    'docs/reference/configuration.md': configurationPage(),
    'docs/reference/errors.md': errorsPage(),
    'docs/reference/events.md': eventsPage(eventDefinitions),
    'docs/reference/hook-answers.md': hookAnswersPage(),
    'docs/reference/hook-events.md': hookEventsPage(),
    'docs/reference/hook-language.md': hookLanguagePage(),
    'docs/reference/http.md': httpPage(),
    'docs/reference/mcp-tools.md': mcpPage(),
    'docs/reference/team-roles.md': teamRolesPage(),
    'docs/examples/mcp-tool-contract.json': mcpContract(),
    'docs/examples/mcp-response-snapshots.json': await responseSnapshots(),
    'docs/examples/memory-checkout-contract.json': await checkoutContract(),
    ...Object.fromEntries(
      eventDefinitions.map((definition) => [schemaFile(definition.type), eventSchema(definition)]),
    ),
  };
}

/** Which clients are connected and how: from a preset, from options that name them, or from what is installed. */
import { notFound } from '@hookloom/core';
import {
  CONNECTABLE,
  connectable,
  type Connectable,
  type FoundProgram,
  type Program,
} from '@hookloom/hooks/clients';

const OF_PRESET = new Map<string, Connectable>(
  CONNECTABLE.flatMap((client) => {
    const { preset } = connectable(client).install;
    if (preset === undefined) return [];
    const also = preset.replace(/^local-/, 'local-embedded-');
    const names = client === 'codex' ? [preset, also] : [preset];
    return names.map((name) => [name, client] as const);
  }),
);

/** The preset for every installed client. */
const ALL = 'local-all';
export const PRESETS = [...OF_PRESET.keys(), ALL];
export type Preset = string;

const NONE = 'none';
export const CLIENT_CHOICES = [...CONNECTABLE, NONE] as const;
type ClientChoice = (typeof CLIENT_CHOICES)[number];

export interface SelectedClient {
  client: Connectable;
  hooks: boolean;
  mcp: boolean;
}

export interface Selection {
  clients: SelectedClient[];
  /** Whether no client was named. The user is then asked before anything is written. */
  isGuess: boolean;
  /** Why an installed client is not connected. */
  notes: string[];
}

export interface SelectionRequest {
  preset: Preset | undefined;
  hookClient: ClientChoice | undefined;
  mcpClient: ClientChoice | undefined;
  found: readonly FoundProgram[];
}

/** Pure. Throws `not_found` if no client was named or found. */
export function select(request: SelectionRequest): Selection {
  const { preset, hookClient, mcpClient } = request;
  const isNamed = hookClient !== undefined || mcpClient !== undefined;
  const base: Selection =
    preset !== undefined && preset !== ALL
      ? { clients: [both(OF_PRESET.get(preset)!)], isGuess: false, notes: [] }
      : preset === undefined && isNamed
        ? { clients: [], isGuess: false, notes: [] }
        : { ...foundHere(request.found), isGuess: preset === undefined };
  const clients = narrowed(base.clients, hookClient, mcpClient);
  if (clients.length > 0) return { ...base, clients };
  throw notFound(
    'No supported client was found on this machine.',
    `Name one: --preset ${PRESETS.slice(0, -1).join(', ')}, or --hook-client and --mcp-client.`,
  );
}

function both(client: Connectable): SelectedClient {
  return { client, hooks: true, mcp: true };
}

/** Either option overrides that part for every client of the preset. */
function narrowed(
  clients: readonly SelectedClient[],
  hookClient: ClientChoice | undefined,
  mcpClient: ClientChoice | undefined,
): SelectedClient[] {
  const hooks =
    hookClient === undefined
      ? clients.filter((one) => one.hooks).map(({ client }) => client)
      : [hookClient];
  const mcp =
    mcpClient === undefined
      ? clients.filter((one) => one.mcp).map(({ client }) => client)
      : [mcpClient];
  return CONNECTABLE.filter((client) => hooks.includes(client) || mcp.includes(client)).map(
    (client) => ({ client, hooks: hooks.includes(client), mcp: mcp.includes(client) }),
  );
}

function foundHere(found: readonly FoundProgram[]): Omit<Selection, 'isGuess'> {
  const here = found.filter(({ executable, used }) => executable !== null || used);
  const isHere = (program: Program): boolean => here.some((one) => one.program === program);
  const clients: SelectedClient[] = [];
  const notes: string[] = [];
  for (const { program, label } of here) {
    const client = CONNECTABLE.find((one) => one === program);
    if (client === undefined) {
      notes.push(`${label} has no hooks; for its memory: hookloom ide-config ${program}`);
      continue;
    }
    const viaClaude =
      connectable(client).install.alsoRunsClaude !== undefined && isHere('claude-code');
    if (viaClaude)
      notes.push(
        `${label} also runs the hooks in Claude Code's settings, so it needs no separate ones.`,
      );
    clients.push({ client, hooks: !viaClaude, mcp: true });
  }
  return { clients, notes };
}

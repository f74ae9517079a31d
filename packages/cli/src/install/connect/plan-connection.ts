/** The complete plan of `init`. A file that two clients share is edited once. Writes nothing. */
import path from 'node:path';
import { invalidRequest } from '@hookloom/core';
import { launcherPart } from '../launcher/launcher-part.ts';
import { readManifest, type UsedPart } from '../manifest.ts';
import { COMPAT_NAME, SERVER_NAME } from '../mcp-servers/entry.ts';
import type { PartRequest } from '../part-request.ts';
import { npxCopyWarning } from '../own-files.ts';
import type { PlannedFile } from '../plan.ts';
import { planParts, type PlannedParts } from '../plan-parts.ts';
import { planClient } from './clients.ts';
import { localProfilePart, type Backend } from './local-profile.ts';
import type { ClientPlan, ConnectRequest } from './request.ts';
import type { Selection } from './selection.ts';
import { blockPart, markdownMarks } from '../marked-block.ts';

const contentFor = (server: string): string => `## Memory of this project

This project keeps a durable, cited memory. It is reached through the MCP server \`${server}\`.

- At the start of a session, and after a compaction or a resume, call \`memory_bootstrap\` and then
  \`memory_checkout\` with what you are about to do. Call it again when the task changes.
- Rely only on what a checkout reports as current and cites. What it marks as generated, stale or unanswered is no fact:
  look at the files or ask.
- Record decisions, completed tasks and diagnosed problems with \`memory_append\`. Never record secrets or whole files.
- Say with \`memory_feedback\` which cited facts were used.`;

export interface ConnectionRequest {
  selection: Selection;
  base: Omit<ConnectRequest, 'hooks' | 'mcp'>;
  /** Whether to add the block to AGENTS.md. */
  instructions: boolean;
  /** An absolute path; undefined for no profile. */
  profileOutput?: string | undefined;
  /** The store, for the profile. */
  projection: Backend;
}

export interface Connection extends PlannedParts {
  clients: ClientPlan[];
  notes: string[];
  /** Existing entries that were added for another workspace or client. */
  uses: UsedPart[];
}

/** Throws `conflict` for a file that cannot be edited, and `invalid_request` for contradictory options. */
export function planConnection(request: ConnectionRequest): Connection {
  const { selection, base } = request;
  assertOneClient(selection, 'hooks', base.hookOutput, '--hook-output');
  assertOneClient(selection, 'mcp', base.mcpOutput, '--mcp-output');
  const clients = selection.clients.map(({ client, hooks, mcp }) =>
    planClient(client, { ...base, hooks, mcp }),
  );
  const parts: PartRequest[] = clients.flatMap((plan) => plan.parts);
  if (selection.clients.length > 0) parts.unshift(launcherPart(base.place, base.files));
  if (request.instructions) parts.push(instructionsPart(base, clients[0]?.client ?? 'generic'));
  if (request.profileOutput !== undefined)
    parts.push(localProfilePart(base, request.profileOutput, request.projection));
  const planned = planParts(parts, base.rules);
  const { files: installed } = readManifest(base.rules.eventloomDir);
  const present = [...installed, ...planned.files];
  const uses = [
    ...[...planned.already, ...planned.added.filter(({ isShared }) => isShared === true)].filter(
      (one) => isOfUser(one, base.place.root),
    ),
    ...[...planned.already, ...planned.added].filter((one) => isOfOther(one, present)),
  ].map(({ path: file, part, client }) => ({ path: file, part, client }));
  const passing = npxCopyWarning(base.files);
  const notes = passing === null ? selection.notes : [...selection.notes, passing];
  return { ...planned, clients, notes, uses };
}

/** Whether other workspaces use the file too. */
function isOfUser({ path: file, isShared }: PartRequest, root: string): boolean {
  return isShared === true || !file.startsWith(root + path.sep);
}

/** Whether another client of this workspace has added it: two clients may read one file. */
function isOfOther(
  { path: file, part, client }: PartRequest,
  present: readonly Pick<PlannedFile, 'path' | 'client' | 'splices'>[],
): boolean {
  const owners = present
    .filter((one) => one.path === file)
    .flatMap((one) =>
      one.splices.flatMap((splice) => (splice.part === part ? [splice.client] : [])),
    );
  return owners.length > 0 && !owners.includes(client);
}

function assertOneClient(
  { clients }: Selection,
  part: 'hooks' | 'mcp',
  output: string | undefined,
  option: string,
): void {
  const named = clients.filter((one) => one[part]);
  if (output === undefined || named.length === 1) return;
  throw invalidRequest(
    `${option} names one file, and this connects ${named.length === 0 ? 'no client' : named.map(({ client }) => client).join(', ')}.`,
    `Name one client with ${part === 'hooks' ? '--hook-client' : '--mcp-client'}, or leave ${option} out.`,
  );
}

/** The block in AGENTS.md that describes the memory, for clients that have no other way. */
function instructionsPart(
  { place, serverName }: ConnectionRequest['base'],
  client: string,
): PartRequest {
  return {
    path: path.join(place.root, 'AGENTS.md'),
    part: 'instructions',
    client,
    purpose: 'tell the agent how to use the memory',
    ...blockPart('agent-instructions', markdownMarks, contentFor(serverName), (there) =>
      [SERVER_NAME, COMPAT_NAME].some((name) => there === contentFor(name)),
    ),
  };
}

/** The request for a client's plan, and its answer. */
import type { Workspace } from '@hookloom/core/settings';
import type { Place, Program } from '@hookloom/hooks/clients';
import type { OurServer } from '../mcp-servers/our-server.ts';
import type { OwnFiles } from '../own-files.ts';
import type { PartRequest } from '../part-request.ts';
import type { PlanningRules } from '../plan-parts.ts';
import type { ServerPartRequest } from '../server-part.ts';
import type { Injection } from '../with-injection.ts';

export const CODEX_MCP_INSTALLS = ['auto', 'command', 'user', 'project'] as const;

export interface ConnectRequest {
  workspace: Workspace;
  place: Place;
  files: OwnFiles;
  /** The program that clients start for our server. */
  program: OurServer['program'];
  /** The name under which clients call our server. */
  serverName: string;
  /** The user's own settings get everything, and it is active in the projects that are enabled. */
  user: boolean;
  /** Allow the tools that only read in the client's permissions. */
  allowTools: boolean;
  rules: PlanningRules;
  /** Put hooks, put the MCP server. */
  hooks: boolean;
  mcp: boolean;
  /** Other files than the usual ones, absolute. */
  hookOutput?: string | undefined;
  mcpOutput?: string | undefined;
  transport: 'node' | 'sh';
  injection: Injection;
  /** Recorded as the name of the adapter. */
  source?: string | undefined;
  codex: { mcpInstall: (typeof CODEX_MCP_INSTALLS)[number]; isTrusted: boolean };
}

/** Something that only the person can do, with its command if there is one. */
export interface Step {
  text: string;
  command?: string;
  /** Printed only if something was connected, not each time. */
  isOnce?: boolean;
}

export interface ClientPlan {
  client: Program;
  parts: PartRequest[];
  steps: Step[];
}

export function serverPartRequest(request: ConnectRequest): ServerPartRequest {
  const { workspace, place, program, mcpOutput, serverName, user } = request;
  return { workspace, place, program, output: mcpOutput, name: serverName, onlyConnected: user };
}

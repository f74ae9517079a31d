/** What a client's plan is made from, and its result. */
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
  program: OurServer['program'];
  /** The name under which clients call our server. */
  serverName: string;
  /** Whether everything goes to the user's own settings. It is then active in enabled projects. */
  user: boolean;
  /** Whether to allow read-only tools in the client's permissions. */
  allowTools: boolean;
  rules: PlanningRules;
  /** Whether to add hooks; `mcp`: whether to add our server. */
  hooks: boolean;
  mcp: boolean;
  /** An absolute path other than the usual one. */
  hookOutput?: string | undefined;
  mcpOutput?: string | undefined;
  transport: 'node' | 'sh';
  injection: Injection;
  /** The name of the adapter in the log. */
  source?: string | undefined;
  codex: { mcpInstall: (typeof CODEX_MCP_INSTALLS)[number]; isTrusted: boolean };
}

/** A step that only the user can take, with its command if there is one. */
export interface Step {
  text: string;
  command?: string;
  /** Printed only if something was connected. */
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

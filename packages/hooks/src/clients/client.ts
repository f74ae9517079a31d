/**
 * One agent client: what it sends, which answers it honours, and where its settings are. To add a client, add a folder
 * with a `definition.ts`, a name in `CLIENT_NAMES` and a line in `index.ts`: everything else is derived.
 */
import type {
  ClientCapabilities,
  ClientName,
  HookContext,
  HookEvent,
  HookResponse,
  ParseHookEvent,
  Rendered,
} from '@hookloom/core/hook';
import type { JsonObject, JsonValue } from '@hookloom/core';
import type { DialectName } from '../engine/handler.ts';
import type { ProgramPlaces } from './client-paths.ts';
import type { ClientTranscript } from './client-transcript.ts';
import type { HookSeconds } from './hook-seconds.ts';

export interface RenderOptions {
  /** What replaces an `ask` that the client cannot show. Default: `deny`. */
  askFallback?: 'deny' | 'none';
}

export interface SampleCall {
  tool: string;
  input: JsonObject;
  response: JsonValue;
}

/** A settings file of the client, highest precedence first in a list of them. */
export interface SettingsOfFile {
  file: string;
  settings: JsonObject;
}

/** The file and the setting that turn all hooks off. */
export interface SwitchedOff {
  file: string;
  reason: string;
}

/** The command lines for one client in one workspace, quoted for a POSIX shell. */
export interface HookCommands {
  /** The command for every event. */
  node: string;
  /** The command for observation-only events with the shell transport. */
  sh?: string;
  /** The same for `cmd`. */
  windows?: string;
  /** Events with hooks of the user: the shell transport cannot answer them. */
  answers?: readonly string[];
}

/** Our part of a client's settings file. */
export interface ClientSettings {
  /** One element for the list of each event, in order. */
  entries: readonly (readonly [event: string, entry: JsonObject])[];
  /** Properties that the file needs besides `hooks`. */
  beside?: JsonObject;
}

/** How our entries get into the client's settings. */
export interface ClientInstall {
  /** The native events that the recorder needs. */
  events: readonly string[];
  /** The entries for these events. Throws `invalid_request` for a command that the file cannot represent. */
  settings(commands: HookCommands, events: readonly string[]): ClientSettings;
  /** `init --preset` connects only this client. Undefined: only `--hook-client` and `--mcp-client` do. */
  preset?: string;
  /** The user's own file gets entries for sessions that begin below the project. */
  hasFallback?: boolean;
  /** Steps that only the person can do, after the hooks or the server were connected. */
  step?: { after: 'hooks' | 'mcp' | 'any'; text: string };
  /** Its handlers are in groups, and it ignores a handler without a type. */
  isGrouped?: boolean;
  /** It starts two entries with the same command once. */
  mergesEqual?: boolean;
  /** It also runs the hooks of Claude Code's settings: those of the project, or those of the user as well. */
  alsoRunsClaude?: 'project' | 'all';
  /** Reports a change of the client's settings during a session. */
  settingsChange?: string;
  /** Whether we register an event under this spelling. Default: yes. */
  isRegistered?(native: string): boolean;
  /** The setting that turns all of our hooks off. */
  switchedOff?(files: readonly SettingsOfFile[]): SwitchedOff | null;
  plugins?(settings: JsonObject): (readonly [name: string, isOn: boolean])[];
}

/** The entry for our MCP server in the client's format. */
export interface ClientServer {
  /** The name that the client gives in the MCP handshake. */
  handshake?: string;
  /** The field for how long the client waits for the start, and the unit. Default: `startup_timeout_sec`. */
  startup?: { field: string; perSecond: number };
  /** How its settings name a variable in a header. */
  variable?(name: string): string;
  /** The entry for a server behind an address. */
  remote(server: RemoteServer): JsonObject;
}

export interface RemoteServer {
  transport: 'sse' | 'http';
  url: string;
  headers: JsonObject;
  /** The variable that holds the bearer token. */
  tokenVariable: string;
}

export interface StartRequest {
  /** What the session should know at its start. */
  packet: string;
  task?: string | undefined;
  /** Further arguments for the client, after ours. */
  rest: readonly string[];
  /** Codex: the user already has instructions under the key that we would use. */
  ownInstructions: boolean;
}

/** How `activate` starts the client with what the session should know. */
export interface ClientStart {
  installedBy: string;
  args(request: StartRequest): {
    args: string[];
    /**
     * `system`: in addition to the client's own instructions. `prompt`: at the start of the prompt. `paste`: the client
     * accepts none.
     */
    packet: 'system' | 'prompt' | 'paste';
  };
}

export interface HookClient {
  name: ClientName;
  /** Further names by which HTTP bodies and paths know it. */
  aliases?: readonly string[];
  capabilities: ClientCapabilities;
  /** Languages whose files this client runs by itself. The engine skips those files under it. */
  runsItself: readonly DialectName[];
  /** The form in which hooks are exported to its settings. */
  exportsAs: DialectName | 'cursor' | 'copilot';
  parse: ParseHookEvent;
  /**
   * The answer in the client's own format, with only the fields that this event allows. `decision: 'none'` and nothing
   * else renders as empty outputs and exit 0. Pure; never throws.
   */
  render(response: HookResponse, event: HookEvent, options?: RenderOptions): Rendered;
  /**
   * What the real client honours of that answer (docs/reference/client-behaviour.md), for tests and `hooks run`.
   */
  enforce(rendered: Pick<Rendered, 'stdout' | 'stderr' | 'exit'>, event: HookEvent): HookResponse;
  /** The event as it is recorded, if hooks get it in another form, and how it is identified. */
  asRecorded?(event: HookEvent, context: HookContext): [HookEvent, HookContext];
  /** Completes the end of a call with its outcome, if its hooks do not get it. */
  asItEnded?(event: HookEvent): HookEvent;
  /** What all deliveries of an event have in common, if its call or its payload does not show it. Null if these do. */
  identify?(event: HookEvent): string | null;
  /** Null for a client without settings of its own. */
  paths: ProgramPlaces | null;
  install: ClientInstall | null;
  /** How long it lets our command run. */
  seconds: HookSeconds;
  /** It sets `CLAUDE_PROJECT_DIR` for hooks. Other clients inherit it from a Claude Code that started them. */
  setsProjectDir?: boolean;
  /** Events on which exit 2 does not refuse, or standard error does not reach the model. */
  needsWords?: readonly string[];
  /** Null: its session files cannot be read. */
  transcript: ClientTranscript | null;
  server: ClientServer | null;
  start: ClientStart | null;
  /** A shell command that succeeded, with the output in the client's own shape. */
  sample: SampleCall;
  /** Its names for Claude Code's tools, if they differ. */
  toolNames?: Readonly<Record<string, string>>;
}

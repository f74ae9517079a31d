/** A user's hook in the engine's form, whichever language it was written in. */
import type { HookEventType } from '@hookloom/core/hook';

/** The configuration languages. `toml` is our own. */
export const DIALECT_NAMES = ['toml', 'claude', 'codex', 'gemini'] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];

/** Strongest first. This is also the merge order: layers are appended and never replace each other. */
export const LAYERS = ['managed', 'user', 'project', 'local', 'plugin'] as const;
export type Layer = (typeof LAYERS)[number];

export interface ConfigFile {
  /** Absolute path. */
  path: string;
  dialect: DialectName;
  layer: Layer;
  /** For plugins: the absolute path of the plugin's folder (`CLAUDE_PLUGIN_ROOT`). */
  pluginRoot?: string;
  /** For managed files: the user id that must own it. Default: the administrator's. */
  owner?: number;
}

/** The file and line of a handler's definition, for messages and for its order. */
export interface HandlerSource {
  file: ConfigFile;
  /** 1-based; 0 if the language's parser does not report lines. */
  line: number;
  /** Position of the group within its event, and of the handler within its group. */
  group: number;
  index: number;
}

export type HandlerAction =
  /** `sh -c` on POSIX, `cmd /C` on Windows, where `windows` replaces the command. */
  | { kind: 'shell'; command: string; windows?: string }
  | { kind: 'argv'; argv: [string, ...string[]] }
  | {
      kind: 'http';
      url: string;
      headers: Record<string, string>;
      /** Variables that header values may contain. Others become empty. */
      allowedEnvVars: string[];
    };

/** A compiled matcher, see `compileMatcher`. */
export type Matcher =
  | { kind: 'all' }
  /** The value equals one of them. */
  | { kind: 'names'; names: string[] }
  /** An unanchored search with a time limit. */
  | { kind: 'regex'; pattern: string; flags: string };

export interface Handler {
  /**
   * `sha256:` and 64 hex digits over dialect, event, matcher and action. Equal definitions have the same identity
   * everywhere.
   */
  identity: string;
  dialect: DialectName;
  source: HandlerSource;
  /** The event as written in the file: `pre_tool_use`, `PreToolUse`, `BeforeTool`. */
  event: string;
  /** The types that `event` means. */
  type: HookEventType;
  /** The matcher's text; null if omitted. */
  matcherText: string | null;
  matcher: Matcher;
  /** Claude's `if`: one permission rule such as `Bash(git *)`. */
  condition: string | null;
  action: HandlerAction;
  timeoutMs: number;
  async: boolean;
  once: boolean;
  /**
   * Whether a failure to run it, or its own failure (timeout, crash, unreadable answer), blocks (Claude `onFailure:
   * "block"`, `critical = true`).
   */
  critical: boolean;
  /** Gemini `sequential`: all handlers of the event run one after the other. */
  sequential: boolean;
  statusMessage: string | null;
  /** Environment that the file sets for this handler (Gemini `env`). */
  env: Record<string, string>;
  /** Gemini hook name; used by `hooksConfig.disabled`. */
  name: string | null;
}

/**
 * A problem in a file that the user should know about. Never thrown, because one bad entry must not disable the others.
 */
export interface ConfigProblem {
  severity: 'error' | 'warning';
  /**
   * A stable code: `invalid_matcher`, `unknown_event`, `unknown_handler_type`, `missing_command`, `unparsable_file`, …
   */
  code: string;
  message: string;
  remediation: string;
  file: string;
  /** 1-based; 0 if unknown. */
  line: number;
}

/**
 * Adds a problem of a file.
 *
 * @example report('error', 'missing_command', line).says('A hook of Stop has no command.', 'Write "command": "…".')
 */
export type Report = (
  severity: ConfigProblem['severity'],
  code: string,
  line: number,
) => { says(message: string, remediation: string): void };

/** A setting in a file that turns hooks off, in its own layer and in weaker ones. */
export interface Switch {
  file: ConfigFile;
  /** 1-based; 0 if unknown. */
  line: number;
  /** As written in the file: `disable_all_hooks = true`. */
  text: string;
  /** The languages whose hooks it turns off. */
  dialects: readonly DialectName[];
  /** Names of the hooks that it turns off; null for all. */
  names: readonly string[] | null;
}

export interface LoadedFile {
  file: ConfigFile;
  /** In declared order. Omits handlers with an invalid matcher. For critical ones, see `blocked`. */
  handlers: Handler[];
  problems: ConfigProblem[];
  /** `disable_all_hooks`, `disableAllHooks`, `hooksConfig`, `[features] hooks = false`. */
  switches: Switch[];
  /** Critical guards that cannot be compiled. */
  blocked: { type: HookEventType; event: string; reason: string }[];
}

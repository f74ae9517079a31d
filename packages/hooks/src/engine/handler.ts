/** A user's hook in the form the engine works with, whichever language it was written in. */
import type { HookEventType } from '@hookloom/core/hook';

/** The configuration languages. `toml` is our own. */
export const DIALECT_NAMES = ['toml', 'claude', 'codex', 'gemini'] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];

/** From the strongest to the weakest, which is also the merge order: layers are appended, never overwritten. */
export const LAYERS = ['managed', 'user', 'project', 'local', 'plugin'] as const;
export type Layer = (typeof LAYERS)[number];

export interface ConfigFile {
  /** Absolute path. */
  path: string;
  dialect: DialectName;
  layer: Layer;
  /** For plugins: absolute path of the plugin's folder (`CLAUDE_PLUGIN_ROOT`). */
  pluginRoot?: string;
  /** For managed files: the user id that must own it; absent: the administrator's. */
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
  /** `sh -c` on POSIX, `cmd /C` on Windows. `windows` replaces it there. */
  | { kind: 'shell'; command: string; windows?: string }
  | { kind: 'argv'; argv: [string, ...string[]] }
  | {
      kind: 'http';
      url: string;
      headers: Record<string, string>;
      /** Variables that may be filled into header values; others become empty. */
      allowedEnvVars: string[];
    };

/** Matches exactly what it says; made by `compileMatcher`. */
export type Matcher =
  | { kind: 'all' }
  /** The value equals one of them. */
  | { kind: 'names'; names: string[] }
  /** An unanchored search, bounded in time. */
  | { kind: 'regex'; pattern: string; flags: string };

export interface Handler {
  /** `sha256:` and 64 hex over dialect, event, matcher and action: the same definition has the same identity everywhere. */
  identity: string;
  dialect: DialectName;
  source: HandlerSource;
  /** The event as the file spells it: `pre_tool_use`, `PreToolUse`, `BeforeTool`. */
  event: string;
  /** The types that `event` means. */
  type: HookEventType;
  /** The matcher's text, null when omitted. */
  matcherText: string | null;
  matcher: Matcher;
  /** Claude's `if`: one permission rule such as `Bash(git *)`. */
  condition: string | null;
  action: HandlerAction;
  timeoutMs: number;
  async: boolean;
  once: boolean;
  /** Our failure to run it, or its own (timeout, crash, unreadable answer), blocks (Claude `onFailure: "block"`, `critical = true`). */
  critical: boolean;
  /** Gemini `sequential`: every handler of the event runs one after the other. */
  sequential: boolean;
  statusMessage: string | null;
  /** Environment that the file sets for this handler (Gemini `env`). */
  env: Record<string, string>;
  /** Gemini hook name; used by `hooksConfig.disabled`. */
  name: string | null;
}

/** Something in a file that the user should know. Never thrown, because one bad entry must not silence the others. */
export interface ConfigProblem {
  severity: 'error' | 'warning';
  /** Stable word: `invalid_matcher`, `unknown_event`, `unknown_handler_type`, `missing_command`, `unparsable_file`, … */
  code: string;
  message: string;
  remediation: string;
  file: string;
  /** 1-based; 0 if unknown. */
  line: number;
}

/** A setting in a file that turns hooks off, in its own layer and in those below. */
export interface Switch {
  file: ConfigFile;
  /** 1-based; 0 if unknown. */
  line: number;
  /** As written in the file: `disable_all_hooks = true`. */
  text: string;
  /** The languages whose hooks it turns off. */
  dialects: readonly DialectName[];
  /** Names of the hooks that it turns off; null: all of them. */
  names: readonly string[] | null;
}

export interface LoadedFile {
  file: ConfigFile;
  /** In declared order. A handler with an invalid matcher is left out, unless it is critical: see `blocked`. */
  handlers: Handler[];
  problems: ConfigProblem[];
  /** `disable_all_hooks`, `disableAllHooks`, `hooksConfig`, `[features] hooks = false`. */
  switches: Switch[];
  /** Critical guards that cannot be compiled. */
  blocked: { type: HookEventType; event: string; reason: string }[];
}

/** A configuration language: how its files are read, what its handlers receive, and how their answers are read. */
import type { HookEvent, HookEventType } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type {
  ConfigFile,
  DialectName,
  Handler,
  HandlerAction,
  LoadedFile,
} from '../engine/handler.ts';
import type { Interpreted, RawOutcome } from '../engine/outcome.ts';

/** What a handler receives besides the event. */
export interface InputContext {
  /** Turns of this session so far, the current one included. */
  turnNumber: number;
  /** Absolute path of the project. */
  projectDir: string;
}

export interface DialectEvent {
  /** Canonical spelling in this language. */
  name: string;
  type: HookEventType;
  /** Whether its handlers may block, by the rules of this language. */
  blockable: boolean;
  /** The payload field that a matcher tests; null: the matcher is ignored. */
  matcherField: string | null;
}

export interface Dialect {
  name: DialectName;
  /** Events by canonical name, in the order of their documentation. */
  events: readonly DialectEvent[];
  /** Reads one file. Pure; never throws: errors become problems. */
  load(text: string, file: ConfigFile): LoadedFile;
  /** The payload for a handler's standard input, as an object. `event.modify_args` of earlier handlers is in `event.tool.input` already. */
  buildInput(event: HookEvent, handler: Handler, context: InputContext): JsonObject;
  /** The values its matcher may match, most specific first; empty: the event has none and every matcher matches. */
  matcherValues(event: HookEvent, handler: Handler): string[];
  /** Whether its further condition (Claude's `if`) is true; absent: this language has none. */
  conditionHolds?(event: HookEvent, handler: Handler): boolean;
  /** Additional environment variables of this language for a handler: `CLAUDE_PROJECT_DIR`, `GEMINI_SESSION_ID`, … */
  environment(event: HookEvent, handler: Handler, context: InputContext): Record<string, string>;
  /** The action to start: the handler's action with its placeholders filled from its environment; absent: unchanged. */
  actionFor?(handler: Handler, environment: Record<string, string>): HandlerAction;
  /** Reads a handler's answer. Pure; never throws. */
  interpret(outcome: RawOutcome, handler: Handler, event: HookEvent): Interpreted;
}

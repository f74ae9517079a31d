/** A hook in one language for every client: which events it handles, and what it answers. */
import { DECISIONS } from '@hookloom/core/hook';
import type { HookEvent, HookEventType, HookResponse, ToolSeen } from '@hookloom/core/hook';
import { invalidRequest, isJsonObject, type JsonObject } from '@hookloom/core';
import { merge } from '@hookloom/hooks';

/** What a handler returns. Nothing (`undefined`) is no opinion. */
export type Reply = HookResponse | null | undefined | void;

/** Called with one event; may be asynchronous. What it throws is a failure of the hook: see `RunOptions.failClosed`. */
export type Handler<E extends HookEvent = HookEvent> = (event: E) => Reply | Promise<Reply>;

/** A tool call whose input is an object. */
export interface ToolCall extends ToolSeen {
  input: JsonObject;
}

/** An event about a tool call. */
export interface ToolEvent extends HookEvent {
  tool: ToolCall;
  /** The command line of a shell tool (`Bash`, `PowerShell`); null for every other tool. */
  command: string | null;
}

/** A call of a shell tool. */
export interface ShellEvent extends ToolEvent {
  command: string;
}

/** Handlers by event. Every client's own name of an event maps to the same handler. */
export interface HookHandlers {
  /** A session starts, or is resumed or cleared. `event.subject` says which. */
  onSessionStart?: Handler;
  onSessionEnd?: Handler;
  /** A person sends a prompt: `event.prompt`. */
  onPrompt?: Handler;
  /** Before a tool call. The only place to refuse or rewrite it. */
  onToolPre?: Handler<ToolEvent>;
  /** After a call that succeeded: `event.tool.response`. */
  onToolPost?: Handler<ToolEvent>;
  /** After a call that failed: `event.tool.error`. */
  onToolFailure?: Handler<ToolEvent>;
  /** The client is about to ask a person for permission. */
  onPermission?: Handler<ToolEvent>;
  /** The agent is about to stop. Return `continueWith()` to keep it working. */
  onStop?: Handler;
  onSubagentStart?: Handler;
  onSubagentStop?: Handler;
  /** Before the conversation is compacted. */
  onCompact?: Handler;
  onNotification?: Handler;
  /** Every event, including those without their own handler. Runs first. */
  onEvent?: Handler;
}

/** Something that answers hook events: a hook of yours, or the hooks of a project (`hookloom.hooks`). */
export interface Hook {
  /** Rejects when a handler throws. */
  handle(event: HookEvent): Promise<HookResponse>;
}

const TYPES: Readonly<Record<Exclude<keyof HookHandlers, 'onEvent'>, HookEventType>> = {
  onSessionStart: 'session_start',
  onSessionEnd: 'session_end',
  onPrompt: 'before_agent',
  onToolPre: 'before_tool',
  onToolPost: 'after_tool',
  onToolFailure: 'tool_failure',
  onPermission: 'permission_request',
  onStop: 'stop',
  onSubagentStart: 'subagent_start',
  onSubagentStop: 'subagent_stop',
  onCompact: 'pre_compact',
  onNotification: 'notification',
};

const ALL = Object.keys({ onEvent: '', ...TYPES });
const STOPS: ReadonlySet<HookEventType> = new Set(['stop', 'subagent_stop', 'after_agent']);
const SHELLS: ReadonlySet<string> = new Set(['Bash', 'PowerShell']);

/**
 * Makes a hook from your handlers. One native event can have several types (a stop in Claude Code is also the end of a
 * turn). Their answers are merged, and the strictest decision wins.
 *
 * @example
 * export const hook = defineHook({
 *   onToolPre: ({ command }) => (command?.includes('--force') ? ask('It overwrites history.') : none()),
 *   onSessionStart: () => addContext('This project uses pnpm.'),
 * });
 */
export function defineHook(handlers: HookHandlers): Hook {
  for (const key of Object.keys(handlers))
    if (!ALL.includes(key))
      throw invalidRequest(`No handler ${key} exists.`, `Use ${ALL.join(', ')}.`);
  return {
    async handle(event) {
      const replies: HookResponse[] = [];
      for (const handler of handlersFor(handlers, event)) {
        const reply = await handler();
        if (reply == null) continue;
        if (!DECISIONS.includes(reply.decision))
          throw invalidRequest(
            'A handler returned an unknown decision.',
            'Return deny() or none().',
          );
        replies.push(forStop(reply, event));
      }
      return merge(replies).response;
    },
  };
}

/**
 * Makes a hook that runs before tool calls. If you name tools, it runs only for them.
 *
 * @param tools Common names (`Bash`, `Edit`, `Read`, …), which are the same under every client; `mcp__server__tool` for MCP.
 * @example
 * onToolPre('Bash', ({ command }) => (/\brm -rf\b/.test(command) ? deny('Remove single files instead.') : none()))
 */
export function onToolPre(tools: 'Bash' | 'PowerShell', handler: Handler<ShellEvent>): Hook;
export function onToolPre(tools: string | readonly string[], handler: Handler<ToolEvent>): Hook;
export function onToolPre(handler: Handler<ToolEvent>): Hook;
export function onToolPre(
  tools: string | readonly string[] | Handler<ToolEvent>,
  handler?: Handler<ShellEvent> | Handler<ToolEvent>,
): Hook {
  if (typeof tools === 'function') return defineHook({ onToolPre: tools });
  const names = typeof tools === 'string' ? [tools] : tools;
  const given = handler as Handler<ToolEvent>;
  const isNamed = ({ name, native_name }: ToolCall): boolean =>
    names.includes(name) || names.includes(native_name);
  return defineHook({
    onToolPre: (event) =>
      isNamed(event.tool)
        ? given(SHELLS.has(event.tool.name) ? { ...event, command: event.command ?? '' } : event)
        : undefined,
  });
}

function handlersFor(handlers: HookHandlers, event: HookEvent): (() => ReturnType<Handler>)[] {
  const found: (() => ReturnType<Handler>)[] = [];
  const { onEvent } = handlers;
  if (onEvent !== undefined) found.push(() => onEvent(event));
  for (const type of [event.event_type, ...event.also])
    for (const name of Object.keys(TYPES) as (keyof typeof TYPES)[]) {
      const handler = handlers[name];
      if (TYPES[name] !== type || handler === undefined) continue;
      const told = isAboutTool(name) ? toolEvent(event) : event;
      if (told !== null) found.push(() => (handler as Handler)(told));
    }
  return found;
}

function isAboutTool(name: keyof typeof TYPES): boolean {
  return name.startsWith('onTool') || name === 'onPermission';
}

/** Null if the client named no tool. */
function toolEvent(event: HookEvent): ToolEvent | null {
  const { tool } = event;
  if (tool === null) return null;
  const input = isJsonObject(tool.input) ? tool.input : {};
  const { command } = input;
  const isText = SHELLS.has(tool.name) && typeof command === 'string';
  return { ...event, tool: { ...tool, input }, command: isText ? command : null };
}

/** Every client refuses a stop by continuing. */
function forStop(reply: HookResponse, { event_type }: HookEvent): HookResponse {
  if (!STOPS.has(event_type) || reply.decision !== 'deny') return reply;
  const { decision: _, reason = 'Go on.', ...rest } = reply;
  return { ...rest, decision: 'none', continue_with: rest.continue_with ?? reason };
}

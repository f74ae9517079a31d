/** Builds the payloads of the four kinds of observation, for every client. */
import type { Channel } from '../ports/event-store.ts';
import { maskCommandLine } from './tool-words.ts';
import {
  newDraft,
  putName,
  putPlain,
  putText,
  type Draft,
  EXCERPT_CHARS,
  LINE_CHARS,
  SUMMARY_CHARS,
  TURN_CHARS,
} from './draft.ts';
import { outputExcerpt } from './output-excerpt.ts';

export interface CommandSeen {
  command: string;
  /** Null: the client does not report it. */
  exitCode: number | null;
  /** Set if the exit code does not decide the outcome. */
  outcome?: string;
  durationMs?: unknown;
  stdout?: unknown;
  stderr?: unknown;
}

/** `command.completed`: masked command line, outcome, the relevant output. */
export function commandCompleted(seen: CommandSeen): Draft {
  const draft = newDraft();
  putCommand(draft, seen.command);
  draft.payload['command'] ??= '';
  draft.payload['exit_code'] = seen.exitCode;
  draft.payload['outcome'] =
    seen.outcome ??
    (seen.exitCode === null ? 'unknown' : seen.exitCode === 0 ? 'passed' : 'failed');
  putPlain(draft, 'duration_ms', seen.durationMs);
  putOutput(draft, 'stdout', seen.stdout);
  putOutput(draft, 'stderr', seen.stderr);
  return draft;
}

/** Short output on one line; the relevant lines of long output. */
function putOutput(draft: Draft, key: string, value: unknown): void {
  if (typeof value !== 'string' || value.length <= EXCERPT_CHARS)
    return void putText(draft, key, value, EXCERPT_CHARS, { folded: true });
  const { text, masked } = outputExcerpt(value);
  if (masked) draft.redactedPaths.push(key);
  if (text !== '') draft.payload[key] = text;
}

/** A command line on one line, with the values of its secret flags masked. */
export function putCommand(draft: Draft, command: string): void {
  const seen = command.slice(0, 8 * LINE_CHARS);
  const masked = maskCommandLine(seen);
  putText(draft, 'command', masked, LINE_CHARS, { folded: true });
  if (masked !== seen && !draft.redactedPaths.includes('command'))
    draft.redactedPaths.push('command');
}

export interface FileEditSeen {
  path: string;
  operation: string;
  summary?: unknown;
  lineCount?: unknown;
  linesAdded?: unknown;
  linesRemoved?: unknown;
}

/** `file.edit.applied`: which file, how, how many lines. */
export function fileEditApplied(seen: FileEditSeen): Draft {
  const draft = newDraft();
  putText(draft, 'path', seen.path, LINE_CHARS);
  draft.payload['path'] ??= '';
  putName(draft, 'operation', seen.operation);
  putText(draft, 'summary', seen.summary, SUMMARY_CHARS, { folded: true });
  putPlain(draft, 'line_count', seen.lineCount);
  putPlain(draft, 'lines_added', seen.linesAdded);
  putPlain(draft, 'lines_removed', seen.linesRemoved);
  return draft;
}

export interface ToolCallSeen {
  toolName: string;
  status: string;
  callId?: unknown;
  argumentKeys: string[];
  resultSummary?: unknown;
  durationMs?: unknown;
}

/** `tool.call.completed`: argument names. */
export function toolCallCompleted(seen: ToolCallSeen): Draft {
  const draft = newDraft();
  putName(draft, 'tool_name', seen.toolName);
  draft.payload['tool_name'] ??= 'unknown';
  putName(draft, 'status', seen.status);
  putName(draft, 'call_id', seen.callId);
  draft.payload['argument_keys'] = seen.argumentKeys;
  putText(draft, 'result_summary', seen.resultSummary, EXCERPT_CHARS, { folded: true });
  putPlain(draft, 'duration_ms', seen.durationMs);
  return draft;
}

/** `transcript.turn`, or null if all of the text was private. */
export function transcriptTurn(role: string, content: string): Draft | null {
  const draft = newDraft();
  putName(draft, 'role', role);
  const truncated = putText(draft, 'content', content, TURN_CHARS);
  const text = draft.payload['content'];
  if (typeof text !== 'string' || text.trim() === '') return null;
  if (truncated) {
    draft.payload['truncated'] = true;
    draft.payload['content_chars'] = content.length;
  }
  return draft;
}

export function channelOfTool(toolName: string): Channel {
  if (toolName.startsWith('mcp__')) return 'mcp';
  if (toolName === 'WebFetch' || toolName === 'WebSearch') return 'web';
  if (toolName === 'Read' || toolName === 'NotebookRead') return 'file';
  return toolName === 'Agent' || toolName === 'Task' ? 'model' : 'tool';
}

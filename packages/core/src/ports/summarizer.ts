import type { Channel } from './event-store.ts';

interface Work {
  /** Identifies the work within one request. */
  id: string;
  covers: string[];
  /** The client's own session id. */
  sessionId: string;
  promptNumber: number | null;
  /** ISO 8601. */
  at: string;
  /** The least trusted of its events. */
  channel: Channel;
  /** The agent client, such as `claude-code`. */
  client: string | null;
}

/** One recorded tool call: names, commands, paths, excerpts. Never argument values or contents of files. */
export interface ToolWork extends Work {
  /** The common name, such as `Bash`, `Read`, `Edit`. */
  tool: string;
  mcp: { server: string; tool: string } | null;
  status: string;
  command: CommandWork | null;
  edits: EditWork[];
  /** The file or folder that was read, if it was reported. */
  path: string | null;
  /** What was searched or read, in words; absent if it was not reported. */
  target?: string | null;
  /** A bounded excerpt of the result. */
  result: string | null;
  agentId: string | null;
  agentType: string | null;
}

export interface CommandWork {
  line: string;
  exitCode: number | null;
  /** `passed`, `failed`, `unknown`, `interrupted`. */
  outcome: string;
  stdout: string | null;
  stderr: string | null;
  /** The agent's description of the command. */
  description: string | null;
}

export interface EditWork {
  path: string;
  /** `created`, `written`, `modified`, `deleted`. */
  operation: string;
  added: number | null;
  removed: number | null;
}

/** A turn that ended: from the prompt to the assistant's last words. */
export interface TurnWork extends Work {
  request: string | null;
  lastWords: string | null;
  /** In order; bounded. */
  work: ToolWork[];
}

/** Related work, from which rules would make one note. */
export interface WorkGroup {
  id: string;
  work: ToolWork[];
}

/** The text of a note, before it becomes an event. */
export interface NoteDraft {
  /** Ids of its subjects. */
  items: string[];
  type: string;
  title: string;
  subtitle: string | null;
  facts: string[];
  narrative: string | null;
  concepts: string[];
  filesRead: string[];
  filesModified: string[];
}

export interface SummaryDraft {
  request: string | null;
  investigated: string | null;
  learned: string | null;
  completed: string | null;
  nextSteps: string | null;
  notes: string | null;
}

export interface SummarizerUsage {
  inputTokens: number;
  outputTokens: number;
  /** Set if the provider reports it. */
  costUsd?: number;
}

/** Everything that one call may see. Nothing is kept from the previous call. */
export interface SummarizerRequest {
  groups: readonly WorkGroup[];
  turn: TurnWork | null;
}

export interface SummarizerAnswer {
  notes: NoteDraft[];
  summary: SummaryDraft | null;
  usage: SummarizerUsage;
}

/** A model that makes notes. Rules make the notes for groups that its answer does not mention. */
export interface Summarizer {
  /** As in the ledger, such as `anthropic`. */
  readonly provider: string;
  readonly model: string;
  /** The maximum number of tokens for the call, both ways; checked against the budget first. */
  estimate(request: SummarizerRequest): SummarizerUsage;
  /** Throws `SummarizerFailure` only. */
  summarize(request: SummarizerRequest, signal?: AbortSignal): Promise<SummarizerAnswer>;
}

export const SUMMARIZER_FAILURES = [
  'transient',
  'rate_limit',
  'quota',
  'auth',
  'setup',
  'unusable',
] as const;

/**
 * `transient` and `rate_limit` end without action; `quota`, `auth` and `setup` need a person. `unusable`: the answer
 * had no notes.
 */
export type SummarizerFailureKind = (typeof SUMMARIZER_FAILURES)[number];

export class SummarizerFailure extends Error {
  readonly kind: SummarizerFailureKind;
  /** The cost of a failed call, if there was any. */
  readonly usage: SummarizerUsage;

  constructor(
    kind: SummarizerFailureKind,
    message: string,
    usage: SummarizerUsage = { inputTokens: 0, outputTokens: 0 },
  ) {
    super(message);
    this.name = 'SummarizerFailure';
    this.kind = kind;
    this.usage = usage;
  }
}

/** What earlier messages reported about a thread and later ones omit. Bounded: the oldest thread is dropped first. */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { HookEvent, PermissionMode } from '@hookloom/core/hook';
import type { Incoming } from './message.ts';

const MAX_THREADS = 256;
const MAX_ITEMS = 256;

export interface TurnMemory {
  id: string;
  /** `turn/started`, held until the prompt is known or something else happens. */
  held: Incoming | null;
  /** Ids of the user's messages that were reported. */
  told: Set<string>;
  lastMessage: string | null;
  compacted: boolean;
}

export interface ThreadMemory {
  cwd: string | null;
  transcriptPath: string | null;
  model: string | null;
  permissionMode: HookEvent['permission_mode'];
  parentId: string | null;
  agentType: string | null;
  /** `session_end` was reported. */
  ended: boolean;
  /** Tool items that have started, by id. */
  items: Map<string, JsonObject>;
  turn: TurnMemory;
}

export class ThreadMemories {
  readonly #threads = new Map<string, ThreadMemory>();

  of(threadId: string): ThreadMemory {
    return remembered(this.#threads, threadId, MAX_THREADS, () => ({
      cwd: null,
      transcriptPath: null,
      model: null,
      permissionMode: null,
      parentId: null,
      agentType: null,
      ended: false,
      items: new Map(),
      turn: newTurn(''),
    }));
  }

  /** @param result `{thread}`, and the thread's settings if one of our calls opened it. */
  learn(result: JsonObject): void {
    const thread = isJsonObject(result['thread']) ? result['thread'] : {};
    if (typeof thread['id'] !== 'string') return;
    const memory = this.of(thread['id']);
    memory.cwd = text(thread['cwd']) ?? memory.cwd;
    memory.transcriptPath = text(thread['path']) ?? memory.transcriptPath;
    memory.model = text(thread['model']) ?? memory.model;
    memory.parentId = text(thread['parentThreadId']) ?? memory.parentId;
    memory.agentType = text(thread['agentRole']) ?? memory.agentType;
    memory.permissionMode = modeOf(result) ?? memory.permissionMode;
    memory.ended = false;
  }
}

/** The turn with that id; a new one if another turn ran before. */
export function turnOf(memory: ThreadMemory, turnId: string): TurnMemory {
  if (memory.turn.id !== turnId) memory.turn = newTurn(turnId);
  return memory.turn;
}

export function rememberItem(memory: ThreadMemory, item: JsonObject): void {
  const id = text(item['id']);
  if (id === null) return;
  memory.items.delete(id);
  remembered(memory.items, id, MAX_ITEMS, () => item);
}

function newTurn(id: string): TurnMemory {
  return { id, held: null, told: new Set(), lastMessage: null, compacted: false };
}

function remembered<T>(map: Map<string, T>, key: string, max: number, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  if (map.size >= max) map.delete(map.keys().next().value!);
  const made = make();
  map.set(key, made);
  return made;
}

/**
 * The permission mode as Codex's own hooks report it: `bypassPermissions` if approvals are off and the sandbox is open,
 * otherwise `default`.
 */
function modeOf(result: JsonObject): HookEvent['permission_mode'] {
  const policy = text(result['approvalPolicy']);
  if (policy === null) return null;
  const open = isJsonObject(result['sandbox']) && result['sandbox']['type'] === 'dangerFullAccess';
  const mode: PermissionMode = policy === 'never' && open ? 'bypassPermissions' : 'default';
  return { mode, native: policy };
}

/** A well-formed, non-empty text; null for anything else. */
export function text(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value.toWellFormed() : null;
}

/** The handlers of the routes that report a session. Each records the corresponding hook before it answers. */
import { isHookloomError, type JsonObject } from '@hookloom/core';
import { isPrivateTurn, type Reported } from '@hookloom/hooks';
import type { SessionRow } from '@hookloom/memory';
import { openedMemory } from '../../memory-access.ts';
import { parsePublicId, publicId } from '../../workspaces/ids.ts';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import { isExcluded, isNameExcluded } from '../../settings/excluded-projects.ts';
import { defaultSettings, namesIn, type Settings } from '../../settings/settings.ts';
import type { Reply } from '../route.ts';
import type { StreamType } from '../stream-hub.ts';
import { cutPrompt, sessionOf, toolOf, unknownSession, type SessionBody } from './body.ts';
import { clientOf, deliver, type ReportedType, reasonOf, rowOf, turnOf } from './deliver.ts';

export interface SessionRouteOptions {
  workspaces: Workspaces;
  /** Notifies open pages. */
  publish(type: StreamType, fields: JsonObject): void;
  /** Reports that there is new work to make notes from. */
  nudge(open: OpenWorkspace): void;
  /** The work that still has no notes. */
  processing(): { isProcessing: boolean; queueDepth: number };
  /** Read for each request. Default: no settings. */
  settings?: () => Settings;
  port(): number;
  now(): number;
}

const QUEUED: Reply = { status: 200, json: { status: 'queued' } };

/** A session identified by the number that a route returned. */
export interface Known {
  open: OpenWorkspace;
  row: SessionRow;
}

export class SessionRoutes {
  readonly #options: SessionRouteOptions;

  constructor(options: SessionRouteOptions) {
    this.#options = options;
  }

  async init(body: SessionBody): Promise<Reply> {
    const session = sessionOf(body);
    if (this.#isNamedOut(body)) return { status: 200, json: NOT_STARTED };
    const others = await this.#namesakesOf(body, session);
    const open = await this.#workspaceOf(body, session);
    const answer = await this.#prompt(open, body, session);
    if (others.length < 2 || this.#isOut(open)) return { status: 200, json: answer };
    return { status: 200, json: { ...answer, project: open.project.alias, namesakes: others } };
  }

  /** Other projects with this name, if the request identifies the project only by name. */
  async #namesakesOf({ cwd = '', project = '' }: SessionBody, session: string): Promise<string[]> {
    const { workspaces } = this.#options;
    if (cwd !== '' || project === '' || (await workspaces.forSession(session)) !== null) return [];
    return (await workspaces.forName(project)).namesakes;
  }

  /** The second call of the documented start. The first one may have sent the prompt already. */
  async initKnown({ open, row }: Known, body: SessionBody): Promise<Reply> {
    const { sessionDbId } = await this.#prompt(open, body, row.content_session_id);
    const port = this.#options.port();
    return { status: 200, json: { status: 'initialized', sessionDbId, port } };
  }

  async observation(body: SessionBody): Promise<Reply> {
    const session = sessionOf(body);
    const tool = toolOf(body);
    // Skips tools whose calls say nothing about the work.
    if (namesIn(this.#settings(), 'CLAUDE_MEM_SKIP_TOOLS').includes(tool))
      return skipped('tool_excluded');
    if (this.#isNamedOut(body)) return skipped('project_excluded');
    if (isSessionMemory(body)) return skipped('session_memory_meta');
    const open = await this.#workspaceOf(body, session);
    if (this.#isOut(open)) return skipped('project_excluded');
    const call = { session_id: session, ...toolPart(tool, body) };
    // The content that was read is in the event before the call. Its end is recorded separately.
    if (READING_TOOLS.has(tool)) this.#deliver(open, body, 'before_tool', call);
    const outcome = this.#deliver(open, body, 'after_tool', call);
    if (outcome === 'silent') return skipped('private');
    this.#options.nudge(open);
    this.#options.publish('observation_queued', { contentSessionId: session });
    return QUEUED;
  }

  async summarize(body: SessionBody): Promise<Reply> {
    const session = sessionOf(body);
    if (body.agentId !== undefined) return skipped('subagent_context');
    if (this.#isNamedOut(body)) return skipped('project_excluded');
    const open = await this.#workspaceOf(body, session);
    if (this.#isOut(open)) return skipped('project_excluded');
    const { last_assistant_message = null, transcript_path = null } = body;
    // The transcript has what the body lacks. It is read when the summary is made.
    const said = { session_id: session, last_assistant_message, transcript_path };
    const outcome = this.#deliver(open, body, 'stop', said);
    const client = clientOf(body.platformSource);
    if (outcome === 'silent' || isPrivateTurn(turnOf(open, client), session))
      return skipped('private');
    this.#options.nudge(open);
    return QUEUED;
  }

  async complete(body: SessionBody): Promise<Reply> {
    const session = sessionOf(body);
    const found = await this.#end(session, body);
    if (found === null)
      return { status: 200, json: { success: true, message: 'No active session found' } };
    return { status: 200, json: { success: true } };
  }

  async sessionEnd(body: SessionBody): Promise<Reply> {
    const found = await this.#end(sessionOf(body), body);
    return { status: 200, json: { status: found === null ? 'unknown_session' : 'accepted' } };
  }

  /** The state is computed. What the caller sends is ignored. */
  async processing(): Promise<Reply> {
    const { isProcessing, queueDepth } = this.#options.processing();
    this.#options.publish('processing_status', { isProcessing, queueDepth });
    return { status: 200, json: { status: 'ok', isProcessing } };
  }

  async status(id: string): Promise<Reply> {
    const known = await this.#find(id);
    if (known === null) return { status: 200, json: { status: 'not_found' } };
    const { open, row } = known;
    const uptime = Math.max(0, this.#options.now() - row.started_at_epoch);
    const { queueDepth: queueLength } = this.#options.processing();
    const project = open.project.alias;
    const sessionDbId = publicId(row.seq, open.slot);
    const status = row.status === 'active' ? 'active' : row.status;
    return { status: 200, json: { status, sessionDbId, project, queueLength, uptime } };
  }

  async known(id: string): Promise<Known> {
    const found = await this.#find(id);
    if (found === null) throw unknownSession();
    return found;
  }

  async #find(id: string): Promise<Known | null> {
    const parsed = /^\d{1,16}$/.test(id) ? parsePublicId(Number(id)) : null;
    const open = parsed === null ? null : await this.#options.workspaces.forSlot(parsed.slot);
    if (parsed === null || open === null) return null;
    const { notes } = await openedMemory(open.runtime.context);
    const log = open.workspace.session;
    const [row] = await notes.sessions({ log, limit: 1, before: parsed.seq + 1 });
    return row?.seq === parsed.seq ? { open, row } : null;
  }

  /** Saves the prompt of a turn once and returns its number. */
  async #prompt(
    open: OpenWorkspace,
    body: SessionBody,
    session: string,
  ): Promise<{ sessionDbId: number | null; promptNumber: number } & Record<string, unknown>> {
    if (this.#isOut(open)) return NOT_STARTED;
    const prompt = cutPrompt(body.userPrompt ?? body.prompt ?? '');
    const before = await rowOf(open, session);
    if (prompt !== '') {
      // A background agent that ended sends a prompt that no person typed.
      const metadata = prompt.startsWith('<task-notification>') ? { pseudo: true } : {};
      this.#deliver(open, body, 'before_agent', { session_id: session, prompt, metadata });
    } else if (before === null)
      this.#deliver(open, body, 'session_start', { session_id: session, subject: 'startup' });
    const row = await rowOf(open, session);
    const promptNumber = row?.prompt_counter ?? 0;
    const sessionDbId = row === null ? null : publicId(row.seq, open.slot);
    const isNew = promptNumber > (before?.prompt_counter ?? 0);
    const project = open.project.alias;
    if (before === null) this.#options.publish('session_started', { sessionDbId, project });
    if (isNew) {
      const fields = { sessionDbId, project, prompt_number: promptNumber };
      this.#options.publish('new_prompt', { prompt: fields });
    }
    const reason = isNew || prompt === '' ? null : reasonOf(open, body, session);
    return {
      sessionDbId,
      promptNumber,
      skipped: reason !== null,
      ...(reason !== null && { reason }),
      contextInjected: false,
      status: 'initialized',
    };
  }

  #settings(): Settings {
    return this.#options.settings?.() ?? defaultSettings;
  }

  #isOut(open: OpenWorkspace): boolean {
    return isExcluded(this.#settings(), open);
  }

  /** Checked first, because nothing is created for an excluded project. */
  #isNamedOut({ cwd = '', project = '' }: SessionBody): boolean {
    const settings = this.#settings();
    return [cwd, project].some((name) => name !== '' && isNameExcluded(settings, name));
  }

  async #end(session: string, body: SessionBody): Promise<SessionRow | null> {
    const open = await this.#options.workspaces.forSession(session);
    const row = open === null ? null : await rowOf(open, session);
    if (open === null || row === null || row.status !== 'active' || this.#isOut(open)) return null;
    const { reason: subject = null } = body;
    this.#deliver(open, body, 'session_end', { session_id: session, subject });
    this.#options.nudge(open);
    this.#options.publish('session_completed', { sessionDbId: publicId(row.seq, open.slot) });
    return row;
  }

  #deliver(open: OpenWorkspace, body: SessionBody, type: ReportedType, fields: Reported) {
    const { cwd = open.workspace.root, agentId = null, agentType = null } = body;
    const whole = { ...fields, cwd, agent_id: agentId, agent_type: agentType };
    const { now } = this.#options;
    const speaker = () => body.speaker(open);
    return deliver(open, clientOf(body.platformSource), type, whole, { now, speaker });
  }

  /** The workspace of the call's folder, else of the session, else of the named project. */
  async #workspaceOf(body: SessionBody, session: string): Promise<OpenWorkspace> {
    const { workspaces } = this.#options;
    const here = await this.#folderOf(body.cwd ?? '');
    const open = here ?? (await workspaces.forSession(session));
    const name = body.project || 'default';
    const found =
      open ?? (await workspaces.forName(name)).open ?? (await workspaces.ensureProject(name));
    workspaces.sawSession(session, found);
    return found;
  }

  /** Null for a folder that does not exist on this machine: an editor may work on another one. */
  async #folderOf(folder: string): Promise<OpenWorkspace | null> {
    if (folder === '') return null;
    try {
      return await this.#options.workspaces.forFolder(folder);
    } catch (error) {
      if (isHookloomError(error) && ['invalid_request', 'not_found'].includes(error.code))
        return null;
      throw error;
    }
  }
}

/** The documented client stops after this answer. */
const NOT_STARTED = {
  sessionDbId: null,
  promptNumber: 0,
  skipped: true,
  reason: 'project_excluded',
  contextInjected: false,
  status: 'skipped',
};

function skipped(reason: string): Reply {
  return { status: 200, json: { status: 'skipped', reason } };
}

/** Tools whose content is only in the event before the call. */
export const READING_TOOLS: ReadonlySet<string> = new Set(['Read', 'Grep', 'Glob', 'LS']);

/** An editor's own save counts as a file write. The documented editor extension reports it so. */
function toolPart(tool: string, body: SessionBody): Reported {
  const { tool_use_id = body.toolUseId } = body;
  const input = jsonOf(body.tool_input);
  const path = typeof input === 'string' ? undefined : input['path'];
  const isSave = tool === 'FileSave' && typeof path === 'string';
  return {
    tool: {
      native_name: isSave ? 'Write' : tool,
      input: isSave ? { file_path: path } : input,
      response: jsonOf(body.tool_response),
      is_error: false,
    },
    tool_use_id: tool_use_id ?? null,
  };
}

/** Ignores the notes that clients keep about a session: they are not work. */
function isSessionMemory({ tool_input }: SessionBody): boolean {
  const input = jsonOf(tool_input);
  const file = typeof input === 'string' ? '' : (input['file_path'] ?? input['notebook_path']);
  return typeof file === 'string' && file.includes('session-memory');
}

/** Accepts any JSON value, like a payload. */
function jsonOf(value: unknown): JsonObject | string {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as JsonObject;
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

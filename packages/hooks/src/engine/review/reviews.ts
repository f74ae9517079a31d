/** The review state of each hook: trusted, never reviewed, changed or removed. */
import { definitionFolder } from '../sources.ts';
import type { Handler, LoadedFile, Switch } from '../handler.ts';
import type { LoadedConfig } from '../load.ts';
import { switchesText, turnsOff } from '../switches.ts';
import { changedDefinition, changedFiles } from './differences.ts';
import { stampOf, type ExecutedFile } from './executed-file.ts';
import { projectScope, USER_SCOPE, type RecordPlace } from './record-paths.ts';
import { readRecord } from './record.ts';
import type { RecordState, ReviewedHook, ReviewRecord } from './review-record.ts';
import { withResolvedPaths } from './resolved-paths.ts';
import { definitionOf, isOwned, placeKey, scopeOf, shownPath } from './reviewed-scope.ts';
import { executedFiles } from './executed-files.ts';

export type Trust = 'trusted' | 'untrusted' | 'modified';

export interface ReviewPlace extends RecordPlace {
  /** The client's environment, whose PATH is used to find programs. */
  env: Record<string, string | undefined>;
}

/** A recorded critical hook and its current state. */
export interface GuardOnRecord {
  handler: Handler;
  /** The current definition; null if its file no longer contains it. */
  current: Handler | null;
  state: 'trusted' | 'modified' | 'removed';
  /** Short phrases about the changes; empty if trusted. */
  changes: string[];
}

interface Scope {
  record: RecordState;
  /** The entries of recorded hooks, changed or not. */
  entries: Map<Handler, ReviewedHook>;
  /** Entries whose hook is in no file any more. */
  gone: ReviewedHook[];
}

export function openReviews(config: LoadedConfig, place: ReviewPlace): Reviews {
  return new Reviews(config, place);
}

export class Reviews {
  readonly #config: LoadedConfig;
  readonly #place: ReviewPlace;
  readonly #root: string;
  readonly #scopes = new Map<string, Scope>();
  readonly #files = new Map<Handler, ExecutedFile[]>();
  /** The stamp of each executed file before it was compared with the review. */
  readonly #stamps = new Map<string, string>();

  constructor(config: LoadedConfig, place: ReviewPlace) {
    this.#config = config;
    this.#place = place;
    this.#root = projectScope(place.projectDir);
  }

  record(scope: 'project' | 'user'): RecordState {
    return this.#scope(scope).record;
  }

  /** Hooks of the user are trusted until their record says otherwise. */
  trust(handler: Handler): Trust {
    const kind = scopeOf(handler, this.#place.projectDir);
    if (kind === null) return 'trusted';
    const { record, entries } = this.#scope(kind);
    if (record.kind === 'tampered') return 'modified';
    const entry = entries.get(handler);
    if (entry === undefined) return kind === 'user' ? 'trusted' : 'untrusted';
    return this.#changes(handler, entry).length === 0 ? 'trusted' : 'modified';
  }

  /** Whether the hook, or another in its position, is recorded. */
  isKnown(handler: Handler): boolean {
    const kind = scopeOf(handler, this.#place.projectDir);
    return kind !== null && this.#scope(kind).entries.has(handler);
  }

  /** Whether the hook was recorded as critical. If it does not run, its calls are refused. */
  isGuardOnRecord(handler: Handler): boolean {
    const kind = scopeOf(handler, this.#place.projectDir);
    return kind !== null && this.#scope(kind).entries.get(handler)?.handler.critical === true;
  }

  /** Whether it is a project's hook without a review. Reads no script. */
  isUnreviewed(handler: Handler): boolean {
    const { record, entries } = this.#scope('project');
    const isOfProject = scopeOf(handler, this.#place.projectDir) === 'project';
    return isOfProject && record.kind !== 'tampered' && !entries.has(handler);
  }

  /** Short phrases about the changes since the review; empty if there are none. */
  changes(handler: Handler): string[] {
    const kind = scopeOf(handler, this.#place.projectDir);
    if (kind === null) return [];
    const { record, entries } = this.#scope(kind);
    if (record.kind === 'tampered') return [record.reason];
    const entry = entries.get(handler);
    return entry === undefined ? [] : this.#changes(handler, entry);
  }

  /** The recorded critical hooks that match the test. Only reads their files. */
  guards(isMeant: (recorded: Handler) => boolean): GuardOnRecord[] {
    return (['user', 'project'] as const).flatMap((kind) => {
      const { record, entries, gone } = this.#scope(kind);
      if (record.kind === 'tampered')
        return record.guards.filter(isMeant).map((handler): GuardOnRecord => ({
          handler,
          current: null,
          state: 'removed',
          changes: [record.reason],
        }));
      const present = [...entries].flatMap(([current, entry]): GuardOnRecord[] => {
        if (!entry.handler.critical || !isMeant(entry.handler)) return [];
        const changes = this.#changes(current, entry);
        const state = changes.length === 0 ? 'trusted' : 'modified';
        return [{ handler: entry.handler, current, state, changes }];
      });
      const removed = gone.flatMap(({ handler }): GuardOnRecord[] =>
        handler.critical && isMeant(handler)
          ? [{ handler, current: null, state: 'removed', changes: [this.#whyGone(handler)] }]
          : [],
      );
      return [...present, ...removed];
    });
  }

  /** All recorded critical hooks, even if they are gone. Reads no script. */
  recordedGuards(): Handler[] {
    return this.guardsSince().map(({ handler }) => handler);
  }

  /** Since when each recorded critical hook guards; null if its record cannot say. Reads no script. */
  guardsSince(): { handler: Handler; at: string | null }[] {
    return (['user', 'project'] as const).flatMap(
      (kind): { handler: Handler; at: string | null }[] => {
        const { record, entries, gone } = this.#scope(kind);
        if (record.kind === 'tampered')
          return record.guards.map((handler) => ({ handler, at: null }));
        return [...entries.values(), ...gone].filter(({ handler }) => handler.critical);
      },
    );
  }

  /** The switch that turns a hook off; null if no effective one does. */
  offBy(handler: Handler): Switch | null {
    return this.switches().find((one) => turnsOff(one, handler)) ?? null;
  }

  /** Whether a recorded switch turns the hook off. Its calls are not refused then. */
  isOffOnRecord(handler: Handler): boolean {
    return this.switches().some((one) => turnsOff(one, handler) && this.isOnRecord(one));
  }

  /** The effective switches: those of owned files, and reviewed ones of the project. */
  switches(): Switch[] {
    return this.#config.files
      .filter((file) => file.switches.length > 0 && this.#counts(file))
      .flatMap((file) => file.switches);
  }

  /** Switches in files of the project without effect, because they were never reviewed. */
  unreviewedSwitches(): Switch[] {
    return this.#config.files
      .filter((file) => file.switches.length > 0 && !this.#counts(file))
      .flatMap((file) => file.switches);
  }

  /** Whether an administrator set the switch or it is recorded. Only such a switch affects a recorded guard. */
  isOnRecord({ file }: Switch): boolean {
    if (file.layer === 'managed') return true;
    return this.#config.files.some(
      (loaded) =>
        loaded.file.path === file.path &&
        loaded.file.dialect === file.dialect &&
        this.#isReviewed(loaded, isOwned(file, this.#place.projectDir) ? 'user' : 'project'),
    );
  }

  files(handler: Handler): ExecutedFile[] {
    let files = this.#files.get(handler);
    if (files === undefined) {
      const { env, home, projectDir } = this.#place;
      const where = { projectDir: this.#root, folder: this.#root, home, path: env['PATH'] ?? '' };
      const named = definitionFolder(handler.source.file, projectDir);
      const action =
        named === projectDir ? handler.action : withResolvedPaths(handler.action, named);
      files = executedFiles({ ...handler, action }, where, this.#stamps);
      this.#files.set(handler, files);
    }
    return files;
  }

  /**
   * Displayed names of the executed files that were written or replaced since they were compared with the review. Used
   * after a run to verify that the reviewed bytes ran.
   */
  replacedSince(handler: Handler): string[] {
    return this.files(handler)
      .filter(({ path }) => this.#stamps.has(path) && stampOf(path) !== this.#stamps.get(path))
      .map(({ path }) => this.shown(path));
  }

  shown(file: string): string {
    return shownPath(file, { projectDir: this.#root, home: this.#place.home });
  }

  #counts(file: LoadedFile): boolean {
    return isOwned(file.file, this.#place.projectDir) || this.#isReviewed(file, 'project');
  }

  #isReviewed(loaded: LoadedFile, kind: 'project' | 'user'): boolean {
    const { record } = this.#scope(kind);
    if (record.kind !== 'valid') return false;
    const { file } = loaded;
    return record.record.entries.some(
      (entry) =>
        entry.kind === 'switches' &&
        entry.file === file.path &&
        entry.dialect === file.dialect &&
        entry.switches === switchesText(loaded),
    );
  }

  #changes(handler: Handler, entry: ReviewedHook): string[] {
    if (definitionOf(handler) !== definitionOf(entry.handler))
      return changedDefinition(entry.handler, handler);
    return changedFiles(entry.files, this.files(handler), (file) => this.shown(file));
  }

  #whyGone({ source: { file } }: Handler): string {
    const broken = this.#config.problems.find(
      (problem) =>
        problem.file === file.path &&
        (problem.code === 'unreadable_file' || problem.code === 'unparsable_file'),
    );
    const name = this.shown(file.path);
    return broken === undefined
      ? `it is no longer in ${name}`
      : `${name} cannot be read (${broken.message.replace(/\.$/, '')})`;
  }

  #scope(kind: 'project' | 'user'): Scope {
    const name = kind === 'project' ? this.#root : USER_SCOPE;
    let scope = this.#scopes.get(name);
    if (scope === undefined) {
      const record = readRecord(this.#place, name);
      scope = { record, ...this.#paired(kind, record.kind === 'valid' ? record.record : null) };
      this.#scopes.set(name, scope);
    }
    return scope;
  }

  /** Pairs equal definitions first, then equal positions. The rest is new or removed. */
  #paired(kind: 'project' | 'user', record: ReviewRecord | null): Omit<Scope, 'record'> {
    const entries = new Map<Handler, ReviewedHook>();
    let left = hooksOf(record, this.#root);
    if (left.length === 0) return { entries, gone: [] };
    const handlers = this.#config.handlers.filter(
      (handler) => scopeOf(handler, this.#place.projectDir) === kind,
    );
    for (const keyOf of [
      (handler: Handler) => `${definitionOf(handler)}\n${placeKey(handler)}`,
      definitionOf,
      placeKey,
    ])
      for (const handler of handlers) {
        if (entries.has(handler)) continue;
        const key = keyOf(handler);
        const found = left.find((entry) => keyOf(entry.handler) === key);
        if (found === undefined) continue;
        entries.set(handler, found);
        left = left.filter((entry) => entry !== found);
      }
    return { entries, gone: left };
  }
}

/** Entries that apply to this project. */
function hooksOf(record: ReviewRecord | null, root: string): ReviewedHook[] {
  return (record?.entries ?? []).filter(
    (entry) => entry.kind === 'hook' && (entry.projectDir === null || entry.projectDir === root),
  ) as ReviewedHook[];
}

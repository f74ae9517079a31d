/** The hooks of a project and the user's critical hooks, each with its review state. */
import type { Handler, Switch } from '@hookloom/hooks';
import { homeOf } from '@hookloom/core/settings';
import type { CommandContext } from '../command/context.ts';
import { conflict, realPath } from '@hookloom/core';

export type ProjectHooks = Awaited<ReturnType<typeof projectHooks>>;

export interface HookRow {
  /** Such as `.hookloom/hooks.toml:3`. */
  place: string;
  event: string;
  action: string;
  critical: boolean;
  state: HookState;
  /** Changes since the review, as short phrases. */
  changes: string[];
  /** Changed lines, by file. */
  differences: { file: string; lines: string[] }[];
  /** What it executes, apart from system programs. */
  scripts: { path: string; sha256: string }[];
}

/** `modified` is shown as "changed". */
export type HookState = 'trusted' | 'untrusted' | 'modified' | 'removed' | 'switched_off';

export interface SwitchRow {
  place: string;
  text: string;
  /** Whether it is in force. */
  reviewed: boolean;
  /** How many of these hooks it turns off. */
  turns_off: number;
}

/** What is wrong in the hook files, also in those of the user. */
export interface ProblemRow {
  place: string;
  severity: 'error' | 'warning';
  message: string;
  remediation: string;
  /** Hooks are missing because of it, and a guard may be one of them. */
  hidesGuards: boolean;
}

export function problemRows({ config, reviews }: ProjectHooks): ProblemRow[] {
  return config.problems.map(({ file, line, severity, code, message, remediation }) => ({
    place: `${reviews.shown(file)}${line > 0 ? `:${line}` : ''}`,
    severity,
    message,
    remediation,
    hidesGuards:
      severity === 'error' &&
      (['unreadable_file', 'unparsable_file', 'unknown_event'].includes(code) ||
        config.files.some((one) => one.file.path === file && one.blocked.length > 0)),
  }));
}

/** A review of files whose guards cannot be loaded would accept that these guards are missing. */
export function assertComplete(project: ProjectHooks): void {
  const found = problemRows(project).find(({ hidesGuards }) => hidesGuards);
  if (found !== undefined)
    throw conflict(
      `Nothing was reviewed. ${found.place}: ${found.message}`,
      `${found.remediation} \`hookloom hooks trust\` shows everything that is wrong.`,
    );
}

export async function projectHooks(
  { env }: Pick<CommandContext, 'env'>,
  root: string,
  stateDir: string,
) {
  const { configFiles, loadConfig, openReviews, scopeOf, isOwnCommand } =
    await import('@hookloom/hooks');
  const projectDir = realPath(root);
  const home = homeOf(env);
  const place = { projectDir, stateDir, home, env };
  const config = loadConfig(configFiles({ projectDir, home, env }));
  /** Without our own entries, which never run as hooks. */
  const handlers = config.handlers.filter(
    (handler) => !isOwnCommand(handler) && scopeOf(handler, projectDir) !== null,
  );
  return { place, config, reviews: openReviews(config, place), handlers };
}

export async function hookRows({ place, reviews, handlers }: ProjectHooks): Promise<HookRow[]> {
  const [{ placeOf }, { differencesOf }] = await Promise.all([
    import('@hookloom/hooks'),
    import('./differences-of.ts'),
  ]);
  const present = handlers.map((handler): HookRow => {
    const trust = reviews.trust(handler);
    const off = reviews.offBy(handler);
    return {
      place: placeOf(handler.source, place),
      event: handler.event,
      action: actionText(handler),
      critical: handler.critical,
      state: off === null ? trust : 'switched_off',
      changes:
        off === null
          ? reviews.changes(handler)
          : [`${off.text} in ${reviews.shown(off.file.path)}`],
      differences: trust === 'modified' ? differencesOf(handler, place, reviews) : [],
      scripts: reviews.files(handler),
    };
  });
  const removed = reviews
    .guards(() => true)
    .filter(({ state }) => state === 'removed')
    .map(({ handler, changes }): HookRow => ({
      place: placeOf(handler.source, place),
      event: handler.event,
      action: actionText(handler),
      critical: true,
      state: 'removed',
      changes,
      differences: differencesOf(handler, place, reviews),
      scripts: [],
    }));
  return [...present, ...removed];
}

export async function switchRows({ place, reviews, handlers }: ProjectHooks): Promise<SwitchRow[]> {
  const { placeOf, turnsOff } = await import('@hookloom/hooks');
  const row = (one: Switch, reviewed: boolean): SwitchRow => ({
    place: placeOf({ file: one.file, line: one.line, group: 0, index: 0 }, place),
    text: one.text,
    reviewed,
    turns_off: handlers.filter((handler) => turnsOff(one, handler)).length,
  });
  return [
    ...reviews.switches().map((one) => row(one, true)),
    ...reviews.unreviewedSwitches().map((one) => row(one, false)),
  ];
}

export function actionText({ action }: Handler): string {
  if (action.kind === 'shell') return action.command;
  return action.kind === 'argv' ? JSON.stringify(action.argv) : `POST ${action.url}`;
}

/** Reports hooks that are off: at the start of a session, or at the first event that can carry it. */
import type { HookClient } from '../../clients/client.ts';
import { claimOnce } from '../../state/once.ts';
import type { Handler, Switch } from '../handler.ts';
import type { LoadedConfig } from '../load.ts';
import { isOwnCommand } from '../../found/own-command.ts';
import { turnsOff } from '../switches.ts';
import type { GuardAnswer, RefusalRequest } from './refusals.ts';

export interface ReviewReportRequest extends Pick<
  RefusalRequest,
  'reviews' | 'event' | 'planned' | 'trustProject' | 'placeOf'
> {
  config: LoadedConfig;
  client: HookClient;
  /** The session's state folder. */
  state: string;
}

const REVIEW = 'Review in a terminal: hookloom hooks trust';

export function reportReviews(request: ReviewReportRequest): GuardAnswer[] {
  const { client, event, state } = request;
  const { events } = client.capabilities;
  const { system_message: message, context } = events[event.native_event]?.answers ?? {};
  const isStart = event.event_type === 'session_start';
  const isMute = !Object.values(events).some(({ answers }) => answers.system_message !== undefined);
  // A client that shows no message: the model tells the user.
  const byModel = message === undefined && (isStart || isMute) && context?.survival === 'kept';
  const carries = byModel ? 'kept' : message?.survival;
  const off = byModel ? unreviewed(request).map(toldByModel) : unreviewed(request);
  const all = [...off, ...switchedOff(request), ...broken(request)];
  const changed = changedNow(request);
  if (isStart) return [...all, ...changed];
  const canReport = carries === 'kept' || carries === 'changed';
  // Once per session, even if the session began before them or its start could not carry a message.
  return (canReport ? [...all, ...changed] : changed).filter(
    ({ report: { kind, detail } }) =>
      claimOnce(state, `${canReport ? 'told' : 'recorded'}:${kind}:${detail}`) === 'claimed',
  );
}

/** Whether the start of a session has something to report, so that the engine must be loaded. Reads no script. */
export function hasNews(
  request: Omit<ReviewReportRequest, 'planned' | 'event' | 'state'>,
): boolean {
  return (
    unreviewed(request).length > 0 || switchedOff(request).length > 0 || broken(request).length > 0
  );
}

type Standing = Omit<ReviewReportRequest, 'planned' | 'event' | 'state'>;

function live({ config, client }: Standing): Handler[] {
  return config.handlers.filter(
    (handler) => !isOwnCommand(handler) && !client.runsItself.includes(handler.dialect),
  );
}

function unreviewed(request: Standing): GuardAnswer[] {
  const { reviews, trustProject } = request;
  const hooks = trustProject ? [] : live(request).filter((one) => reviews.isUnreviewed(one));
  const switches = reviews.unreviewedSwitches();
  const files = new Set(
    [...hooks.map(({ source }) => source.file), ...switches.map((one) => one.file)].map(
      ({ path }) => reviews.shown(path),
    ),
  );
  if (files.size === 0) return [];
  const what = [
    ...(hooks.length > 0 ? [counted(hooks.length, 'hook')] : []),
    ...(switches.length > 0 ? [counted(switches.length, 'switch', 'switches')] : []),
  ].join(' and ');
  const one = hooks.length + switches.length === 1;
  const effect =
    switches.length === 0
      ? one
        ? 'does not run'
        : 'do not run'
      : one
        ? 'has no effect'
        : 'have no effect';
  const guards = hooks.filter(({ critical }) => critical).length;
  const open =
    guards === 0
      ? ''
      : ` Until then, ${counted(guards, 'critical hook')} refuse${guards === 1 ? 's' : ''} nothing.`;
  const detail = `${what} of this project ${effect} until reviewed (${[...files].join(', ')}).${open}`;
  return [say('unreviewed', detail, `${detail} ${REVIEW}`)];
}

function toldByModel({ response, report }: GuardAnswer): GuardAnswer {
  const context = `Tell the user: ${response.system_message}`;
  return { response: { decision: 'none', context }, report };
}

function switchedOff(request: Standing): GuardAnswer[] {
  const { reviews } = request;
  const handlers = live(request);
  return reviews.switches().flatMap((one: Switch) => {
    const off = handlers.filter((handler) => turnsOff(one, handler));
    if (off.length === 0) return [];
    const critical = off.filter((handler) => handler.critical).length;
    const some = critical === 0 ? '' : `, ${critical} of them critical`;
    const detail = `${one.text} in ${reviews.shown(one.file.path)} turns off ${counted(off.length, 'hook')}${some}.`;
    return [say('switched_off', detail, detail, critical > 0)];
  });
}

function broken({ reviews, config }: Standing): GuardAnswer[] {
  const files = config.problems
    .filter(({ code }) => code === 'unreadable_file' || code === 'unparsable_file')
    .map(({ file, message }) => {
      const detail = `None of the hooks in ${reviews.shown(file)} runs: ${message}`;
      return say('removed', detail, detail);
    });
  const records = (['user', 'project'] as const).flatMap((scope) => {
    const record = reviews.record(scope);
    if (record.kind !== 'tampered') return [];
    const whose = scope === 'user' ? 'your own hooks' : 'the hooks of this project';
    const detail = `Reviews of ${whose} do not count: ${record.reason}.`;
    return [say('changed', detail, `${detail} ${REVIEW}`)];
  });
  return [...files, ...records];
}

/** Hooks that this event would have run if they had not changed. Critical ones refuse instead. */
function changedNow({ reviews, planned, placeOf }: ReviewReportRequest): GuardAnswer[] {
  return planned
    .filter(({ verdict, handler }) => verdict === 'modified' && !reviews.isGuardOnRecord(handler))
    .map(({ handler }) => {
      const file = placeOf(handler.source);
      const detail = `${file}: ${reviews.changes(handler).slice(0, 3).join('; ')}.`;
      const said = say(
        'changed',
        detail,
        `A hook does not run, because it changed since its review. ${detail} ${REVIEW}`,
      );
      return { ...said, report: { ...said.report, file, hook_event: handler.event } };
    });
}

function say(
  kind: GuardAnswer['report']['kind'],
  detail: string,
  message: string,
  critical = false,
): GuardAnswer {
  return {
    response: { decision: 'none', system_message: message },
    report: { kind, refused: false, critical, detail },
  };
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

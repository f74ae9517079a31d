import { invalidRequest, type HookloomError } from '@hookloom/core';
import type { Runtime } from '@hookloom/worker';
import type { Workspace } from '@hookloom/core/settings';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { choice, flag, memoryOptions, text } from '../command/options.ts';
import { assertPerson, personOptions } from '../command/person-gate.ts';
import { withRuntime } from '../command/with-runtime.ts';
import { enterWorkspace } from '../install/connect/do-connection.ts';
import { plural } from '../output/format.ts';

type Team = Awaited<ReturnType<Runtime['team']>>;
type Synced = Awaited<ReturnType<Team['syncTeam']>>;
type Standing = Awaited<ReturnType<Team['teamPosition']>>;

export const command = defineCommand({
  name: 'sync',
  summary: 'Send this project’s events to the team store, and fetch those of your teammates.',
  description:
    'Your log stays on this machine; the store gets a copy of what may leave. With `--send decisions` these are decisions, tasks, handoffs and remembered facts. With `--send memory` prompts and answers go as well. Outputs of tools, files and web pages never leave. Forgetting always reaches the store. While the worker runs, it syncs by itself.',
  options: {
    enable: flag('--enable', 'let this project take part in the team store'),
    disable: flag(
      '--disable',
      'leave the team: stop sending, and remove teammates’ events from this machine',
    ),
    send: choice('--send <what>', 'what may leave this machine (with --enable)', [
      'decisions',
      'memory',
    ]),
    as: text('--as <name>', 'the name that teammates see (with --enable)'),
    project: text('--project <id>', 'the id that all members use (with --enable)'),
    dryRun: flag('--dry-run', 'count what would be sent, and send nothing'),
    status: flag('--status', 'show the last sync and what is waiting, without asking the server'),
    ...personOptions,
    ...memoryOptions,
  },
  examples: {
    'hookloom sync --enable --send decisions': 'take part, once per project',
    'hookloom sync': 'send and fetch now',
    'hookloom sync --status': 'see what is waiting',
  },
  async run({ options, context, out }) {
    const { enable, disable, send, as, project, dryRun, status, json } = options;
    if ([enable, disable, status, dryRun].filter(Boolean).length > 1)
      throw wrong('Pass one of --enable, --disable, --status and --dry-run.');
    if (!enable && (send ?? as ?? project) !== undefined)
      throw wrong('--send, --as and --project need --enable.');
    const workspace = workspaceOf(context, options);
    if (enable || disable) await assertDecided(context, workspace, options);
    return withRuntime(context, workspace, async (runtime) => {
      const team = await runtime.team();
      if (enable) {
        const state = await team.enableTeam(runtime.context, { send, as, project });
        // The worker syncs the projects that it knows, also those without a connected client.
        await enterWorkspace(workspace, context.env);
        if (json) return out.json(state);
        out.line(`Project ${state.project} sends ${WORDS[state.send]} as ${state.writer}.`);
        out.line('Run `hookloom sync` to send and fetch now.');
        return undefined;
      }
      if (disable) {
        const was = await team.disableTeam(runtime.context);
        if (json) return out.json({ disabled: was });
        out.line(
          was
            ? 'This project left the team store. What was sent stays there.'
            : 'This project is not in a team store.',
        );
        return undefined;
      }
      if (status) {
        const standing = await team.teamPosition(runtime.context);
        if (json) return out.json(standing);
        await showStanding(context, standing);
        return undefined;
      }
      const synced = await team.syncTeam(runtime.context, { isDry: dryRun });
      if (json) out.json(synced);
      else await showSynced(context, synced);
      const isWhole =
        synced.pushed.every(({ error }) => error === null) &&
        synced.pulled.every(({ refused }) => refused === null);
      return isWhole ? undefined : 1;
    });
  },
});

const WORDS = {
  decisions: 'decisions, tasks and remembered facts',
  memory: 'decisions, prompts and answers',
} as const;

function wrong(message: string): HookloomError {
  return invalidRequest(message, 'See `hookloom sync --help`.');
}

/** Only a person may decide what leaves the machine. */
async function assertDecided(
  context: CommandContext,
  workspace: Workspace,
  { adminTokenFile, enable }: { adminTokenFile: string | undefined; enable: boolean },
): Promise<void> {
  const { stateDirPath } = await import('@hookloom/core/settings');
  await assertPerson({
    context,
    workspace,
    command: enable ? 'sync --enable' : 'sync --disable',
    adminTokenFile,
    stateDir: stateDirPath(context.env),
    hasReview: false,
  });
}

async function showSynced({ out }: CommandContext, synced: Synced): Promise<void> {
  const { pushed, pulled, dry_run: isDry } = synced;
  const sum = (field: 'sent' | 'kept_back' | 'forgotten'): number =>
    pushed.reduce((total, each) => total + each[field], 0);
  const forgotten =
    sum('forgotten') === 0 ? '' : `, ${plural(sum('forgotten'), 'forgetting')} among them`;
  const verb = isDry ? 'Would send' : 'Sent';
  const kept = `kept the content of ${plural(sum('kept_back'), 'event')} here`;
  out.line(`${verb} ${plural(sum('sent'), 'event')}${forgotten}; ${kept}.`);
  for (const { session, error } of pushed)
    if (error !== null) out.wrapped(`${session}: ${error.message} ${error.remediation}`, '  ');
  if (isDry) return;
  const added = pulled.reduce((total, each) => total + each.added, 0);
  const people = new Set(pulled.map(({ writer }) => writer)).size;
  out.line(`Fetched ${plural(added, 'event')}; ${plural(people, 'teammate')} in this project.`);
  for (const { writer, log, refused } of pulled)
    if (refused !== null)
      out.wrapped(`${writer} ${log}: event ${refused.seq} is refused, ${refused.why}.`, '  ');
}

async function showStanding({ out }: CommandContext, standing: Standing): Promise<void> {
  const { enabled, store, project, writer, send, last, waiting, parts } = standing;
  if (!enabled)
    return out.line('This project is not in a team store. Run `hookloom sync --enable`.');
  out.line(`Store    ${store ?? 'none is set: name one in HOOKLOOM_TEAM_URL_FILE'}`);
  out.line(`Project  ${project}, sent as ${writer}: ${WORDS[send!]}`);
  const when = last === null ? 'never' : last.at;
  await out.cut(`Last     ${when}${last?.error == null ? '' : `, failed: ${last.error}`}`);
  out.line(`Waiting  ${plural(waiting, 'event')}`);
  for (const part of parts)
    await out.cut(`${part.writer}  ${part.log}, ${plural(part.events, 'event')}`, '  ');
}

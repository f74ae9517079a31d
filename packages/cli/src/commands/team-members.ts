import { ROLES } from '@hookloom/log';
import type { Runtime } from '@hookloom/worker';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { argument, choice, flag, memoryOptions, text } from '../command/options.ts';
import { operationCommand } from '../command/operation-command.ts';
import { withRuntime } from '../command/with-runtime.ts';

type Invited = Parameters<Awaited<ReturnType<Runtime['team']>>['inviteToTeam']>[1];

export const invite = operationCommand({
  name: 'team invite',
  summary: 'Give a teammate access to a project in the team store, or another role.',
  description:
    'Creates a login for one person and machine, and prints its address once. Pass the login of a member instead of a name to add that machine to another project, or to change its role. See docs/reference/team-roles.md for what each role may do.',
  arguments: { member: argument('MEMBER', 'the name that teammates see, or an existing login') },
  options: {
    role: choice('--role <role>', 'what the login may do (default: writer)', ROLES),
    machine: text('--machine <name>', 'the machine it is for, to distinguish logins'),
    project: text('--project <id>', 'the project (default: that of this folder)'),
    ...memoryOptions,
  },
  examples: {
    'hookloom team invite bob --machine laptop': 'let bob send and fetch in this project',
    'hookloom team invite ci --role reader': 'let a program fetch only',
    'hookloom team invite hookloom_bob_3fa2c1 --role coordinator --project api':
      'let an existing login invite others to the project api',
  },
  session: 'workspace',
  operation: async () => async (on, request: Invited, _, runtime) =>
    (await runtime.team()).inviteToTeam(on, request),
  request: ({ args: { member }, options: { role = 'writer', machine, project } }) => ({
    member,
    role,
    machine,
    project,
  }),
  print(made, { out }) {
    if (made.address === null)
      return out.line(
        `${made.login} is now ${made.role} in ${made.project}. Its address stays the same.`,
      );
    out.line(
      `Invited ${made.person} to ${made.project} as ${made.role}. The address of the store for this person,`,
    );
    out.line('with a password that cannot be shown again:');
    out.bold(made.address);
  },
});

export const command = defineCommand({
  name: 'team members',
  summary: 'List who has access to the team store.',
  options: {
    changes: flag('--changes', 'list who invited and revoked whom, newest first'),
    ...memoryOptions,
  },
  examples: { 'hookloom team members': 'list logins, roles and projects' },
  async run({ options, context, out }) {
    return withRuntime(context, workspaceOf(context, options), async (runtime) => {
      const team = await runtime.team();
      if (options.changes) {
        const changes = await team.teamChanges(runtime.context);
        if (options.json) return out.json(changes);
        const said = changes.map(
          ({ at, actor, action, login, project, detail }) =>
            `${at}  ${actor}: ${action} ${login} (${detail}) in ${project}`,
        );
        return list(context, said, 'No one was invited yet.');
      }
      const members = await team.teamMembers(runtime.context);
      if (options.json) return out.json(members);
      const said = members.map(
        ({ person, machine, role, project, login, invited_at, revoked_at }) => {
          const on = machine === '' ? '' : ` on ${machine}`;
          const ended = revoked_at === null ? '' : `, revoked ${revoked_at.slice(0, 10)}`;
          return `${person}${on}  ${role} in ${project}, ${login}, since ${invited_at.slice(0, 10)}${ended}`;
        },
      );
      return list(context, said, 'No one was invited yet. Run `hookloom team invite`.');
    });
  },
});

async function list({ out }: CommandContext, said: string[], none: string): Promise<undefined> {
  const { renderLine } = await import('../output/table.ts');
  if (said.length === 0) out.line(none);
  // A program may need the login at the end of a line, so it gets whole lines.
  for (const line of said) out.line(out.isTerminal ? await renderLine(line, out.columns) : line);
}

export const revoke = operationCommand({
  name: 'team revoke',
  summary: 'End a teammate’s access to the team store.',
  description:
    'Access ends at once, even during a sync. Events that the person sent stay in the store, and copies stay on that machine.',
  arguments: { member: argument('MEMBER', 'a login, or a person for all of their logins') },
  options: {
    project: text('--project <id>', 'end it in this project only (default: in all)'),
    ...memoryOptions,
  },
  examples: { 'hookloom team revoke bob': 'end all logins of bob' },
  session: 'workspace',
  async operation({ args: { member }, options: { project } }) {
    return async (on, _: object, __, runtime) => {
      const ended = await (await runtime.team()).revokeFromTeam(on, member, project);
      return { revoked: ended.map(({ login, project: of }) => ({ login, project: of })) };
    };
  },
  request: () => ({}),
  print({ revoked }, { out }) {
    for (const { login, project } of revoked) out.line(`Revoked ${login} in ${project}.`);
  },
});

import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { argument, choice, memoryOptions, text } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';

const project = text('--project <id>', 'the project (default: that of this folder)');

export const invite = defineCommand({
  name: 'team invite',
  summary: 'Give a teammate access to a project in the team store.',
  description:
    'Makes a login for one person and machine, and prints its address once. A reader fetches, a writer also sends, under the own name only. Needs a database user that owns the store and may create roles.',
  arguments: { person: argument('PERSON', 'the name that teammates see') },
  options: {
    role: choice('--role <role>', 'what the login may do (default: writer)', ['reader', 'writer']),
    project,
    ...memoryOptions,
  },
  examples: [
    { command: 'hookloom team invite bob', does: 'let bob send and fetch in this project' },
    { command: 'hookloom team invite ci --role reader', does: 'let a program fetch only' },
  ],
  async run({ args, options, context }) {
    const { out } = context;
    const made = await withRuntime(context, workspaceOf(context, options), async (runtime) =>
      (await runtime.team()).inviteToTeam(runtime.context, {
        person: args.person,
        role: options.role ?? 'writer',
        project: options.project,
      }),
    );
    if (options.json) return out.json(made);
    out.line(
      `Invited ${made.person} to ${made.project} as ${made.role}. The address of the store for this person,`,
    );
    out.line('with a password that cannot be shown again:');
    out.line({ style: 'bold', text: made.address });
    return undefined;
  },
});

export const command = defineCommand({
  name: 'team members',
  summary: 'List who has access to the team store.',
  arguments: {},
  options: { ...memoryOptions },
  examples: [{ command: 'hookloom team members', does: 'list logins, roles and projects' }],
  async run({ options, context }) {
    const { out } = context;
    const members = await withRuntime(context, workspaceOf(context, options), async (runtime) =>
      (await runtime.team()).teamMembers(runtime.context),
    );
    if (options.json) return out.json(members);
    if (members.length === 0) out.line('No one was invited yet. Run `hookloom team invite`.');
    const { renderLine } = await import('../output/table.ts');
    for (const { person, role, project: of, login, invited_at, revoked_at } of members) {
      const ended = revoked_at === null ? '' : `, revoked ${revoked_at.slice(0, 10)}`;
      const said = `${person}  ${role} in ${of}, ${login}, since ${invited_at.slice(0, 10)}${ended}`;
      out.line(await renderLine(said, out.columns));
    }
    return undefined;
  },
});

export const revoke = defineCommand({
  name: 'team revoke',
  summary: 'End a teammate’s access to the team store.',
  description: 'What the person sent stays. Copies on that machine stay, too.',
  arguments: { member: argument('MEMBER', 'a login, or a person for all of their logins') },
  options: { ...memoryOptions },
  examples: [{ command: 'hookloom team revoke bob', does: 'end all logins of bob' }],
  async run({ args, options, context }) {
    const { out } = context;
    const logins = await withRuntime(context, workspaceOf(context, options), async (runtime) =>
      (await runtime.team()).revokeFromTeam(runtime.context, args.member),
    );
    if (options.json) return out.json({ revoked: logins });
    out.line(`Revoked ${logins.join(', ')}.`);
    return undefined;
  },
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  defaultSessionOf,
  newProjectFile,
  readProjectFile,
  replaceProjectFile,
  sessionsIn,
} from '@hookloom/core/settings';
import { notFound } from '@hookloom/core';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { jsonOption, optionalArgument } from '../command/options.ts';
import { namedFolder } from '../command/root-of.ts';

/** Keeps what the file says about the repository. */
function repositoryIn(dir: string): object {
  try {
    const { repository } = JSON.parse(readFileSync(path.join(dir, 'project.json'), 'utf8')) as {
      repository?: unknown;
    };
    return repository === undefined ? {} : { repository };
  } catch {
    return {};
  }
}

export const projectAdopt = defineCommand({
  name: 'project adopt',
  summary: 'Choose the log that this folder uses by default.',
  description:
    'A folder keeps its log when you rename it. Use this command if a folder has several logs, or the wrong one. Without SESSION it lists the logs. The other logs stay unchanged.',
  arguments: { session: optionalArgument('SESSION', 'the log to use (default: list the logs)') },
  options: { ...jsonOption },
  examples: {
    'hookloom project adopt': 'list the logs of this folder',
    'hookloom project adopt shop-default': 'answer from shop-default from now on',
  },
  async run({ args, options, context }) {
    const { root, eventloomDir: dir } = workspaceOf(context, options);
    const sessions = sessionsIn(dir);
    const { session } = args;
    if (session !== undefined) {
      if (!sessions.includes(session))
        throw notFound(
          `There is no log ${session} in ${dir}.`,
          'Run `hookloom project adopt` to list the logs of this folder.',
        );
      const made = { name: path.basename(root), now: new Date(context.now()).toISOString() };
      const project = readProjectFile(dir) ?? newProjectFile(session, made);
      replaceProjectFile(dir, { ...repositoryIn(dir), ...project, default_session: session });
    }
    const chosen = defaultSessionOf(dir);
    if (options.json) context.out.json({ default_session: chosen, sessions });
    else if (session !== undefined) context.out.line(`This folder uses ${session} from now on.`);
    else if (sessions.length === 0) context.out.line('Nothing is recorded in this folder yet.');
    else
      for (const name of sessions) context.out.line(name === chosen ? `${name}  (default)` : name);
  },
});

export const projectJoin = defineCommand({
  name: 'project join',
  summary: 'Enable a clone of a repository that you enabled.',
  description:
    'A folder is such a clone if it has the same remote and the same first commits. It gets the identity of that project and a separate log. Anything else, such as a fork or a repository made from a template, stays as it is. Hooks in your own settings run this once for a folder whose remote has the name of an enabled one.',
  arguments: { folder: optionalArgument('FOLDER', 'the clone (default: this folder)') },
  options: { ...jsonOption },
  examples: { 'hookloom project join': 'enable this clone' },
  async run({ args, options, context }) {
    const given = args.folder ?? '';
    const folder = given === '' ? context.cwd : namedFolder(context.cwd, given);
    const { joinClone } = await import('@hookloom/worker');
    const project = await joinClone(folder, context.env);
    const known = readProjectFile(path.join(folder, '.eventloom'));
    if (options.json) context.out.json({ joined: project !== null, project });
    else if (project !== null) context.out.line(`This clone belongs to ${project} from now on.`);
    else if (known !== null)
      context.out.line(`${path.basename(folder)} belongs to ${known.id} already.`);
    else
      context.out.line(
        `${path.basename(folder)} is not a clone of an enabled project. To enable it, run \`hookloom init\` here.`,
      );
    return 0;
  },
});

/** `hookloom init-session PATH`: creates the session log of a workspace with its genesis event. */
import path from 'node:path';
import { workspaceIn } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { withStore } from '../command/with-store.ts';
import { namedFolder } from '../command/root-of.ts';
import { argument, jsonOption, sessionOption, workspaceOptions } from '../command/options.ts';

export const command = defineCommand({
  name: 'init-session',
  summary: 'Create the log of a folder without connecting a client.',
  description:
    'Records session.genesis in the .eventloom directory of the folder, once. `hookloom init` does this too and also connects clients.',
  arguments: { workspacePath: argument('PATH', 'the workspace') },
  options: { ...workspaceOptions, ...sessionOption, ...jsonOption },
  examples: { 'hookloom init-session .': 'create the log of this folder' },
  async run({ args, options, context }) {
    const root = namedFolder(context.cwd, args.workspacePath);
    const workspace = workspaceIn(context, root, options);
    const { recordGenesis } = await import('@hookloom/worker');
    const { seq, hash, duplicate } = await withStore(context, workspace, (store) =>
      recordGenesis(store, workspace),
    );
    const { domain, session, eventloomDir } = workspace;
    if (options.json)
      return context.out.json({
        created: !duplicate,
        domain,
        eventloom_path: eventloomDir,
        hash,
        seq,
        session_id: session,
      });
    context.out.line(
      { style: 'bold', text: session },
      duplicate ? ` exists already. It begins with event ${seq}.` : ` begins with event ${seq}.`,
    );
    context.out.line(`Log: ${path.join(eventloomDir, `${session}.jsonl`)}`);
  },
});

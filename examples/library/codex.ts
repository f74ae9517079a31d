// The hooks of this project answer what a Codex app-server asks. Usage: node codex.js PROMPT
import { createHookloom } from 'hookloom';
import { CodexAdapter, CodexAppServerClient } from 'hookloom/codex';

await using loom = await createHookloom();
const client = new CodexAppServerClient(); // starts `codex app-server`

// Attach the hooks before the client starts, so that no event is missed.
const adapter = new CodexAdapter({
  hookManager: loom.hooks,
  onHandled: ({ event, response }) => console.log(event.native_event, response.decision),
});
adapter.attachToClient(client);

await client.start();
const done = new Promise<void>((resolve) => {
  client.on('message', ({ method }) => method === 'turn/completed' && resolve());
});
const { thread } = await client.startThread({ cwd: loom.project.root });
await client.startTurn((thread as { id: string }).id, process.argv[2] ?? 'List the files.');
await done;
await client.close();

// Several events in one hook, tried without a client.
import { addContext, ask, continueWith, defineHook, none, respond } from 'hookloom/hooks';

const hook = defineHook({
  onSessionStart: () => addContext('This project uses pnpm.'),
  onToolPre: ({ tool, command }) => {
    if (tool.files.some((file) => file.endsWith('.env'))) return ask('This file holds secrets.');
    return command?.includes('--force') ? ask('It overwrites history.') : none();
  },
  onStop: ({ stop_hook_active }) => (stop_hook_active ? none() : continueWith('Run the tests.')),
});

const payload = { hook_event_name: 'SessionStart', session_id: 's1', source: 'startup' };
const { client, stdout } = await respond(hook, payload);
console.log(client, stdout);

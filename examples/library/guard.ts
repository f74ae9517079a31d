// A hook for every client. Register it as a command: `node guard.js`.
import { deny, none, onToolPre, run } from 'hookloom/hooks';

const guard = onToolPre('Bash', ({ command }) =>
  /\brm\s+-rf\b/.test(command) ? deny('Remove single files instead.') : none(),
);
await run(guard, { failClosed: true });

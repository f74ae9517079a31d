// The scenarios that run for every client.
import { below } from './below.mjs';
import { capture } from './capture.mjs';
import { connecting } from './connecting.mjs';
import { hooks } from './hooks.mjs';
import { injection } from './injection.mjs';
import { mcp } from './mcp.mjs';
import { privacy } from './privacy.mjs';
import { proving } from './proving.mjs';
import { recording } from './recording.mjs';
import { remote } from './remote.mjs';
import { sessions } from './sessions.mjs';
import { user } from './user.mjs';

export const everyClient = [
  ...recording,
  ...privacy,
  ...hooks,
  ...injection,
  ...mcp,
  ...remote,
  ...sessions,
  ...below,
  ...capture,
  ...connecting,
  ...user,
  ...proving,
];

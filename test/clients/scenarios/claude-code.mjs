import { hooks } from './every-client/hooks.mjs';
import { injection } from './every-client/injection.mjs';
import { privacy } from './every-client/privacy.mjs';
import { recording } from './every-client/recording.mjs';
import { sessions } from './every-client/sessions.mjs';

export const scenarios = [...recording, ...privacy, ...hooks, ...injection, ...sessions];

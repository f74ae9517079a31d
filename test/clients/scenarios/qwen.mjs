// Qwen Code: the shared scenarios, and its own.
import { except } from '../lab/scenario.mjs';
import { everyClient } from './every-client/index.mjs';

export const scenarios = except(everyClient, {
  'a session begins and ends once in the log':
    'Qwen Code does not report the end of a headless session',
  'a hook can replace a command before it runs':
    'Qwen Code does not accept a new input from a hook before a call',
  'a hook can replace the output of a command for the model':
    'Qwen Code does not accept a new output from a hook',
});

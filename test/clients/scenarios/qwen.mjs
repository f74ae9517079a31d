// Qwen Code: what every client does, and what it alone does.
import { except } from '../lab/scenario.mjs';
import { everyClient } from './every-client/index.mjs';

export const scenarios = except(everyClient, {
  'a session begins and ends once in the log': 'Qwen Code sends no end of a headless session',
  'a hook that rewrites a command has the other one run':
    'Qwen Code takes no other input from a hook before a call',
  'a hook that replaces the output of a command has the model see the other text alone':
    'Qwen Code takes no other output from a hook',
});

import { expect, it } from 'vitest';
import { observing } from '../record/observed.fixture.ts';

const observeClaude = observing('claude-code');
const observeGemini = observing('gemini');

const context = { root: '/home/dev/shop', digest: () => 'digest' };

it.each([
  ['Claude Code', observeClaude, 'UserPromptSubmit'],
  ['Gemini CLI', observeGemini, 'BeforeAgent'],
])(
  'a prompt under %s that asks about the state of the work reminds of the memory',
  (_who, observe, name) => {
    const prompted = (prompt: string) =>
      observe({ hook_event_name: name, session_id: 's', prompt }, context).reminder;
    expect(prompted('What is left on the roadmap?')).toEqual({
      trigger: 'user-prompt-submit',
      summary: 'What is left on the roadmap?',
    });
    expect(prompted('Rename the button.')).toBeUndefined();
    expect(prompted('<private>What is the status?</private>')).toBeUndefined();
  },
);

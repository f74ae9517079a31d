/** A prompt that asks where the work stands is a moment to look into the memory. Reached by the hook path. */
import type { ObservedHook } from '@hookloom/core/hook/observed-event';
import { asksWhereWeAre } from './policy.ts';

export function reminderOf(prompt: string): Pick<ObservedHook, 'reminder'> {
  return asksWhereWeAre(prompt)
    ? { reminder: { trigger: 'user-prompt-submit', summary: prompt } }
    : {};
}

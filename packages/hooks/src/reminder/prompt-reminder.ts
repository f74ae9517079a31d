/** A prompt that asks about the state of the work is a good moment to use the memory. Part of the hook path. */
import type { ObservedHook } from '@hookloom/core/hook';
import { asksForWorkState } from './policy.ts';

export function reminderOf(prompt: string): Pick<ObservedHook, 'reminder'> {
  return asksForWorkState(prompt)
    ? { reminder: { trigger: 'user-prompt-submit', summary: prompt } }
    : {};
}

/** Whether a project has a recorded critical guard. Only then are our own files and commands protected. */
import type { HookEventType } from '@hookloom/core/hook';
import type { Reviews } from '../review/reviews.ts';

/** Reads no script. */
export function guardsInForce(reviews: Pick<Reviews, 'recordedGuards'>): boolean {
  return reviews.recordedGuards().length > 0;
}

/** Events at which clients' session files are searched for calls that no guard saw. */
export const SEARCH_EVENTS: readonly HookEventType[] = [
  'session_start',
  'session_end',
  'before_agent',
  'after_agent',
  'stop',
];

/**
 * Further events that load the engine while critical guards are in force: before a call to refuse changes to our files,
 * after it and between turns to find calls that no guard saw, and changed settings to refuse them.
 */
export const PROTECTION_EVENTS: readonly HookEventType[] = [
  'before_tool',
  'after_tool',
  'tool_failure',
  'config_change',
  ...SEARCH_EVENTS,
];

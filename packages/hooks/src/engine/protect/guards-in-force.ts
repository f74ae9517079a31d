/** Whether a project has a critical guard on record: only there our own files and commands are protected. */
import type { HookEventType } from '@hookloom/core/hook';
import type { Reviews } from '../review/reviews.ts';

/** Reads no script. */
export function guardsInForce(reviews: Pick<Reviews, 'recordedGuards'>): boolean {
  return reviews.recordedGuards().length > 0;
}

/** Events at which the session files of clients are searched for calls without their guard. */
export const SEARCH_EVENTS: readonly HookEventType[] = [
  'session_start',
  'session_end',
  'before_agent',
  'after_agent',
  'stop',
];

/**
 * Events for which the engine is loaded if critical guards are in force, besides those of the guards: before a call to
 * refuse changes to our files, after it and between turns to find calls without their guard, and changed settings to
 * refuse them.
 */
export const PROTECTION_EVENTS: readonly HookEventType[] = [
  'before_tool',
  'after_tool',
  'tool_failure',
  'config_change',
  ...SEARCH_EVENTS,
];

/** Whether a hook for a type of event runs under a client as registered now, and what to do if it does not. Pure. */
import type { HookEventType } from '@hookloom/core/hook';
import type { HookClient } from '../clients/client.ts';
import { nativeEvents } from './needed-events.ts';
import type { Registration } from './read-registration.ts';

export type WhyNot =
  | { reason: 'not_connected'; message: string; remediation: string }
  /** The client has no event that carries this type. */
  | { reason: 'cannot_fire'; message: string; remediation: string }
  | { reason: 'blocked'; message: string; remediation: string }
  | { reason: 'not_registered'; message: string; remediation: string }
  /** The shell transport records the event and cannot answer it. */
  | { reason: 'not_answered'; message: string; remediation: string };

/** Null: it fires. */
export function whyNot(
  client: HookClient,
  type: HookEventType,
  registration: Registration,
): WhyNot | null {
  const { title } = client.capabilities;
  const natives = nativeEvents(client, type);
  if (natives.length === 0)
    return {
      reason: 'cannot_fire',
      message: `${title} has no event for ${type}.`,
      remediation: 'Use the hook under another client, or write it for an event of this one.',
    };
  if (registration.files.length === 0 && registration.events.length === 0)
    return {
      reason: 'not_connected',
      message: `${title} does not call Hookloom in this project.`,
      remediation: 'Connect it: `hookloom init`.',
    };
  if (registration.blocked !== null)
    return {
      reason: 'blocked',
      message: `${title} runs none of the Hookloom hooks: ${registration.blocked}.`,
      remediation: 'Run `hookloom doctor`; it shows what to do.',
    };
  const names = natives.join(' or ');
  if (!natives.some((native) => registration.events.includes(native)))
    return {
      reason: 'not_registered',
      message: `${names} is not registered in the settings of ${title}.`,
      remediation: 'Run `hookloom hooks register`.',
    };
  if (!natives.some((native) => registration.answered.includes(native)))
    return {
      reason: 'not_answered',
      message: `${names} goes through the shell transport of ${title}, which only records.`,
      remediation: 'Run `hookloom hooks register`.',
    };
  return null;
}

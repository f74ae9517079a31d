/**
 * Codex behind an app-server as a client of the engine. Answers are sent as JSON-RPC, and have other losses than those
 * of hooks.
 */
import type { HookEvent, HookResponse, Rendered } from '@hookloom/core/hook';
import { isJsonObject } from '@hookloom/core';
import type { HookClient } from '../../client.ts';
import { definition as codex } from '../definition.ts';
import { decideApproval } from './answer-approval.ts';
import { lossesOfTurn } from './losses.ts';

/** Nothing is written: the attached client answers itself, and this names what it cannot express. */
function render(response: HookResponse, event: HookEvent): Rendered {
  const { native_event: method, data: message, raw } = event;
  const params = isJsonObject(message['params'] ?? null) ? message['params'] : {};
  const isAsked = message['id'] !== undefined;
  const losses = isAsked
    ? decideApproval(response, {
        method,
        id: null,
        params: params as typeof message,
        message,
        raw,
      }).losses
    : lossesOfTurn(response, event);
  return { stdout: '', stderr: '', exit: 0, losses };
}

export const codexAttached: HookClient = { ...codex, render };

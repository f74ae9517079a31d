/** Codex as the engine sees it behind an app-server: answers go back as JSON-RPC, and lose other things than hooks do. */
import type { HookEvent, HookResponse, Rendered } from '@hookloom/core/hook';
import { isJsonObject } from '@hookloom/core';
import type { HookClient } from '../../client.ts';
import { definition as codex } from '../definition.ts';
import { decideApproval } from './answer-approval.ts';
import { lossesOfTurn } from './losses.ts';

/** Nothing is written: the attached client answers by itself, and this names what it cannot say. */
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

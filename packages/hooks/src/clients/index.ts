/**
 * The table of clients: a folder and a line each. Lists of clients elsewhere are derived from it. In the built hook every
 * entry is a separate file, which is loaded on first use (`scripts/hook-bundle.mjs`).
 */
import { CLIENT_NAMES, type ClientName } from '@hookloom/core/hook';
import { definition as claudeCode } from './claude-code/definition.ts';
import type { HookClient } from './client.ts';
import { definition as codex } from './codex/definition.ts';
import { definition as copilot } from './copilot/definition.ts';
import { definition as cursor } from './cursor/definition.ts';
import { definition as gemini } from './gemini/definition.ts';
import { definition as generic } from './generic/definition.ts';
import { definition as qwen } from './qwen/definition.ts';

export const CLIENTS: Readonly<Record<ClientName, HookClient>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  cursor,
  copilot,
  qwen,
  generic,
};

export function isClient(name: string): name is ClientName {
  return (CLIENT_NAMES as readonly string[]).includes(name);
}

/** A client with settings of its own. */
export type Connectable = Exclude<ClientName, 'generic'>;
export interface ConnectableClient extends HookClient {
  paths: NonNullable<HookClient['paths']>;
  install: NonNullable<HookClient['install']>;
  server: NonNullable<HookClient['server']>;
}

/** In the order in which they are shown. */
export const CONNECTABLE = CLIENT_NAMES.filter((name) => isConnectable(name));

export function isConnectable(name: string): name is Connectable {
  return isClient(name) && name !== 'generic';
}

/** A client with its own settings, by name. */
export function connectable(name: Connectable): ConnectableClient {
  return CLIENTS[name] as ConnectableClient;
}

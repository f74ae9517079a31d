/** Allows read-only tools in a client's permissions, so that it does not ask at each first use. */
import path from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { parseJsonc, PLACES, type Connectable } from '@hookloom/hooks/clients';
import { addElement, addProperty, parseObject, propertyOf, type Splice } from '../json-splice.ts';
import type { Addition, PartRequest } from '../part-request.ts';
import { wholeFile } from '../whole-file.ts';
import type { ConnectRequest } from './request.ts';

/** Tools that change no fact. `memory_export` is not one of them, because it discloses everything at once. */
export const READING_TOOLS = [
  'memory_checkout',
  'memory_query',
  'context_assemble',
  'memory_bootstrap',
  'memory_capabilities',
  'memory_feeling_of_knowing',
  'memory_verbatim',
  'memory_replay',
  'memory_why',
] as const;

const PURPOSE = 'let the agent read its memory without asking you each time';

/** Empty if the client has no such settings or nothing was requested. Codex's are in its server entry. */
export function permissionParts(request: ConnectRequest, client: Connectable): PartRequest[] {
  const { place, serverName, allowTools, user } = request;
  if (!allowTools || !request.mcp) return [];
  if (client === 'claude-code') {
    const file = PLACES[client].hookFiles(place).at(user ? -1 : 0)!;
    return [
      allowed(
        file,
        READING_TOOLS.map((tool) => `mcp__${serverName}__${tool}`),
      ),
    ];
  }
  if (client !== 'gemini') return [];
  const file = path.join(PLACES.gemini.userFolder(place), 'policies', 'hookloom.toml');
  const rule = `# Written by hookloom init --allow-memory-tools, removed by hookloom uninstall.
[[rule]]
mcpName = "${serverName}"
toolName = ${JSON.stringify(READING_TOOLS)}
decision = "allow"
priority = 100
`;
  return [wholeFile({ path: file, part: 'permissions', client, purpose: PURPOSE }, rule)];
}

/** Codex stores permissions in the entry of the server. */
export function codexTools({ allowTools }: ConnectRequest): JsonObject {
  if (!allowTools) return {};
  const approve = { approval_mode: 'approve' };
  return { tools: Object.fromEntries(READING_TOOLS.map((tool) => [tool, approve])) };
}

/** Claude Code's `permissions.allow`. */
function allowed(file: string, rules: readonly string[]): PartRequest {
  return {
    path: file,
    part: 'permissions',
    client: 'claude-code',
    purpose: PURPOSE,
    keys: ['permissions.allow'],
    holds(text) {
      const there = allowedIn(text);
      return rules.every((rule) => there.includes(rule)) ? 'wanted' : 'nothing';
    },
    add: (before) => addRules(before ?? '', file, rules),
  };
}

function allowedIn(text: string): readonly JsonValue[] {
  const settings: unknown = parseJsonc(text);
  const permissions = isJsonObject(settings) ? settings['permissions'] : undefined;
  const allow = isJsonObject(permissions) ? permissions['allow'] : undefined;
  return Array.isArray(allow) ? allow : [];
}

function addRules(before: string, file: string, rules: readonly string[]): Addition {
  if (before.trim() === '') {
    const text = `${JSON.stringify({ permissions: { allow: rules } }, null, 2)}\n`;
    return { after: before + text, splices: [{ offset: before.length, text }] };
  }
  const there = allowedIn(before);
  const missing = rules.filter((rule) => !there.includes(rule));
  const splices: Splice[] = [];
  let text = before;
  const apply = (edited: { text: string; splice: Splice }): void => {
    text = edited.text;
    splices.push(edited.splice);
  };
  const root = parseObject(text, file);
  const permissions = propertyOf(root, 'permissions');
  const allow = permissions === undefined ? undefined : propertyOf(permissions, 'allow');
  if (permissions === undefined) apply(addProperty(text, root, 'permissions', { allow: missing }));
  else if (allow === undefined) apply(addProperty(text, permissions, 'allow', missing));
  else
    for (const rule of missing) {
      const list = propertyOf(propertyOf(parseObject(text, file), 'permissions')!, 'allow')!;
      apply(addElement(text, list, rule));
    }
  return { after: text, splices };
}

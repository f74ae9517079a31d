/** In every connected client, registers the events that hook files and the recorder need, and removes the others. */
import fs from 'node:fs';
import path from 'node:path';
import { CLIENT_NAMES, type ClientName } from '@hookloom/core/hook';
import { isRunning } from '@hookloom/core';
import type { Place } from '@hookloom/hooks/clients';
import { editOwn, readOnlyStateDir } from '@hookloom/hooks';
import { applyPlan } from '../apply.ts';
import { trustPart } from '../connect/codex-trust.ts';
import { ourHookEntries } from '../hook-entries.ts';
import { hooksPart } from '../hooks-part.ts';
import { readManifest, userRecordDir } from '../manifest.ts';
import type { PartRequest } from '../part-request.ts';
import { planParts, type PlanningRules } from '../plan-parts.ts';
import { readSettings } from '../settings-file.ts';
import { neededHere } from './needed-here.ts';
import { nextSettings } from './next-settings.ts';

export interface Registered {
  client: ClientName;
  file: string;
  added: string[];
  removed: string[];
}

/**
 * Edits only files in an install record, so that uninstalling still restores their bytes. Empty if nothing had to
 * change. Throws like `planParts` and `applyPlan`.
 */
export function registerEvents(eventloomDir: string, place: Place): Registered[] {
  // The user's own settings serve this project if it is enabled.
  return [eventloomDir, userRecordDir(place.env)].flatMap((dir) =>
    alone(path.join(dir, 'runtime', 'register.lock'), () => {
      const rules = { eventloomDir: dir, root: place.root, force: false };
      return connectedFiles(dir).flatMap(({ client, file }) =>
        registerIn(file, client, { place, rules }),
      );
    }),
  );
}

function connectedFiles(eventloomDir: string): { client: ClientName; file: string }[] {
  return readManifest(eventloomDir).files.flatMap(({ path: file, splices }) => {
    const hooks = splices.find(({ part }) => part === 'hooks');
    const known = CLIENT_NAMES.find((name) => name === hooks?.client && name !== 'generic');
    return known === undefined ? [] : [{ client: known, file }];
  });
}

function registerIn(
  file: string,
  client: ClientName,
  { place, rules }: { place: Place; rules: PlanningRules },
): Registered[] {
  const text = readSettings(file);
  const found = text === null ? [] : ourHookEntries(text);
  // The user has removed our entries, so they stay removed.
  if (found.length === 0) return [];
  const isShared = !file.startsWith(place.root + path.sep);
  const settings = nextSettings(client, found, { needed: neededHere(client, place), isShared });
  const hooks = hooksPart(file, settings);
  const [planned] = planParts([hooks], rules).files;
  if (planned === undefined) return [];
  const plan = planParts(withTrust(hooks, planned.after, place), rules).files;
  const watched = {
    stateDir: readOnlyStateDir(place.env),
    projectDir: fs.realpathSync(place.root),
  };
  const names = plan.map((one) => one.path);
  editOwn(watched, names, () => applyPlan(rules.eventloomDir, plan));
  const before = new Set(found.map(([event]) => event));
  const after = new Set(ourHookEntries(planned.after).map(([event]) => event));
  return [
    {
      client,
      file,
      added: [...after].filter((event) => !before.has(event)),
      removed: [...before].filter((event) => !after.has(event)),
    },
  ];
}

/** If `init` wrote Codex's trust, it is updated with the hooks. */
function withTrust(hooks: PartRequest, after: string, place: Place): PartRequest[] {
  if (hooks.client !== 'codex') return [hooks];
  const trust = trustPart(place, hooks.path, after);
  const config = readSettings(trust.path);
  return config !== null && trust.holds(config) === 'outdated' ? [hooks, trust] : [hooks];
}

/** One process per workspace, because another would make the same changes. */
function alone(lock: string, work: () => Registered[]): Registered[] {
  if (!fs.existsSync(path.dirname(lock))) return [];
  const take = (): boolean => {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return false;
    }
  };
  if (!take()) {
    const holder = Number(fs.readFileSync(lock, 'utf8').trim());
    if (holder > 0 && isRunning(holder)) return [];
    fs.rmSync(lock, { force: true });
    if (!take()) return [];
  }
  try {
    return work();
  } finally {
    fs.rmSync(lock, { force: true });
  }
}

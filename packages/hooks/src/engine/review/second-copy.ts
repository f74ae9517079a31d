/**
 * `~/.hookloom/reviews.json`: the existing review records with their digests and guards. It lists the records of every
 * state folder, so that a guard is reported as missing if the environment points to another folder.
 */
import fs from 'node:fs';
import { contentDigest } from '@hookloom/core/hook';
import { isJsonObject, replaceFile } from '@hookloom/core';
import type { Handler } from '../handler.ts';
import { isInside } from './find-program.ts';
import {
  accountHomeOf,
  projectScope,
  secondCopyFile,
  secondCopyFiles,
  USER_SCOPE,
  type RecordPlace,
} from './record-paths.ts';

export interface SecondCopy {
  /** SHA-256 of the record. Two while it is being replaced. */
  digests: string[];
  guards: Handler[];
}

/** Null if the scope is unknown or the copy cannot be read. */
export function readSecondCopy(place: RecordPlace, scope: string): SecondCopy | null {
  const file = secondCopyFile(place.home);
  return file === null ? null : copyOf(readFile(file)[idOf(place, scope)]);
}

/** The guards of a scope that are recorded in other state folders, if no one reviewed it in this one. */
export function guardsElsewhere(place: RecordPlace, scope: string): Handler[] {
  const id = idOf(place, scope);
  return secondCopyFiles(place).flatMap((file) => {
    const records = readFile(file);
    return Object.hasOwn(records, id) ? [] : missing(file, records, { place, scope });
  });
}

function missing(
  file: string,
  records: Record<string, unknown>,
  { place, scope }: { place: RecordPlace; scope: string },
): Handler[] {
  // The guards of the account apply to its own folders, not to every program with another home folder.
  const isOwn = file === secondCopyFile(place.home);
  if (scope === USER_SCOPE && !isOwn && !isOfAccount(place, records)) return [];
  return Object.values(records).flatMap((record) =>
    isJsonObject(record) && record['scope'] === scope ? (copyOf(record)?.guards ?? []) : [],
  );
}

/** Whether the project is below the account's home folder, or the account has reviewed it. */
function isOfAccount(place: RecordPlace, records: Record<string, unknown>): boolean {
  const root = projectScope(place.projectDir);
  const home = accountHomeOf(place);
  return (
    (home !== null && isInside(root, home)) ||
    Object.values(records).some((record) => isJsonObject(record) && record['scope'] === root)
  );
}

function copyOf(record: unknown): SecondCopy | null {
  if (!isJsonObject(record)) return null;
  const { digests, guards } = record as unknown as SecondCopy;
  return Array.isArray(digests) && Array.isArray(guards) ? { digests, guards } : null;
}

export function writeSecondCopy(place: RecordPlace, scope: string, copy: SecondCopy): void {
  const own = secondCopyFile(place.home);
  for (const file of secondCopyFiles(place)) {
    const before = readFile(file);
    // The account's copy is only reported if it lacks guards of this scope.
    if (file !== own && missing(file, before, { place, scope }).length === 0) continue;
    const records = { ...before, [idOf(place, scope)]: { scope, ...copy } };
    replaceFile(file, `${JSON.stringify({ version: 1, records }, null, 2)}\n`);
  }
}

function readFile(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    const records = isJsonObject(value) ? value['records'] : undefined;
    return isJsonObject(records) ? records : {};
  } catch {
    return {};
  }
}

/** Another state folder has other records. */
function idOf({ stateDir }: RecordPlace, scope: string): string {
  return contentDigest(`${stateDir}\n${scope}`);
}

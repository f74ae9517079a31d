/** Plans our entries in one file: existing ones stay, missing ones are added, different ones need `--force`. */
import { sep } from 'node:path';
import type { PartState, PartRequest, Addition } from './part-request.ts';
import { conflict, type HookloomError } from '@hookloom/core';
import { withoutOurs } from './apply.ts';
import type { PartSplice, PlannedFile } from './plan.ts';
import { assertInside, readSettings } from './settings-file.ts';
import type { Splice } from './json-splice.ts';
import { withdraw } from './without-part.ts';

export interface PlannedParts {
  files: PlannedFile[];
  /** Parts that need no change. */
  already: PartRequest[];
  /** The parts in the planned files. */
  added: PartRequest[];
}

export interface PlanningRules {
  eventloomDir: string;
  /** The absolute path of the workspace. Links below it are not followed. */
  root: string;
  /** Whether to replace different entries of ours. */
  force: boolean;
}

/** Throws `conflict` if an entry of ours is different and `force` is false. Writes nothing. */
export function planParts(requests: readonly PartRequest[], rules: PlanningRules): PlannedParts {
  const planned: PlannedParts = { files: [], already: [], added: [] };
  for (const path of new Set(requests.map((request) => request.path))) {
    assertInside(rules.root, path);
    planFile(
      requests.filter((request) => request.path === path),
      rules,
      planned,
    );
  }
  return planned;
}

function planFile(
  requests: readonly PartRequest[],
  { eventloomDir, force, root }: PlanningRules,
  planned: PlannedParts,
): void {
  const { path } = requests[0]!;
  const text = readSettings(path);
  const state = (request: PartRequest): PartState =>
    text === null || text.trim() === '' ? 'nothing' : request.holds(text);
  const differing = requests.filter((request) => state(request) === 'other');
  if (differing.length > 0 && !force) throw differs(differing);
  const outdated = requests.filter((request) => state(request) === 'outdated');
  const updated = differing.length > 0 ? [] : outdated.filter(({ update }) => update !== undefined);
  const others = [...differing, ...outdated.filter((request) => !updated.includes(request))];
  const wanted = requests.filter((request) => state(request) !== 'wanted');
  planned.already.push(...requests.filter((request) => state(request) === 'wanted'));
  if (wanted.length === 0) return;
  planned.added.push(...wanted);
  const replaced = [...others, ...updated];
  const base = replaced.length === 0 ? { text } : withoutOurs(eventloomDir, path, replaced);
  let after = base.text;
  const splices: PartSplice[] = [];
  for (const request of updated) {
    // The new text is based on the current one. The record has what the file would contain without us.
    const { part, client } = request;
    const whole = request.update!(splices.length === 0 ? text! : after!);
    splices.push({ ...spliceBetween(after ?? '', whole), part, client });
    after = whole;
  }
  for (const request of wanted.filter((one) => !updated.includes(one))) {
    // Two clients can share one entry.
    if (splices.length > 0 && request.holds(after!) === 'wanted') continue;
    const added =
      after !== null && others.includes(request) ? exchanged(after, request) : request.add(after);
    after = added.after;
    const { part, client } = request;
    splices.push(...added.splices.map((splice) => ({ ...splice, part, client })));
  }
  planned.files.push({
    path,
    client: wanted[0]!.client,
    purpose: [...new Set(wanted.map(({ purpose }) => purpose))].join('; '),
    before: base.text,
    after: after ?? '',
    splices,
    // Files that a team commits are readable by everyone.
    mode: wanted[0]!.mode ?? (path.startsWith(root + sep) ? 0o644 : 0o600),
    ...(wanted[0]!.isShared === true && { isShared: true }),
    ...('kept' in base && { kept: base.kept }),
    ...('original' in base && { original: base.original }),
  });
}

function differs(others: readonly PartRequest[]): HookloomError {
  const [{ path, keys, isWhole }] = others as [PartRequest];
  return isWhole === true
    ? conflict(
        `${path} exists and has other content.`,
        'Pass --force to replace it. Uninstalling restores it.',
      )
    : conflict(
        `${path} already has Hookloom entries that differ (${keys.slice(0, 3).join(', ')}${keys.length > 3 ? ', …' : ''}).`,
        'Pass --force to replace them. Nothing else changes, and uninstalling restores the file.',
      );
}

/** @param text The file with the differing entries, and without those in our own record */
function exchanged(text: string, request: PartRequest): Addition {
  // It is ours if only the recorded part differed, or if it identifies itself: a marked block, or a whole file.
  const isKnown = request.block !== undefined || request.isWhole === true;
  if (isKnown || text.trim() === '' || request.holds(text) === 'nothing') return request.add(text);
  const inPlace = request.exchange?.(text);
  if (inPlace !== undefined && inPlace !== null) return inPlace;
  const { after } = request.add(withdraw(request.path, text, request));
  return { after, splices: [{ ...spliceBetween(text, after), ...request.remember?.(text) }] };
}

/**
 * One splice between two texts. It consists of whole lines, because a few letters could be found again in the wrong
 * place.
 *
 * @example spliceBetween('a\nb\nc\n', 'a\nx\nc\n') // → { offset: 2, text: 'x\n', removed: 'b\n' }
 */
function spliceBetween(before: string, after: string): Splice {
  const [old, now] = [before.split(/(?<=\n)/), after.split(/(?<=\n)/)];
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return {
    offset: old.slice(0, head).join('').length,
    text: now.slice(head, now.length - tail).join(''),
    removed: old.slice(head, old.length - tail).join(''),
  };
}

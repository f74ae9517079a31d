/** What this clone can share, and publishing it. Never includes turns, commands or edits. */
import os from 'node:os';
import { renderCitation, type SharedKind } from '@hookloom/core';
import { redactText } from '@hookloom/core/redact';
import { homeOf } from '@hookloom/core/settings';
import { appendShared, readOwnLines, type OwnLine } from '@hookloom/log';
import {
  decisionOn,
  extractStatements,
  isUntrusted,
  readDecisions,
  type FactRow,
} from '@hookloom/memory';
import { cleanText, foldText, isOver, reasonToWithhold } from '@hookloom/memory/checkout';
import { verifiedRows } from '../unavailable-events.ts';
import type { OperationContext } from './context.ts';
import { partsOfSession } from './notices.ts';
import { readSkills } from './skill-states.ts';
import { withoutOpening } from '../statement-text.ts';
import { openedMemory } from '../memory-access.ts';
import { isAutomatic } from '../share/is-automatic.ts';
import { knownOwnFile, ownFile } from '../share/share-state.ts';

export interface SharedItem {
  kind: SharedKind;
  text: string;
  why: string;
  by: 'user' | 'assistant';
  since: string;
  citation: string | null;
  /** Whether a secret or a path of this machine was masked. */
  redacted: boolean;
}

export type PublishPlan = Awaited<ReturnType<typeof planPublishing>>;

/** The kind under which each type of fact is shared. */
const KINDS: Readonly<Record<string, SharedKind>> = {
  rule: 'rule',
  decision: 'decision',
  preference: 'preference',
  rejected: 'rejected',
  cause: 'cause',
  fact: 'fact',
  memory: 'fact',
};
const MAX_ROWS = 20_000;
const MAX_TEXT = 1000;

/**
 * Changes nothing.
 *
 * @throws `not_found` before `share init`
 */
export async function planPublishing(context: OperationContext) {
  const own = ownFile(context.workspace, context.stateDir);
  await context.drain();
  const { session } = context.workspace;
  const sessions = [session, ...partsOfSession(context, session)];
  const memory = await openedMemory(context);
  const types = Object.keys(KINDS);
  const rows = await memory.facts({ sessions, types, limit: MAX_ROWS, includeSuperseded: true });
  const decisions = await readDecisions(memory, sessions);
  const nowMs = context.clock.now();
  const current = rows.filter(
    (fact) =>
      fact.validTo === null &&
      !isOver(fact, nowMs) &&
      isSaidHere(fact) &&
      decisionOn(fact, decisions) !== 'held' &&
      reasonToWithhold(fact.channel, fact.content) === null,
  );
  const held = await verifiedRows(context.store, current, (fact) => fact, {
    of: ({ entityName: name, content }) => [{ name, content }],
    isQuoted: memory.isQuoted,
  });
  const skills = await skillItems(context, session);
  const items = [...held.map(itemOf), ...skills.current];
  const lines = readOwnLines(own);
  const told = sharedNow(lines);
  const texts = new Set(items.map(keyOf));
  const known = new Set([...rows.map(itemOf), ...skills.all].map(keyOf));
  return {
    add: [...new Map(items.map((item) => [keyOf(item), item])).values()].filter(
      (item) => !told.has(keyOf(item)),
    ),
    // Skips what the log does not have: it was shared by another clone, or was reworded there.
    end: [...told.values()].filter((item) => known.has(keyOf(item)) && !texts.has(keyOf(item))),
    /** Number of statements already shared. */
    shared: told.size,
  };
}

/** Returns how many lines it wrote. Skips what another process has published meanwhile. */
export function publish(context: OperationContext, { add, end }: PublishPlan): number {
  const own = ownFile(context.workspace, context.stateDir);
  if (add.length + end.length === 0) return 0;
  const events = (known: readonly OwnLine[]) => {
    const told = sharedNow(known);
    return [
      ...add
        .filter((item) => !told.has(keyOf(item)))
        .map(({ kind, text, why, by, since }) => ({
          type: 'share.said',
          payload: { kind, text, ...(why !== '' && { why }), by, since },
        })),
      ...end
        .filter((item) => told.has(keyOf(item)))
        .map((payload) => ({ type: 'share.ended', payload })),
    ];
  };
  return appendShared(own, events, context.clock.now()).length;
}

export { isAutomatic };

/** Null if this clone shares nothing. */
export async function publishingState(context: OperationContext) {
  const { workspace, stateDir, env } = context;
  if (stateDir === undefined || knownOwnFile(workspace, stateDir) === null) return null;
  const { add, end } = await planPublishing(context);
  const mode = isAutomatic(stateDir, env) ? 'automatic' : 'ask';
  return { mode, waiting: add.length + end.length };
}

/** What a person here said or reviewed, and recorded decisions. Nothing that was reported or came from someone else. */
function isSaidHere({ channel, authority, properties, eventType }: FactRow): boolean {
  if (isUntrusted(channel) || authority === 'imported' || authority === 'non_authoritative')
    return false;
  if (channel === 'user' || authority === 'accepted') return true;
  return properties['speaker'] === undefined && eventType === 'decision.made';
}

/** The text shows whether a remembered fact is a decision or a rule. */
function kindOf(type: string, text: string): SharedKind {
  const [stated] = type === 'memory' ? extractStatements({ role: 'user', text }) : [];
  return KINDS[stated?.kind ?? type] ?? 'fact';
}

function itemOf(fact: FactRow): SharedItem {
  const { entityType, entityName, content, channel, validFrom, ...at } = fact;
  const said = withoutOpening(foldText(cleanText(content))).replace(/^Decision: /, '');
  // The name of a recorded decision is the decision itself, and its reasons follow.
  const name = foldText(cleanText(entityName));
  const isNamed = fact.properties['speaker'] === undefined && said.startsWith(`${name}.`);
  const { text, redacted } = withoutSecrets(isNamed ? name : said);
  const why = isNamed ? withoutSecrets(said.slice(name.length + 1).trim()) : NO_REASONS;
  return {
    kind: kindOf(entityType, said),
    text,
    why: why.text,
    by: channel === 'user' ? 'user' : 'assistant',
    since: validFrom,
    citation: renderCitation(at.session, at.seq, at.hash),
    redacted: redacted || why.redacted,
  };
}

const NO_REASONS = { text: '', redacted: false };

function withoutSecrets(said: string): { text: string; redacted: boolean } {
  const home = homeOf(process.env) ?? os.homedir();
  const masked = redactText(home.length > 1 ? said.replaceAll(home, '~') : said).text;
  const text =
    masked.length > MAX_TEXT ? `${masked.slice(0, MAX_TEXT - 1).toWellFormed()}…` : masked;
  return { text, redacted: masked !== said };
}

/** Procedures as text. `current`: a person here stated or validated them, and they may be followed. */
async function skillItems(context: OperationContext, session: string) {
  const { skills } = await readSkills(context, { session_id: session });
  const since = new Date(context.clock.now()).toISOString();
  const [all, current]: [SharedItem[], SharedItem[]] = [[], []];
  for (const { version: of, use, citation } of skills) {
    const steps = of.procedure.map((step, at) => `${at + 1}. ${step}`).join(' ');
    const text = withoutSecrets(foldText(`${of.name}: ${of.summary} ${steps}`));
    const item: SharedItem = { kind: 'skill', why: '', by: 'user', since, citation, ...text };
    all.push(item);
    const isOurs = of.records.some(({ channel }) => channel === 'user') && citation !== null;
    if (isOurs && of.status === 'validated' && use === 'applicable') current.push(item);
  }
  return { all, current };
}

/** The current content of the file: later lines end earlier ones. */
function sharedNow(lines: readonly OwnLine[]): Map<string, { kind: SharedKind; text: string }> {
  const told = new Map<string, { kind: SharedKind; text: string }>();
  for (const { type, payload } of lines) {
    const item = { kind: payload['kind'] as SharedKind, text: payload['text'] as string };
    if (type === 'share.said') told.set(keyOf(item), item);
    else if (type === 'share.ended') told.delete(keyOf(item));
  }
  return told;
}

function keyOf({ kind, text }: { kind: string; text: string }): string {
  return `${kind} ${text.toLowerCase()}`;
}

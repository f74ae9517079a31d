import { defined, SKILL_ACTIONS, type JsonObject } from '@hookloom/core';
import { foldSkills, refuseTransition, versionName, type SkillVersion } from '@hookloom/memory';
import { z } from 'zod';
import { appendAtHead } from './append.ts';
import { citedEvidence } from './cited-evidence.ts';
import {
  operation,
  originOf,
  parseRequest,
  readableSession,
  sessionId,
  type OperationContext,
} from './context.ts';
import { openedMemory } from '../memory-access.ts';

const text = z.string().min(1).max(4096);
const texts = z.array(text).max(50);
/** `1` and `"1"` are the same version. */
const version = z
  .union([z.string().regex(/^[\w.+-]{1,64}$/, 'must be like 1 or 2.0'), z.int().min(0)])
  .transform(String);

/** `memory_skill`. */
export const skillRequest = z.strictObject({
  action: z.enum(SKILL_ACTIONS),
  skill_id: z.string().regex(/^[\w.:-]{1,128}$/, 'must be a name without blanks'),
  version: version.optional(),
  name: text.optional(),
  summary: text.optional(),
  /** One step per line, each short enough to be shown in full. */
  procedure: z.array(z.string().min(1).max(500)).max(50).optional(),
  applicability: texts.optional(),
  citations: z.array(z.string().max(300)).max(50).optional(),
  task: text.optional(),
  success_score: z.number().min(0).max(1).optional(),
  feedback: text.optional(),
  evidence: texts.optional(),
  reason: text.optional(),
  failure_modes: texts.optional(),
  rollback: text.optional(),
  contradiction_reason: text.optional(),
  supersedes_version: version.optional(),
});
export type SkillRequest = z.input<typeof skillRequest>;

/** The maximum number of skill rows to read, newest first. */
const MAX_HISTORY = 1000;

/**
 * Appends one lifecycle event of a skill. Throws `conflict` or `invalid_request` for a step that the state of the
 * version does not allow, and `not_found` for citations that are not in the log, were forgotten or are withheld. Writes
 * nothing in these cases.
 */
export const skill = operation(
  skillRequest,
  async (context, parsed, caller, scope: { session_id?: string | undefined } = {}) => {
    const session = await readableSession(context, parseRequest(skillScope, scope));
    await citedEvidence(context, citationsOf(parsed));
    const event_type = `skill.${parsed.action}` as const;
    const payload = payloadOf(parsed);
    const actorId = caller.channel === 'user' ? 'user' : 'assistant';
    return appendAtHead(context, session, async (seq) => {
      refuseTransition(parsed.action, parsed, await versionsOf(context, session, parsed, seq));
      return {
        events: [{ type: event_type, actorId, payload, origin: originOf(caller) }],
        answer: ([placed]) => ({ ...placed!, event_type }),
      };
    });
  },
);

const skillScope = z.strictObject({ session_id: sessionId });

type Parsed = z.output<typeof skillRequest>;

/** Evidence may also be free text. */
function citationsOf({ citations = [], evidence = [] }: Parsed): string[] {
  return [...citations, ...evidence.filter((item) => item.startsWith('eventloom://'))];
}

function payloadOf({ action, ...rest }: Parsed): JsonObject {
  void action;
  return { version: '1', ...defined(rest) };
}

/**
 * The versions of the skill at `seq`: those that the step names, however old, and the others in the rows that were
 * read.
 */
async function versionsOf(
  context: OperationContext,
  session: string,
  { skill_id, version = '1', supersedes_version }: Parsed,
  seq: number,
): Promise<SkillVersion[]> {
  if (seq === 0) return [];
  const memory = await openedMemory(context);
  const request = {
    sessions: [session],
    types: ['skill_version'],
    limit: MAX_HISTORY,
    asOfSeq: seq,
    includeSuperseded: true,
  };
  const names = [version, ...(supersedes_version === undefined ? [] : [supersedes_version])].map(
    (each) => versionName(skill_id, each),
  );
  const rows = [...(await memory.facts({ ...request, names })), ...(await memory.facts(request))];
  const once = new Map(rows.map((row) => [`${row.seq} ${row.entityName}`, row]));
  return foldSkills([...once.values()]).filter(
    ({ skillId, status }) => skillId === skill_id && status !== null,
  );
}

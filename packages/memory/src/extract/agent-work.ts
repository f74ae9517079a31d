/** Goals, tasks, decisions, diagnoses, verifications, handoffs, preferences. */
import {
  isJsonObject,
  parseCitation,
  stringsAt,
  type JsonObject,
  type JsonValue,
} from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import {
  actor,
  bound,
  document,
  factEvent,
  labelled,
  sentence,
  textOf,
  type Extracted,
  type Extractor,
  type FactDraft,
} from './extracted.ts';

const NAME_CHARS = 200;
const MAX_CITED = 50;
const CITATION = /^eventloom:\/\/[\w.-]+\/events\/\d+#[0-9a-f]{12,}$/;
/** Only a client or a person counts: a statement of a tool, a page or a file about a check closes nothing. */
const CHECKERS: ReadonlySet<string> = new Set(['user', 'model', 'system']);
const PASSED: ReadonlySet<string> = new Set(['passed', 'pass', 'ok', 'success', 'succeeded']);
const FAILED: ReadonlySet<string> = new Set(['failed', 'fail', 'failure', 'error']);

export const goalCreated: Extractor = (event) => {
  const { payload } = event;
  const title = textOf(payload, 'title', 'goal', 'summary');
  return factEvent(event, 'created_goal', {
    type: 'goal',
    name: bound(title, NAME_CHARS),
    content: sentence(
      `Goal: ${title}`,
      textOf(payload, 'title') === '' ? '' : textOf(payload, 'summary'),
    ),
    properties: { title },
    bucket: 'goal',
    authority: 'accepted',
  });
};

const TASK_VERBS = {
  proposed: 'proposed',
  claimed: 'in progress',
  completed: 'completed',
} as const;

/** `task.proposed`, `.claimed`, `.completed`: versions of one task. */
export const taskChanged: Extractor = (event) => {
  const { payload } = event;
  const verb = event.type.slice('task.'.length) as keyof typeof TASK_VERBS;
  const id = textOf(payload, 'taskId', 'task_id', 'id', 'title');
  const title = textOf(payload, 'title');
  const goal = textOf(payload, 'goalTitle', 'goal_title', 'goal');
  const extracted = factEvent(event, `${verb}_task`, {
    type: 'task',
    name: bound(id, NAME_CHARS),
    content: sentence(
      `Task ${title === '' || title === id ? id : `${id} (${title})`} is ${TASK_VERBS[verb]}`,
      textOf(payload, 'summary'),
      labelled('Goal', goal),
    ),
    properties: { taskId: id, status: verb, ...(title === '' ? {} : { title }) },
    inherits: ['title'],
    ...(verb === 'completed' ? {} : { bucket: 'task' as const }),
    authority: 'accepted',
  });
  if (goal !== '') {
    extracted.edges!.push({
      source: { type: 'goal', name: bound(goal, NAME_CHARS) },
      relation: 'has_task',
      target: { type: 'task', name: bound(id, NAME_CHARS) },
    });
  }
  return extracted;
};

export const decisionMade: Extractor = (event) => {
  const { payload } = event;
  if (isDialogue(event)) return dialogueDecided(event);
  const decision = textOf(payload, 'decision', 'title', 'summary');
  return factEvent(event, 'made_decision', {
    type: 'decision',
    name: bound(decision, NAME_CHARS),
    content: sentence(
      `Decision: ${decision}`,
      textOf(payload, 'decision') === '' ? '' : textOf(payload, 'summary'),
      labelled('Rationale', textOf(payload, 'rationale', 'reason')),
      labelled('Alternatives', stringsAt(payload, 'alternatives').join('; ')),
    ),
    properties: { decision },
    bucket: 'decision',
    authority: 'accepted',
  });
};

export const contextPolicy: Extractor = (event) => {
  const { payload } = event;
  const name = `${textOf(payload, 'project')}:${textOf(payload, 'source')}`;
  return factEvent(event, 'set_context_policy', {
    type: 'context_policy',
    name: bound(name, NAME_CHARS),
    content: sentence(`Context policy for ${name}`, textOf(payload, 'policy', 'summary')),
    properties: {},
    authority: 'accepted',
  });
};

export const issueDiagnosed: Extractor = (event) => {
  const { payload } = event;
  const issue = textOf(payload, 'issue', 'title', 'summary');
  const fix = textOf(payload, 'fix', 'resolution');
  return factEvent(event, 'diagnosed_issue', {
    type: 'issue',
    name: bound(issue, NAME_CHARS),
    content: sentence(
      `Issue: ${issue}`,
      labelled('Cause', textOf(payload, 'cause', 'root_cause', 'diagnosis')),
      labelled('Fix', fix),
      textOf(payload, 'issue', 'title') === '' ? '' : textOf(payload, 'summary'),
    ),
    properties: { status: fix === '' ? 'open' : 'fixed' },
    ...(fix === '' ? { bucket: 'blocker' as const } : {}),
    authority: 'accepted',
  });
};

export const verificationRecorded: Extractor = (event) => {
  const { payload } = event;
  const command = textOf(payload, 'command', 'title', 'summary');
  const outcome = textOf(payload, 'outcome', 'status', 'result');
  const name = bound(command, NAME_CHARS);
  const said = outcome === '' ? {} : { outcome };
  const extracted = factEvent(event, 'recorded_verification', {
    type: 'verification',
    name,
    content: sentence(
      `Verification: ${command}`,
      outcome,
      textOf(payload, 'command', 'title') === '' ? '' : textOf(payload, 'summary'),
    ),
    properties: said,
    authority: 'accepted',
  });
  // A repeated verification adds no new fact, but still counts as a second one.
  extracted.document!.metadata = { name, ...said };
  const checked = checkOfCited(event, outcome);
  return checked === null ? extracted : { ...extracted, facts: [...extracted.facts!, checked] };
};

/** The effect of a verification on the events that it cites; null if it cites none, or has no clear outcome. */
function checkOfCited({ payload, origin, seq }: StoredEvent, outcome: string): FactDraft | null {
  const word = outcome.toLowerCase();
  const verdict = PASSED.has(word) ? 'confirmed' : FAILED.has(word) ? 'refuted' : null;
  const cited = ['citation', 'citations', 'source_citations', 'source_events', 'evidence']
    .flatMap((key) => payload[key] ?? [])
    .flatMap(citedIn)
    .slice(0, MAX_CITED);
  if (verdict === null || cited.length === 0 || !CHECKERS.has(origin?.channel ?? '')) return null;
  return {
    type: 'open_item_check',
    name: `check ${seq}`,
    content: 'A check of cited events was recorded.',
    properties: { outcome: verdict, source_events: cited },
    authority: 'non_authoritative',
  };
}

function citedIn(value: JsonValue): JsonObject[] {
  if (isJsonObject(value))
    return typeof value['seq'] === 'number' && typeof value['hash'] === 'string' ? [value] : [];
  if (typeof value !== 'string' || !CITATION.test(value.trim())) return [];
  const { session, seq, hashPrefix } = parseCitation(value.trim());
  return [{ seq, hash: hashPrefix, session_id: session }];
}

export const handoffCreated: Extractor = (event) => {
  const { payload } = event;
  const summary = textOf(payload, 'summary', 'title');
  return factEvent(event, 'created_handoff', {
    type: 'handoff',
    name: bound(summary, NAME_CHARS),
    content: sentence(
      `Handoff: ${summary}`,
      labelled('Next steps', stringsAt(payload, 'next_steps').join('; ')),
      labelled('Risks', stringsAt(payload, 'risks').join('; ')),
    ),
    properties: {},
    bucket: 'artifact',
    authority: 'accepted',
  });
};

export const preferenceChanged: Extractor = (event) => {
  const { payload } = event;
  const preference = textOf(payload, 'preference', 'key', 'name', 'summary');
  return {
    ...factEvent(event, 'from', {
      type: 'preference',
      name: bound(preference, NAME_CHARS),
      content: sentence(
        `Preference: ${[preference, textOf(payload, 'value')].filter((t) => t !== '').join(': ')}`,
        textOf(payload, 'summary'),
      ),
      properties: {},
      authority: 'accepted',
    }),
    edges: [
      {
        source: { type: 'preference', name: bound(preference, NAME_CHARS) },
        relation: 'from',
        target: actor(event),
      },
    ],
  };
};

// A person's decision in a client's dialogue: an answer to the agent's question, a plan, a refused call. The question, the
// options and the plan are the agent's words; the choice and the comment are the person's.

/** In the form that hooks write. A caller's own decision may also have an outcome. */
const OUTCOME = /^(?:Plan (?:approved|refused)|Refused): /;

/** Whether it contains the agent's words, which are not the person's. */
export function isDialogue({ type, payload }: StoredEvent): boolean {
  if (type !== 'decision.made') return false;
  const isAnswer = textOf(payload, 'question') !== '' && textOf(payload, 'choice') !== '';
  return (
    isAnswer || (payload['outcome'] !== undefined && OUTCOME.test(textOf(payload, 'decision')))
  );
}

/** The person's own words, in addition to the choice or instead of it. */
function ownWords({ payload }: StoredEvent): string {
  const choice = textOf(payload, 'choice');
  const isOption = stringsAt(payload, 'options').some((label) => label.startsWith(choice));
  return [isOption ? '' : choice, textOf(payload, 'rationale')].filter((t) => t !== '').join('\n');
}

function dialogueDecided(event: StoredEvent): Partial<Extracted> {
  const { payload } = event;
  const [question, choice] = [textOf(payload, 'question'), textOf(payload, 'choice')];
  const [decision, plan] = [textOf(payload, 'decision'), textOf(payload, 'plan')];
  const [said, about] = [textOf(payload, 'rationale'), textOf(payload, 'description')];
  const isRefused = textOf(payload, 'outcome') === 'refused';
  const lead =
    choice === '' ? decision : `${question} → ${choice}${about === '' ? '' : ` (${about})`}`;
  const others = stringsAt(payload, 'options').filter((label) => !choice.includes(label));
  const content = sentence(lead, labelled('Said', said), plan.replace(/\s+/g, ' '));
  const extracted = factEvent(event, isRefused ? 'refused' : 'made_decision', {
    type: isRefused ? 'rejected' : 'decision',
    // Another answer to the same question ends the older one.
    name: bound(question === '' ? decision : question, NAME_CHARS),
    content,
    properties: {
      decision,
      speaker: event.origin?.channel === 'user' ? 'user' : 'assistant',
      cue:
        choice !== ''
          ? 'answer in a dialogue'
          : isRefused
            ? 'refused in a dialogue'
            : 'approved plan',
      change: 'plain',
    },
    ...(isRefused ? {} : { bucket: 'decision' as const }),
    authority: 'accepted',
  });
  const more = [labelled('Not chosen', others.join('; ')), plan].filter((text) => text !== '');
  return { ...extracted, document: document([content, ...more].join('\n'), { dialogue: true }) };
}

/** The words of an event from which statements are read: a turn, or a person's words in a dialogue. */
export function roleAndText(event: StoredEvent): { role: string; text: string } {
  const { type, payload, origin } = event;
  if (type === 'transcript.turn')
    return { role: textOf(payload, 'role'), text: textOf(payload, 'content') };
  const isPersons = isDialogue(event) && origin?.channel === 'user';
  return { role: 'user', text: isPersons ? ownWords(event) : '' };
}

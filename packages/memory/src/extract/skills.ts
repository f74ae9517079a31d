/** The lifecycle of a procedure as versions of `skill:<id>:v<ver>`, with each use and outcome as its own entity. */
import { stringsAt, type JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import type { Authority } from '../rows.ts';
import {
  actor,
  bound,
  document,
  labelled,
  sentence,
  textOf,
  type EdgeDraft,
  type EntityKey,
  type Extracted,
  type Extractor,
} from './extracted.ts';

const MAX_ITEMS = 50;
const MAX_ITEM_CHARS = 500;
const MAX_ID_CHARS = 128;

export const skillProposed = lifecycle('proposed', 'proposed_skill', 'non_authoritative');
/** The explicit promotion: from now on the procedure may be followed. */
export const skillValidated = lifecycle('validated', 'validated_skill', 'accepted');
/** The revised version may never have been validated. Only all events together show this. */
export const skillRevised = lifecycle('revised', 'revised_skill', 'non_authoritative');
export const skillDeprecated = lifecycle('deprecated', 'deprecated_skill', 'observed');
export const skillContradicted = lifecycle('contradicted', 'contradicted_skill', 'observed');

export const skillApplied: Extractor = (event) =>
  use(event, 'application', (version, use) => [
    { source: actor(event), relation: 'applied_skill', target: use },
    { source: use, relation: 'applied_skill_version', target: version },
    ...taskEdges(event, use, 'applied_to_task'),
  ]);

export const skillOutcome: Extractor = (event) =>
  use(event, 'outcome', (version, use) => [
    { source: actor(event), relation: 'recorded_skill_outcome', target: use },
    { source: version, relation: 'recorded_outcome', target: use },
    ...taskEdges(event, use, 'outcome_of_task'),
  ]);

function lifecycle(status: string, relation: string, authority: Authority): Extractor {
  return (event) => {
    const { payload } = event;
    const of = versionOf(payload);
    if (of === null) return {};
    const { id, version, key } = of;
    const steps = items(payload, 'procedure');
    const properties = { ...described(payload), ...of.properties, status };
    const content = sentence(
      `Skill ${id} version ${version} is ${status}`,
      textOf(payload, 'name'),
      bound(textOf(payload, 'summary'), MAX_ITEM_CHARS),
      labelled('For', items(payload, 'applicability').join(', ')),
      labelled('Reason', textOf(payload, 'contradiction_reason', 'reason')),
      labelled('Steps', steps.map((step, at) => `${at + 1}. ${step}`).join(' ')),
    );
    const older = textOf(payload, 'supersedes_version');
    const edges: EdgeDraft[] = [
      { source: actor(event), relation, target: key },
      { source: { type: 'skill', name: id }, relation: 'has_version', target: key },
    ];
    if (older !== '' && older !== version) {
      const target = { type: 'skill_version', name: versionName(id, older) };
      edges.push({ source: key, relation: 'supersedes_version', target });
    }
    return {
      document: document(content),
      facts: [{ ...key, content, properties, authority }],
      edges,
    };
  };
}

function use(
  event: StoredEvent,
  kind: 'application' | 'outcome',
  edges: (version: EntityKey, use: EntityKey) => EdgeDraft[],
): Partial<Extracted> {
  const { payload, seq } = event;
  const of = versionOf(payload);
  if (of === null) return {};
  const { id, version, key } = of;
  const score = payload['success_score'];
  const properties = { ...described(payload), ...of.properties };
  const content = sentence(
    kind === 'application'
      ? `Skill ${id} version ${version} was applied`
      : `Outcome of skill ${id} version ${version}`,
    labelled('Task', bound(textOf(payload, 'task'), MAX_ITEM_CHARS)),
    labelled('Feedback', bound(textOf(payload, 'feedback'), MAX_ITEM_CHARS)),
    typeof score === 'number' ? `Score ${score}` : '',
    labelled('Reason', bound(textOf(payload, 'reason'), MAX_ITEM_CHARS)),
  );
  const entity = { type: `skill_${kind}`, name: `${key.name}:${kind}:${seq}` };
  return {
    document: document(content),
    facts: [{ ...entity, content, properties, authority: 'observed' }],
    edges: edges(key, entity),
  };
}

function versionOf(payload: JsonObject) {
  const id = bound(textOf(payload, 'skill_id'), MAX_ID_CHARS);
  if (id === '') return null;
  const version = bound(textOf(payload, 'version'), MAX_ID_CHARS) || '1';
  const key = { type: 'skill_version', name: versionName(id, version) };
  return { id, version, key, properties: { skill_id: id, version } };
}

function taskEdges(event: StoredEvent, source: EntityKey, relation: string): EdgeDraft[] {
  const task = bound(textOf(event.payload, 'task'), MAX_ITEM_CHARS);
  return task === '' ? [] : [{ source, relation, target: { type: 'task', name: task } }];
}

/** The fields of the event other than its version, each bounded. Missing fields are left out. */
function described(payload: JsonObject): JsonObject {
  const out: JsonObject = {};
  for (const key of TEXTS) {
    const value = bound(textOf(payload, key), MAX_ITEM_CHARS);
    if (value !== '') out[key] = value;
  }
  for (const key of LISTS) {
    const value = items(payload, key);
    if (value.length > 0) out[key] = value;
  }
  const score = payload['success_score'];
  if (typeof score === 'number') out['success_score'] = score;
  return out;
}

const TEXTS =
  'name summary task feedback reason rollback contradiction_reason supersedes_version'.split(' ');
const LISTS = ['procedure', 'applicability', 'citations', 'evidence', 'failure_modes'];

function items(payload: JsonObject, key: string): string[] {
  return stringsAt(payload, key)
    .slice(0, MAX_ITEMS)
    .map((item) => bound(item.trim(), MAX_ITEM_CHARS))
    .filter((item) => item !== '');
}

/** The name of a version of a skill in the graph. */
export function versionName(id: string, version: string): string {
  return `skill:${id}:v${version}`;
}

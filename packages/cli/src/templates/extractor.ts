/**
 * The source of an extractor for a new event type, as a contributor would add it to packages/memory/src/extract. Pure.
 */

export interface ExtractorRequest {
  /** The event type: `build.finished`. */
  type: string;
  /** The subject of the event: `build`. */
  entityType: string;
  /** The payload key with the name of the subject. */
  nameKey: string;
  /** The payload key with the summary, if there is one. */
  summaryKey?: string | undefined;
  /** The relation between the actor and the subject: `finished_build`. */
  actorRelation: string;
}

/** @example extractorFile({ type: 'build.finished', … }).file === 'build-finished.ts' */
export function extractorFile(request: ExtractorRequest) {
  const { type, entityType, nameKey, summaryKey, actorRelation } = request;
  const words = type.split(/[._]/);
  const name = words
    .map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join('');
  const file = `${words.join('-')}.ts`;
  const label = entityType[0]!.toUpperCase() + entityType.slice(1).replaceAll('_', ' ');
  const said =
    summaryKey === undefined
      ? `sentence(\`${label}: \${name}\`)`
      : `sentence(\`${label}: \${name}\`, textOf(payload, '${summaryKey}'))`;
  const text = `/** \`${type}\`: what it says of ${article(entityType)} ${entityType.replaceAll('_', ' ')}. */
import { bound, factEvent, sentence, textOf, type Extractor } from './extracted.ts';

const NAME_CHARS = 200;

export const ${name}: Extractor = (event) => {
  const { payload } = event;
  const name = textOf(payload, '${nameKey}');
  return factEvent(event, '${actorRelation}', {
    type: '${entityType}',
    name: bound(name, NAME_CHARS),
    content: ${said},
    properties: { ${property(nameKey)}: name },
    authority: 'observed',
  });
};
`;
  return { file, text, table: [`import { ${name} } from './${file}';`, `'${type}': ${name},`] };
}

function article(word: string): string {
  return /^[aeiou]/.test(word) ? 'an' : 'a';
}

function property(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`;
}

/** Observations and a summary as XML. Parsed tolerantly: tags in any case, with any text around them. */
import type { RawAnswer, RawNote, RawSummary } from './raw-answer.ts';

const MAX_ELEMENTS = 200;

export function readXml(text: string): RawAnswer | null {
  const folded = lowered(text);
  const notes = elements(text, folded, 'observation').map(note);
  const [found] = elements(text, folded, 'summary');
  const isSkipped = /<skip_summary\b/.test(folded);
  if (notes.length === 0 && found === undefined && !isSkipped) return null;
  return { notes, summary: found === undefined ? null : summary(found.inner), isSkipped };
}

interface Element {
  attributes: string;
  inner: string;
}

/** Elements of one name, not nested. One without an end tag continues to the next of its kind or to the end. */
function elements(text: string, folded: string, name: string): Element[] {
  const found: Element[] = [];
  let from = 0;
  while (found.length < MAX_ELEMENTS) {
    const start = folded.indexOf(`<${name}`, from);
    if (start < 0) break;
    const open = folded.indexOf('>', start);
    if (open < 0) break;
    from = open + 1;
    // `<facts>` is not `<fact>`.
    if (!/[\s>/]/.test(folded[start + name.length + 1]!)) continue;
    const attributes = text.slice(start + name.length + 1, open);
    if (attributes.endsWith('/')) continue;
    const end = folded.indexOf(`</${name}`, from);
    const next = folded.indexOf(`<${name}`, from);
    const stop = end >= 0 ? end : next >= 0 ? next : text.length;
    found.push({ attributes, inner: text.slice(from, stop) });
    from = stop;
  }
  return found;
}

function textIn(inner: string, name: string): string {
  const [found] = elements(inner, lowered(inner), name);
  return found === undefined ? '' : plain(found.inner);
}

function listIn(inner: string, list: string, item: string): string[] {
  const [found] = elements(inner, lowered(inner), list);
  if (found === undefined) return [];
  const items = elements(found.inner, lowered(found.inner), item).map((each) => plain(each.inner));
  return items.length > 0 ? items : plain(found.inner).split('\n');
}

function note({ attributes, inner }: Element): RawNote {
  const work = /\bwork\s*=\s*["']?([\d,\s]+)/i.exec(attributes)?.[1] ?? textIn(inner, 'work');
  return {
    work: work.split(/[,\s]+/).filter((id) => id !== ''),
    type: textIn(inner, 'type'),
    title: textIn(inner, 'title'),
    subtitle: textIn(inner, 'subtitle'),
    facts: listIn(inner, 'facts', 'fact'),
    narrative: textIn(inner, 'narrative'),
    concepts: listIn(inner, 'concepts', 'concept'),
  };
}

function summary(inner: string): RawSummary {
  return {
    request: textIn(inner, 'request'),
    investigated: textIn(inner, 'investigated'),
    learned: textIn(inner, 'learned'),
    completed: textIn(inner, 'completed'),
    nextSteps: textIn(inner, 'next_steps'),
    notes: textIn(inner, 'notes'),
  };
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&amp;': '&',
};

/** Removes markup from the text. */
function plain(text: string): string {
  return text
    .replace(/<!\[CDATA\[|\]\]>/g, '')
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/&(?:lt|gt|quot|apos|amp|#39);/g, (entity) => ENTITIES[entity]!)
    .trim();
}

/** Keeps the length, although some letters grow when lower-cased. */
function lowered(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

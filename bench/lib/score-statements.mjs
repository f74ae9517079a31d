// Scores statements against the labels of a session. A label is found if a statement of a matching kind cites one of its
// turns, or the turn before or after, and shares its decisive words.

/** The kinds under which a label counts as found. */
export const SAME = {
  decision: ['decision', 'rule', 'preference', 'rejected'],
  rule: ['rule', 'preference', 'decision'],
  preference: ['preference', 'rule', 'decision'],
  rejected: ['rejected', 'decision'],
  cause: ['cause', 'fact'],
  fact: ['fact', 'cause'],
  open: ['open'],
  done: ['done'],
};
const LITTLE = new Set(
  'the and for that this with from are was were will would can could should has have had not but its it is in on of to a an as at by be or if so we i you he they them their our your my me us do does did done than then there here what which who how why when where into over out up also only just more most all any each no yes one two use uses used using make makes made get gets got need needs let s t re ve ll d m'.split(
    ' ',
  ),
);

export function decisiveWords(text) {
  const words =
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  const kept = words.filter(
    (word) => !LITTLE.has(word) && (word.length > 1 || /\p{Script=Han}/u.test(word)),
  );
  return [...new Set(kept.map((word) => (/^.{3,}[^s]s$/.test(word) ? word.slice(0, -1) : word)))];
}

/** Whether the text contains at least this share of the words, and at least `least` of them. */
function isSaid(words, said, share, least) {
  const found = words.filter((word) => said.has(word)).length;
  return (
    words.length > 0 && found >= Math.min(least, words.length) && found / words.length >= share
  );
}

function saysLabel(text, label) {
  const said = new Set(decisiveWords(text));
  const quote = decisiveWords(label.quote);
  const statement = decisiveWords(label.statement);
  return (quote.length >= 2 && isSaid(quote, said, 0.6, 2)) || isSaid(statement, said, 0.45, 3);
}

/**
 * @param items `{kind, text, turn}`: the number of the turn in the session
 * @param labels `{kind, statement, quote, importance, turns}`
 * @param noise `{quote, turn}`; an empty quote: no statement may come from the turn
 */
export function scoreSession(items, labels, noise, total) {
  const good = new Set();
  for (const label of labels) {
    const isNear = ({ turn }) => label.turns.some((own) => Math.abs(own - turn) <= 1);
    const found = items.filter(
      (item) => SAME[label.kind].includes(item.kind) && isNear(item) && saysLabel(item.text, label),
    );
    for (const item of found) good.add(item);
    const kind = (total.kinds[label.kind] ??= { labels: 0, found: 0 });
    kind.labels++;
    if (found.length > 0) kind.found++;
    if (label.importance === 3) {
      total.important++;
      if (found.length > 0) total.importantFound++;
    }
  }
  for (const { quote, turn } of noise) {
    total.noise++;
    const words = decisiveWords(quote);
    const isTaken = items.some(
      (item) =>
        !good.has(item) &&
        item.turn === turn &&
        (words.length === 0 || isSaid(words, new Set(decisiveWords(item.text)), 0.5, 2)),
    );
    if (isTaken) total.noiseTaken++;
  }
  total.items += items.length;
  total.good += good.size;
}

import { rawWords, STOP_WORDS, wordStem } from '../words/analyze.ts';
import { PRODUCTS, TERMS } from './trade-words.ts';

/**
 * Related words between questions and answers: a question says "pet", the answer says "dog". General English, and the
 * products and terms of software work (trade-words.ts), not taken from any data set. A related word counts less than
 * the word itself and never makes a match exact.
 */

/** Synonyms, in either direction. */
const SAME = `
job work career occupation profession employment|movie film cinema|kid child son daughter toddler baby|mom mother mum parent
dad father parent|grandma grandmother granny|grandpa grandfather|spouse husband wife partner marry|sibling brother sister
picture photo photograph image snapshot|buy purchase get shop|gift present|begin start launch kick|end finish complete stop quit
travel trip visit vacation journey tour fly holiday|doctor physician clinic hospital medical|ill sick disease flu|injury hurt injure accident wound
college university campus degree graduate|school class teacher lesson course|study learn research|happy glad joy excited thrilled delighted
sad upset unhappy heartbroken|angry mad annoyed frustrated|worry anxious anxiety stress nervous overwhelm|afraid scared fear
tired exhausted|fun enjoy enjoyable entertaining|love like adore enjoy favorite favourite fond|hate dislike|help support assist aid
talk speak chat discuss conversation|tell say mention share|meet meeting encounter|friend buddy pal companion|party celebration celebrate
wedding marry marriage engaged|birthday anniversary|dance dancer dancing choreography|paint painting painter artwork draw|art artist artwork paint sculpture
music song band album concert musician|write author writer writing|read reading book novel|game play gaming|run jog marathon race
exercise workout gym fitness yoga training|hike hiking trail trek|camp camping tent|cook bake recipe meal dish|food meal eat dish cuisine snack
money pay finance salary fund budget|business company startup shop store firm|house home apartment flat|move relocate|car vehicle drive
plan intend goal going|hope dream wish aspire goal|idea thought plan|volunteer charity donate community|win award prize champion trophy
create make build produce design|big large huge|small little tiny|new recent|old ancient|fix repair resolve solve mend patch|bug issue defect error problem fault
crash fail failure broken exception panic|remove delete drop uninstall erase|add create insert introduce|change modify edit update alter|test spec check verify
folder directory dir|config configuration setting option|login auth authentication signin credential|deploy release ship publish rollout|database db sqlite postgres mysql
repo repository|function method procedure|fast quick speed performance slow latency|decide decision choose chose pick select|reason why because rationale
doc documentation readme guide|dependency package library module|command cli script shell|review feedback comment|branch merge|password secret token key|revert undo rollback
beach ocean sea shore coast|mountain peak summit hill|nature outdoors forest park|woods forest|flower plant garden|church faith religious religion spiritual pray god
dog puppy pup|cat kitten kitty|struggle challenge difficult hard obstacle|success achieve achievement accomplish|advice suggest suggestion recommend tip
memory remember remind|inspire inspiration motivate motivation|relax unwind calm peaceful rest|healthy health diet nutrition
injure injury sprain|quit resign leave|hire recruit employ|fire layoff|country nation abroad|city town|road highway|team squad|coach mentor trainer|collect collection|teach teacher instructor|interest hobby passion
`;

/** A class and its members: a member answers a question about the class, but not the reverse. */
const KINDS = `
pet: dog cat puppy kitten hamster rabbit turtle parrot fish bird lizard snake
animal: dog cat horse bird fish turtle snake bear wolf cow rabbit sheep lion elephant pet
instrument: guitar piano violin drum flute cello clarinet saxophone trumpet ukulele bass keyboard
sport: football soccer basketball tennis baseball swim surf ski golf hockey volleyball cricket rugby climb boxing
hobby: paint draw read hike garden cook photograph knit dance camp write fish chess guitar yoga game
activity: hike swim camp paint run dance cook ride museum park game yoga climb surf ski kayak picnic
vehicle: car truck bike motorcycle van bus boat
food: pizza pasta salad soup bread cake chicken fish rice cheese chocolate sushi burger sandwich cookie pie
dessert: cake cookie pie chocolate pastry cupcake brownie tart mousse
drink: coffee tea beer wine juice soda water cocktail smoothie
color: red blue green yellow orange purple pink black white brown
country: france italy spain germany england japan china india canada mexico brazil sweden ireland australia greece turkey thailand norway america
city: paris london rome tokyo york boston chicago seattle barcelona berlin toronto miami
place: beach park museum city town cafe restaurant lake mountain forest country
family: mother father mom dad brother sister son daughter wife husband aunt uncle cousin kid grandma
relative: mother father brother sister aunt uncle cousin grandmother grandfather
symptom: pain fever cough ache headache rash
disease: cancer diabetes asthma flu
health: doctor diet exercise weight hospital surgery sick
holiday: christmas thanksgiving halloween easter
season: summer winter spring autumn fall
event: concert festival workshop conference fair parade race party wedding tournament show exhibition meeting
career: teacher engineer nurse doctor lawyer developer designer artist writer chef
outdoor: hike camp kayak climb trail mountain lake beach
genre: fantasy mystery romance thriller jazz rock pop classical horror comedy
clothes: dress shirt shoes jacket hat trousers coat sweater
language: spanish french german english chinese japanese python typescript rust java
shop: store cafe bakery boutique
device: phone laptop tablet computer
age: year old birthday
relationship: single married boyfriend girlfriend husband wife partner dating breakup divorce
religious: church faith bible god pray
political: liberal conservative rights vote election activist
plant: flower rose sunflower tomato tree succulent
`;

export interface Kind {
  /** Several names of the kind, the usual one first. */
  names: readonly string[];
  members: readonly string[];
}

/** A product has at most this many words. */
const MOST_WORDS = 3;
const SHORTEST_PREFIX = 3;

export const PRODUCT_KINDS = kindsOf(PRODUCTS);
export const TERM_KINDS = kindsOf(TERMS);

function kindsOf(table: string): Kind[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [names, members] = line.split(': ');
      return { names: names!.split(', '), members: members!.split(' ') };
    });
}

let index: ReturnType<typeof indexOf> | undefined;

/**
 * In the order of the text.
 *
 * @example kindsIn('We moved to RabbitMQ')[0].names // ['message queue', 'message broker', 'event streaming']
 */
export function kindsIn(text: string): Kind[] {
  index ??= indexOf([...PRODUCT_KINDS, ...TERM_KINDS]);
  const words = rawWords(text);
  const found = new Set<Kind>();
  const { kinds, starts } = index;
  const add = (key: string): void => kinds.get(key)?.forEach((kind) => found.add(kind));
  words.forEach((word, at) => {
    const lower = word.toLowerCase();
    if (starts.has(lower))
      for (let length = MOST_WORDS; length > 0; length--) {
        const phrase = words.slice(at, at + length).join(' ');
        add(`=${phrase}`);
        add(phrase.toLowerCase());
      }
    if (!starts.has(`${lower.slice(0, SHORTEST_PREFIX)}-`)) return;
    for (let end = SHORTEST_PREFIX; end <= lower.length; end++) add(`${lower.slice(0, end)}-`);
  });
  return [...found];
}

/** By the words of a member: `=` before those that count only as they are spelled, `-` after beginnings of words. */
function indexOf(kinds: readonly Kind[]) {
  /** First words of keys in lower case, and the shortest beginnings with `-`. Most words are not among them. */
  const starts = new Set<string>();
  const byKey = new Map<string, Kind[]>();
  for (const kind of kinds) {
    for (const member of kind.members) {
      const words = rawWords(member.replaceAll('_', ' ')).join(' ');
      const lower = words.toLowerCase();
      const key = member.endsWith('*') ? `=${words}` : member.endsWith('-') ? `${lower}-` : lower;
      starts.add(
        member.endsWith('-') ? `${lower.slice(0, SHORTEST_PREFIX)}-` : lower.split(' ')[0]!,
      );
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, [kind]);
      else known.push(kind);
    }
  }
  return { kinds: byKey, starts };
}

/** The weight of a related word relative to the word in the question. */
const SAME_SHARE = 0.25;
const KIND_SHARE = 0.35;
const TERM_SHARE = 0.2;

const RELATED = table();

function table(): Map<string, Map<string, number>> {
  const related = new Map<string, Map<string, number>>();
  const add = (from: string, to: string, share: number): void => {
    const [asked, said] = [wordStem(from), wordStem(to)];
    if (asked === said) return;
    const known = related.get(asked) ?? new Map<string, number>();
    known.set(said, Math.max(known.get(said) ?? 0, share));
    related.set(asked, known);
  };
  for (const group of SAME.trim().split(/[|\n]/)) {
    const words = group.split(' ');
    for (const from of words) for (const to of words) add(from, to, SAME_SHARE);
  }
  for (const line of KINDS.trim().split('\n')) {
    const [kind, members] = line.split(': ');
    for (const member of members!.split(' ')) add(kind!, member, KIND_SHARE);
  }
  const addTrade = (kinds: readonly Kind[], share: number): void => {
    for (const { names, members } of kinds)
      for (const name of names.flatMap((phrase) => phrase.toLowerCase().split(' ')))
        for (const member of STOP_WORDS.has(name) ? [] : members.filter(isPlainWord))
          add(name, member.replace('-', '').toLowerCase(), share);
  };
  addTrade(PRODUCT_KINDS, KIND_SHARE);
  addTrade(TERM_KINDS, TERM_SHARE);
  return related;
}

/** Products of several words, or with an ambiguous name, are left to the encoder. */
function isPlainWord(member: string): boolean {
  return /^[\p{L}\p{N}]+-?$/u.test(member);
}

/**
 * Stems that may replace a stem of the question, each with its share.
 *
 * @example relatedTo('pet').get('dog') // 0.35
 */
export function relatedTo(term: string): ReadonlyMap<string, number> {
  return RELATED.get(term) ?? NONE;
}

const NONE: ReadonlyMap<string, number> = new Map();

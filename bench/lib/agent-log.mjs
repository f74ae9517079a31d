// A log like those of coding agents: turns, commands, edits, decisions over a Zipf vocabulary, identifiers and paths.
// Seeded: the same events every time.

/** Mulberry32. */
function random(seed) {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zy'.split(' ');
const KINDS = [
  [0.35, 'turn'],
  [0.6, 'tool'],
  [0.8, 'command'],
  [0.93, 'edit'],
  [0.97, 'decision'],
  [1, 'task'],
];

/** Texts with this many words, Zipf over 60,000. */
export function zipfWords(seed) {
  const word = zipfWord(random(seed));
  return (n) => Array.from({ length: n }, word).join(' ');
}

function zipfWord(next) {
  return () => {
    let n = Math.floor(Math.exp(next() * Math.log(60_000)));
    let text = '';
    do {
      text += SYLLABLES[n % SYLLABLES.length];
      n = Math.floor(n / SYLLABLES.length);
    } while (n > 0);
    return text;
  };
}

/** Yields unsealed events; every event contains a unique marker word in `marker` for known-item questions. */
export function* agentEvents(count, seed = 7) {
  const next = random(seed);
  const word = zipfWord(next);
  const words = (n) => Array.from({ length: n }, word).join(' ');
  const identifier = () =>
    `${word()}${word().replace(/^./, (c) => c.toUpperCase())}${Math.floor(next() * 40)}`;
  const path = () => `src/${word()}/${word()}-${Math.floor(next() * 200)}.ts`;
  for (let i = 0; i < count; i++) {
    const at = next();
    const kind = KINDS.find(([share]) => at <= share)[1];
    const timestamp = new Date(1_760_000_000_000 + i * 20_000).toISOString();
    const heard = (channel) => ({
      origin: { channel, client: 'bench', session_id: 's' },
      timestamp,
    });
    const common = heard('tool');
    const marker = `${words(3)} ${identifier()}`;
    if (kind === 'turn') {
      const role = i % 2 === 0 ? 'user' : 'assistant';
      yield {
        type: 'transcript.turn',
        actorId: role,
        payload: {
          role,
          content: `${marker} ${words(14 + Math.floor(next() * 20))}`,
          turn_index: i,
        },
        ...heard(i % 2 === 0 ? 'user' : 'model'),
        marker,
      };
    } else if (kind === 'tool') {
      yield {
        type: 'tool.call.completed',
        actorId: 'zaxy-observer',
        payload: {
          tool_name: ['Bash', 'Read', 'Edit', 'Grep'][i % 4],
          status: 'ok',
          argument_keys: ['file_path'],
          result_summary: `${marker} ${words(8)}`,
          session_id: 's',
        },
        ...common,
        marker,
      };
    } else if (kind === 'command') {
      yield {
        type: 'command.completed',
        actorId: 'zaxy-observer',
        payload: {
          command: `npm run ${word()} -- ${path()}`,
          exit_code: i % 7 === 0 ? 1 : 0,
          outcome: i % 7 === 0 ? 'failed' : 'passed',
          stdout: `${marker} ${words(10)}`,
        },
        ...common,
        marker,
      };
    } else if (kind === 'edit') {
      yield {
        type: 'file.edit.applied',
        actorId: 'zaxy-observer',
        payload: {
          path: path(),
          operation: 'modified',
          line_count: 4,
          summary: `${marker} ${words(3)}`,
        },
        ...common,
        marker,
      };
    } else if (kind === 'decision') {
      yield {
        type: 'decision.made',
        actorId: 'assistant',
        payload: {
          decision: `use ${identifier()} for ${words(3)}`,
          rationale: `${marker} ${words(12)}`,
        },
        ...heard('model'),
        marker,
      };
    } else {
      yield {
        type: 'task.completed',
        actorId: 'assistant',
        payload: { taskId: `T-${i % 500}`, summary: `${marker} ${words(8)}` },
        ...heard('model'),
        marker,
      };
    }
  }
}

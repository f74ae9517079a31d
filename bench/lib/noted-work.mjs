// The log of an installation in use: client sessions with prompts, calls of tools, the notes that cover them and the summary
// of each turn. Seeded: the same events every time.
import { zipfWords } from './agent-log.mjs';

const TOOLS = ['Bash', 'Read', 'Edit', 'Grep'];
const TYPES = ['bugfix', 'feature', 'refactor', 'change', 'discovery', 'decision'];
const CONCEPTS = ['how-it-works', 'what-changed', 'problem-solution', 'gotcha', 'pattern'];
const NOTES_PER_TURN = 8;
const TURNS_PER_SESSION = 6;
const STEP_MS = 20_000;

/** Yields unsealed events until there are this many notes; `marker` holds words that few other notes have. */
export function* notedWork(notes, eventIdFrom, seed = 11) {
  const words = zipfWords(seed);
  let at = Date.UTC(2026, 0, 1);
  let made = 0;
  for (let turn = 0; made < notes; turn++) {
    const session = sessionName(Math.floor(turn / TURNS_PER_SESSION));
    const number = (turn % TURNS_PER_SESSION) + 1;
    const origin = (channel) => ({ channel, client: 'claude-code', session_id: session });
    const stamp = () => new Date((at += STEP_MS)).toISOString();
    const said = { source: 'claude-code', session_id: session, role: 'user' };
    yield {
      type: 'transcript.turn',
      actorId: 'user',
      payload: { ...said, content: `Please look at ${words(16)}` },
      origin: origin('user'),
      timestamp: stamp(),
    };
    for (let n = 0; n < NOTES_PER_TURN && made < notes; n++, made++) {
      const id = eventIdFrom(at, made.toString(16).padStart(20, '0'));
      const file = `src/${words(1)}/${words(1)}-${made % 400}.ts`;
      yield {
        id,
        type: 'tool.call.completed',
        actorId: 'zaxy-observer',
        payload: {
          tool_name: TOOLS[made % 4],
          status: 'ok',
          tool_use_id: `call-${made}`,
          argument_keys: ['file_path'],
          result_summary: words(10),
          session_id: session,
        },
        origin: origin('tool'),
        timestamp: stamp(),
      };
      const marker = words(3);
      yield {
        type: 'note.recorded',
        actorId: 'hookloom-notes',
        payload: {
          session_id: session,
          type: TYPES[made % TYPES.length],
          title: `${marker} in ${file}`,
          subtitle: words(8),
          facts: [words(7), words(7)],
          concepts: [CONCEPTS[made % CONCEPTS.length]],
          files_read: [file],
          ...(made % 3 === 0 && { files_modified: [file] }),
          prompt_number: number,
          covers: [id],
          made_by: 'rules',
        },
        origin: { ...origin('tool'), written_by: 'notes' },
        timestamp: stamp(),
        marker,
        file,
      };
    }
    yield {
      type: 'session.summarized',
      actorId: 'hookloom-notes',
      payload: {
        session_id: session,
        prompt_number: number,
        request: words(12),
        completed: words(16),
        next_steps: words(6),
        made_by: 'rules',
      },
      origin: { ...origin('model'), written_by: 'notes' },
      timestamp: stamp(),
    };
  }
}

function sessionName(n) {
  return `5e0d1f0e-6f0b-4f3a-9a7e-${String(n).padStart(12, '0')}`;
}

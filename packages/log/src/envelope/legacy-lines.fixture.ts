/** Logs of the older writers, with their published hashes. */
const HASHES = {
  first: 'sha256:96061219d0fb3a30704ea745bb280a470967d76a57d78a3d1fe28fce06fd47d4',
  second: 'sha256:0464261d6ec01dee9964d5ccc6f0b9bf597baff9b62115257c650cb8d5cdfd08',
  legacy: '000c7263610ed51d2a7338f26cbd8a45c952591ab91c1b0a53f29058ea8db904',
  probePython: 'sha256:7b157ccc1d4f617e7593f295ba5fa040d10186e1f4b5bd572206cc569c0e91e6',
  probeTypescript: 'sha256:1216fbe70cb7bb129415f5679b00e164ed52806ef5ded07e332c3e69a452fc8d',
};

const base = {
  id: 'evt_zaxy_000000000001_3579bda67aea7d9b',
  type: 'goal.created',
  actorId: 'user',
  threadId: 'demo-default',
  parentEventId: null,
  causedBy: [],
  timestamp: '2026-01-01T00:00:00Z',
};

const zaxyFirst = {
  ...base,
  payload: { title: 'Ship it', __zaxy_security: { sensitivity: 'public', redacted_paths: [] } },
  integrity: { hash: HASHES.first, previousHash: null },
};

const zaxySecond = {
  ...base,
  id: 'evt_zaxy_000000000002_d670a6a1a7bb6bf8',
  type: 'decision.made',
  actorId: 'assistant',
  timestamp: '2026-01-01T00:00:01.5Z',
  payload: {
    decision: 'Use JSONL',
    api_key: '[REDACTED]',
    __zaxy_security: { sensitivity: 'restricted', redacted_paths: ['api_key'] },
  },
  integrity: { hash: HASHES.second, previousHash: HASHES.first },
};

const probe = {
  ...base,
  id: 'evt_zaxy_000000000001_0000000000000000',
  payload: { title: 'café ✓' },
};

const legacy = {
  seq: 1,
  timestamp: '2026-01-01T00:00:00Z',
  type: 'note',
  actor: 'user',
  thread: 'default',
  payload: { a: 1 },
  security: { sensitivity: 'public', redacted_paths: [] },
  prev_hash: null,
  hash: HASHES.legacy,
};

export const olderLines = {
  zaxyFirst: JSON.stringify(zaxyFirst),
  zaxySecond: JSON.stringify(zaxySecond),
  /** As Python wrote it to disk: ASCII only. */
  probePython: JSON.stringify({
    ...probe,
    integrity: { hash: HASHES.probePython, previousHash: null },
  })
    .replace('é', '\\u00e9')
    .replace('✓', '\\u2713'),
  probeTypescript: JSON.stringify({
    ...probe,
    integrity: { hash: HASHES.probeTypescript, previousHash: null },
  }),
  legacy: JSON.stringify(legacy),
  hashes: HASHES,
};

/** Random histories of a log: an intact log is never reported, and a loss always is. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendOrSpool } from '../src/append/append-or-spool.ts';
import { examineLog } from '../src/installation/examine-log.ts';
import { logNotices } from '../src/installation/log-notices.ts';
import { event, S } from './log-under-test.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

/** The long run: HOOKLOOM_LOG_SEQUENCES=2000 npx vitest run --project int packages/log/test/installation-sequences */
const RUNS = Number(process.env['HOOKLOOM_LOG_SEQUENCES'] ?? 40);
const TIMEOUT_MS = 60_000 + RUNS * 500;

let sandbox: Sandbox;
const before = process.env['HOOKLOOM_STATE_DIR'];
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => {
  sandbox.close();
  process.env['HOOKLOOM_STATE_DIR'] = before;
  delete process.env['HOOKLOOM_INSTALLATION_KEY_FILE'];
});

/** One installation and one project in their own folders. */
class World {
  static count = 0;
  readonly root = path.join(sandbox.root, `world${World.count++}`);
  folder = path.join(this.root, 'shop');
  moves = 0;

  constructor() {
    mkdirSync(this.folder, { recursive: true });
    this.as('own');
    this.append(1);
  }

  get dir(): string {
    return path.join(this.folder, '.eventloom');
  }

  get log(): string {
    return path.join(this.dir, `${S}.jsonl`);
  }

  as(installation: string): void {
    process.env['HOOKLOOM_STATE_DIR'] = path.join(this.root, `state-${installation}`);
  }

  /** @param size Events of one append: a batch. */
  append(size: number, dir = this.dir): void {
    const events = Array.from({ length: size }, (_, at) => event(`${at}`));
    const request = { dir, session: S, events, deadline: Date.now() + 20_000 };
    expect(appendOrSpool(request).kind).toBe('appended');
  }

  marks(): string {
    return path.join(process.env['HOOKLOOM_STATE_DIR']!, 'logs');
  }

  /** A writer that was killed before it moved the mark, or the head file too. */
  appendWithoutMark(size: number, withoutHead: boolean): void {
    const head = path.join(this.dir, `${S}.head`);
    const bytes = readFileSync(head);
    const kept = `${this.marks()}-kept`;
    cpSync(this.marks(), kept, { recursive: true });
    this.append(size);
    rmSync(this.marks(), { recursive: true });
    renameSync(kept, this.marks());
    if (withoutHead) writeFileSync(head, bytes);
  }

  /** A writer that was killed in the middle of its write. */
  tear(share: number): void {
    const whole = readFileSync(this.log);
    this.appendWithoutMark(3, true);
    const now = readFileSync(this.log);
    const end = whole.length + Math.floor((now.length - whole.length) * share);
    writeFileSync(this.log, now.subarray(0, Math.min(end, now.length - 1)));
  }

  move(): void {
    const to = path.join(this.root, `moved${this.moves++}`);
    renameSync(this.folder, to);
    this.folder = to;
  }

  /** A power loss left half of the mark. */
  tearMark(): void {
    for (const name of readdirSync(this.marks(), { recursive: true }) as string[])
      if (name.endsWith(`${S}.json`)) writeFileSync(path.join(this.marks(), name), '{"v":1,"di');
  }

  /** Another machine with the same key. */
  appendElsewhere(size: number): void {
    process.env['HOOKLOOM_INSTALLATION_KEY_FILE'] = path.join(
      process.env['HOOKLOOM_STATE_DIR']!,
      'installation.key',
    );
    this.as('container');
    this.append(size);
    expect(this.notices()).toEqual([]);
    delete process.env['HOOKLOOM_INSTALLATION_KEY_FILE'];
    this.as('own');
  }

  backUp(): void {
    cpSync(this.folder, path.join(this.root, `backup${this.moves++}`), { recursive: true });
  }

  notices(dir = this.dir): string[] {
    return logNotices(dir).map(({ kind, message }) => `${kind}: ${message}`);
  }
}

const honest = fc.oneof(
  fc.integer({ min: 1, max: 4 }).map((size) => ({ does: 'append', size }) as const),
  fc
    .record({ size: fc.integer({ min: 1, max: 4 }), withoutHead: fc.boolean() })
    .map((how) => ({ does: 'appendWithoutMark', ...how }) as const),
  fc.double({ min: 0, max: 1, noNaN: true }).map((share) => ({ does: 'tear', share }) as const),
  fc.integer({ min: 1, max: 3 }).map((size) => ({ does: 'appendElsewhere', size }) as const),
  fc.constantFrom('move', 'backUp', 'tearMark').map((does) => ({ does }) as const),
);
type Step = typeof honest extends fc.Arbitrary<infer T> ? T : never;

function take(world: World, step: Step): void {
  switch (step.does) {
    case 'append':
      return world.append(step.size);
    case 'appendWithoutMark':
      return world.appendWithoutMark(step.size, step.withoutHead);
    case 'tear':
      return world.tear(step.share);
    case 'appendElsewhere':
      return world.appendElsewhere(step.size);
    case 'move':
      return world.move();
    case 'backUp':
      return world.backUp();
    case 'tearMark':
      return world.tearMark();
  }
}

const history = fc.array(honest, { maxLength: 6 });

test(
  'reports nothing for an intact log, which stays this installation’s',
  () => {
    fc.assert(
      fc.property(history, (steps) => {
        const world = new World();
        for (const step of steps) {
          take(world, step);
          expect(world.notices()).toEqual([]);
          expect(examineLog(world.dir, S).ownership).toBe('own');
        }
        rmSync(world.root, { recursive: true });
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);

const loss = fc.constantFrom(
  'cut',
  'cut with head',
  'rolled back',
  'forked',
  'deleted',
  'replaced',
);

test(
  'reports every loss, whatever was appended before and after it',
  () => {
    const parts = fc.record({
      before: history,
      kind: loss,
      lost: fc.integer({ min: 1, max: 4 }),
      after: fc.integer({ min: 0, max: 6 }),
    });
    fc.assert(
      fc.property(parts, ({ before: steps, kind, lost, after }) => {
        const world = new World();
        for (const step of steps) take(world, step);
        // A mark that is up to date with the log.
        world.append(1);
        const { dir, log } = world;
        const kept = path.join(world.root, 'kept');
        cpSync(dir, kept, { recursive: true });
        const size = readFileSync(log).length;
        for (let at = 0; at < lost; at++) world.append(1);
        const dirs = [dir];
        if (kind === 'cut' || kind === 'cut with head')
          writeFileSync(log, readFileSync(log).subarray(0, size));
        if (kind === 'cut with head')
          cpSync(path.join(kept, `${S}.head`), path.join(dir, `${S}.head`));
        if (kind === 'rolled back' || kind === 'deleted') rmSync(dir, { recursive: true });
        if (kind === 'rolled back') cpSync(kept, dir, { recursive: true });
        if (kind === 'replaced') {
          rmSync(log);
          appendFileSync(log, '');
        }
        if (kind === 'forked') {
          const copy = path.join(world.root, 'copy', '.eventloom');
          cpSync(kept, copy, { recursive: true });
          world.append(1, copy);
          dirs.push(copy);
        }
        for (let at = 0; at < after; at++) {
          for (const of of dirs)
            if (world.notices(of).length === 0) throw new Error(`not told: ${of}`);
          world.append(1);
        }
        for (const of of dirs) expect([kind, world.notices(of).length]).not.toEqual([kind, 0]);
        expect(existsSync(kept)).toBe(true);
        rmSync(world.root, { recursive: true });
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);

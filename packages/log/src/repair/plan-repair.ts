/** Decides which events of a broken log stay in it, and which become separate logs. Pure. */
import type { BrokenLine, FoundEvent, ScannedLog } from './scan-log.ts';

export type RepairPlan = ReturnType<typeof planRepair>;

/** The entries of a `memory.forgotten` event. */
export type VouchedBy = (event: FoundEvent) => { id: string; digest: string; frame: string }[];

/**
 * Of two histories the log keeps the one with a known event, otherwise the longer one.
 *
 * @param known Hashes of events that this installation wrote.
 */
export function planRepair(scanned: ScannedLog, known: ReadonlySet<string>, vouchedBy: VouchedBy) {
  const unvouched: BrokenLine[] = [];
  for (let { events } = scanned; ;) {
    const unique = withoutCopies(events);
    const [kept, ...tails] = chainsOf(unique, known);
    const voucher = findVouchers(kept!, unique, vouchedBy);
    if (voucher.missing.size === 0) {
      const carried = [...voucher.carried];
      return {
        /** One chain from the first event on, in order. */
        kept: kept!,
        /** `memory.forgotten` events of other parts that certify forgotten events of `kept`. */
        carried,
        /** Chains that do not belong to it, in the order of the file. */
        tails: tails
          .map((tail) => tail.filter((event) => !voucher.carried.has(event)))
          .filter((tail) => tail.length > 0),
        broken: [...scanned.broken, ...unvouched].toSorted((a, b) => a.start - b.start),
        /** Copies of an event that is already in the log. */
        duplicates: events.length - unique.length,
      };
    }
    for (const { line, start, end } of voucher.missing) {
      const detail = 'the content was removed and no event of this log vouches for it';
      unvouched.push({ line, start, end, kind: 'unvouched', detail });
    }
    events = events.filter((event) => !voucher.missing.has(event));
  }
}

/** Each event once: without its content if that was forgotten in one of the copies. */
function withoutCopies(events: readonly FoundEvent[]): FoundEvent[] {
  const byHash = new Map<string, FoundEvent>();
  const seqOf = new Map(events.map(({ hash, seq }) => [hash, seq]));
  const fits = ({ seq, previousHash }: FoundEvent): boolean =>
    seq === null || (previousHash === null ? 0 : seqOf.get(previousHash)) === seq - 1;
  for (const event of events) {
    const other = byHash.get(event.hash);
    const isBetter =
      other === undefined ||
      (event.shredded !== null && other.shredded === null) ||
      ((event.shredded === null) === (other.shredded === null) && fits(event) && !fits(other));
    if (isBetter) byHash.set(event.hash, event);
  }
  return [...byHash.values()].toSorted((a, b) => a.start - b.start);
}

interface Branch {
  event: FoundEvent;
  /** Events on the longest way to an end. */
  length: number;
  hasKnown: boolean;
  /** Whether an earlier event names this one as its parent. */
  isRoot: boolean;
  next: Branch[];
}

/** The chain of the log first; empty if its beginning is missing. */
function chainsOf(events: readonly FoundEvent[], known: ReadonlySet<string>): FoundEvent[][] {
  const branches = new Map<string, Branch>(
    events.map((event) => [
      event.hash,
      { event, length: 1, hasKnown: known.has(event.hash), isRoot: true, next: [] },
    ]),
  );
  for (const branch of branches.values()) {
    const parent = branches.get(branch.event.previousHash ?? '');
    if (parent === undefined || parent === branch) continue;
    parent.next.push(branch);
    branch.isRoot = false;
  }
  const roots = [...branches.values()].filter(({ isRoot }) => isRoot);
  for (const branch of childrenFirst(roots)) {
    branch.next.sort(better);
    const [first] = branch.next;
    if (first !== undefined) branch.length = first.length + 1;
    branch.hasKnown ||= branch.next.some(({ hasKnown }) => hasKnown);
  }
  const [main] = roots.filter(({ event }) => event.previousHash === null).toSorted(better);
  const starts = roots.filter((root) => root !== main);
  const chains: FoundEvent[][] = [];
  const follow = (start: Branch): FoundEvent[] => {
    const chain: FoundEvent[] = [];
    for (let at: Branch | undefined = start; at !== undefined; at = at.next[0]) {
      chain.push(at.event);
      starts.push(...at.next.slice(1));
    }
    return chain;
  };
  const first = main === undefined ? [] : follow(main);
  const end = endOfWhole(first);
  if (end < first.length) chains.push(first.slice(end));
  for (let at = 0; at < starts.length; at++) chains.push(follow(starts[at]!));
  chains.sort((a, b) => a[0]!.start - b[0]!.start);
  return [first.slice(0, end), ...chains];
}

function better(a: Branch, b: Branch): number {
  if (a.hasKnown !== b.hasKnown) return a.hasKnown ? -1 : 1;
  return b.length - a.length || a.event.start - b.event.start;
}

function childrenFirst(roots: readonly Branch[]): Branch[] {
  const order = [...roots];
  for (let at = 0; at < order.length; at++) order.push(...order[at]!.next);
  return order.reverse();
}

/** How many events of a chain are numbered correctly, with complete batches. */
function endOfWhole(chain: readonly FoundEvent[]): number {
  let open: { first: number; last: number } | null = null;
  for (const [at, { seq, batch }] of chain.entries()) {
    const place = at + 1;
    const begin: number = open === null ? at : open.first - 1;
    if (seq !== null && seq !== place) return begin;
    if (open === null && batch !== null) {
      if (batch.first !== place) return begin;
      open = { first: place, last: place + batch.size - 1 };
    } else if (open !== null && batch?.first !== open.first) return begin;
    if (open?.last === place) open = null;
  }
  return open === null ? chain.length : open.first - 1;
}

function findVouchers(
  kept: readonly FoundEvent[],
  all: readonly FoundEvent[],
  vouchedBy: VouchedBy,
): { carried: Set<FoundEvent>; missing: Set<FoundEvent> } {
  const carried = new Set<FoundEvent>();
  const missing = new Set<FoundEvent>();
  const shredded = kept.filter((event) => event.shredded !== null);
  if (shredded.length === 0) return { carried, missing };
  const own = new Set(kept);
  const vouchers = all.filter(({ type, shredded: gone }) => type === 'memory.forgotten' && !gone);
  const entries = new Map(vouchers.map((event) => [event, vouchedBy(event)]));
  for (const event of shredded) {
    const { by, digest, frame } = event.shredded!;
    const names = (one: FoundEvent): boolean =>
      one.id === by &&
      entries
        .get(one)!
        .some((entry) => entry.id === event.id && entry.digest === digest && entry.frame === frame);
    const voucher = vouchers.find((one) => own.has(one) && names(one)) ?? vouchers.find(names);
    if (voucher === undefined) missing.add(event);
    else if (!own.has(voucher)) carried.add(voucher);
  }
  return { carried, missing };
}

/** A client that ends its hook ends us: what we started must not stay behind. */

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const endings = new Set<() => void>();

/** Calls `end` when this process is asked to end or ends by itself, until the returned function is called. */
export function endWithUs(end: () => void): () => void {
  if (endings.size === 0) listen();
  endings.add(end);
  return () => {
    // No other listener has the signal: with nothing to end, this process ends as any other does.
    if (endings.delete(end) && endings.size === 0) unlisten();
  };
}

function listen(): void {
  for (const signal of names()) process.on(signal, onSignal);
  process.on('exit', endAll);
}

function unlisten(): void {
  for (const signal of names()) process.off(signal, onSignal);
  process.off('exit', endAll);
}

function onSignal(signal: NodeJS.Signals): void {
  endAll();
  unlisten();
  // A long-lived process has listeners of its own, which decide when it ends.
  if (process.listenerCount(signal) === 0)
    process.exit(SIGNALS[signal as keyof typeof SIGNALS] ?? 1);
}

function endAll(): void {
  const ending = [...endings];
  endings.clear();
  for (const end of ending) end();
}

function names(): (keyof typeof SIGNALS)[] {
  return Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];
}

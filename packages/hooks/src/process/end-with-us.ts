/** A client that ends its hook ends us: processes that we started must end too. */

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const endings = new Set<() => void>();

/** Calls `end` if this process is asked to end or ends by itself, until the returned function is called. */
export function endWithUs(end: () => void): () => void {
  if (endings.size === 0) listen();
  endings.add(end);
  return () => {
    // No other listener handles the signal: with nothing to end, this process ends like any other.
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
  // A long-lived process has its own listeners, which decide when it ends.
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

/** A table whose entries are created on demand: the built hook keeps each in a separate file. */

/**
 * @example lazyTable({ one: () => load('one'), other: () => load('other') }).one // loads `one` only
 */
export function lazyTable<Name extends string, Entry>(
  makers: Record<Name, () => Entry>,
): Readonly<Record<Name, Entry>> {
  const table = {} as Record<Name, Entry>;
  for (const name of Object.keys(makers) as Name[])
    Object.defineProperty(table, name, { enumerable: true, get: makers[name] });
  return table;
}

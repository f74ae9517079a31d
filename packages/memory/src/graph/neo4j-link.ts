/** The connection to Neo4j. Users of Neo4j install its driver, which is not part of this package. */
import { HookloomError, invalidRequest, unavailable, type ErrorCode } from '@hookloom/core';

export interface Neo4jAddress {
  uri: string;
  user: string;
  /** Never shown. */
  password: string;
}

export type Cell = string | number | boolean | null;
export interface Query {
  text: string;
  values?: Record<string, unknown>;
}

export interface Neo4jLink {
  /** Runs the queries in one transaction and returns the rows of the last one. */
  run(queries: readonly Query[]): Promise<Record<string, Cell>[]>;
  /** Such as `Neo4j/5.26.0`. */
  version(): Promise<string>;
  close(): Promise<void>;
}

/** What we use of `neo4j-driver`. */
interface Driver {
  getServerInfo(): Promise<{ agent?: string }>;
  session(): {
    beginTransaction(options: { timeout: number }): Promise<Transaction>;
    close(): Promise<void>;
  };
  close(): Promise<void>;
}
interface Transaction {
  run(
    text: string,
    values?: Record<string, unknown>,
  ): Promise<{ records: { toObject(): Record<string, Cell> }[] }>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}
export interface DriverModule {
  driver(uri: string, auth: unknown, options: object): Driver;
  auth: { basic(user: string, password: string): unknown };
}

const NAME = 'neo4j-driver';
/** The limit for connecting. A query may take longer while the graph is filled. */
const CONNECT_MS = 2000;
const QUERY_MS = 30_000;

/** Throws `unavailable` if the driver is not installed, and `invalid_request` for an invalid address. */
export async function openNeo4j(
  { uri, user, password }: Neo4jAddress,
  load: () => Promise<DriverModule> = loadDriver,
): Promise<Neo4jLink> {
  const neo4j = await load();
  let driver: Driver;
  try {
    driver = neo4j.driver(uri, neo4j.auth.basic(user, password), {
      connectionTimeout: CONNECT_MS,
      connectionAcquisitionTimeout: CONNECT_MS,
      maxTransactionRetryTime: 0,
      disableLosslessIntegers: true,
      userAgent: 'hookloom',
    });
  } catch {
    throw invalidRequest(
      'NEO4J_URI is not the address of a Neo4j server.',
      'Write it as bolt://HOST:7687 or neo4j+s://HOST.',
    );
  }
  return {
    async run(queries) {
      const session = driver.session();
      try {
        const transaction = await session.beginTransaction({ timeout: QUERY_MS });
        try {
          let rows: Record<string, Cell>[] = [];
          for (const { text, values } of queries)
            rows = (await transaction.run(text, whole(values) as typeof values)).records.map(
              (each) => each.toObject(),
            );
          await transaction.commit();
          return rows;
        } catch (error) {
          await transaction.rollback().catch(() => {});
          throw error;
        }
      } catch (error) {
        throw neo4jError(error);
      } finally {
        await session.close().catch(() => {});
      }
    },
    async version() {
      try {
        return (await driver.getServerInfo()).agent ?? 'Neo4j';
      } catch (error) {
        throw neo4jError(error);
      }
    },
    close: () => driver.close(),
  };
}

/** The driver sends numbers as floats and bigints as integers. */
function whole(value: unknown): unknown {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(whole);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, whole(one)]));
}

async function loadDriver(): Promise<DriverModule> {
  try {
    // The name is in a variable so that bundlers do not resolve it.
    const found = (await import(NAME)) as { default: DriverModule };
    return found.default;
  } catch {
    throw unavailable(
      'The Neo4j driver is not installed.',
      'Install it next to Hookloom: npm install --global neo4j-driver, or without --global in a project.',
    );
  }
}

type Words = [when: RegExp, code: ErrorCode, message: string, remediation: string];

/** Omits the server's own message, which may quote anything. */
const WORDS: readonly Words[] = [
  [
    /Security\.CredentialsExpired/,
    'permission_denied',
    'Neo4j wants a new password for this user before anything else.',
    'Change it in the Neo4j browser, then correct NEO4J_PASSWORD.',
  ],
  [
    /Security\.(Unauthorized|AuthenticationRateLimit|TokenExpired)/,
    'permission_denied',
    'Neo4j refused the user or the password.',
    'Correct NEO4J_USER and NEO4J_PASSWORD.',
  ],
  [
    /Security\.|Forbidden/,
    'permission_denied',
    'This user of Neo4j may not read or write the graph.',
    'Grant the user write access to the database, or use another one in NEO4J_USER.',
  ],
  [
    /^(ServiceUnavailable|SessionExpired)$/,
    'unavailable',
    'Neo4j cannot be reached.',
    'Start the server, or check the address in NEO4J_URI.',
  ],
];

function neo4jError(error: unknown): HookloomError {
  const { code: given } = error as { code?: unknown };
  const named = typeof given === 'string' ? given : '';
  const [, code, message, remediation] = WORDS.find(([when]) => when.test(named)) ?? [
    null,
    'unavailable' as const,
    `Neo4j cannot be used${/^[\w.]+$/.test(named) ? ` (${named})` : ''}.`,
    'Check the server in NEO4J_URI.',
  ];
  return new HookloomError(code, message, remediation);
}

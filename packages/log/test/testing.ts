/** What tests of other packages use; source may not import it. */
export { prepareEvents } from '../src/envelope/seal.ts';
export { recordedAt } from '../src/read/read-events.ts';
export { connect } from '../src/stores/postgres/connection.ts';
export { migrate } from '../src/stores/postgres/migrate.ts';
export {
  engine,
  openTestDatabase,
  type TestDatabase,
} from '../src/stores/postgres/postgres.fixture.ts';
export { pullLogs } from '../src/team/pull.ts';
export { changes } from './programs/faulty-fs.ts';

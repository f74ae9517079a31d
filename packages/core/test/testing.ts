/** For tests of other packages; source code must not import it. */
export { tableOf } from '../src/person/process-table.fixture.ts';
export { benignLines } from '../src/redact/benign.fixture.ts';
export { SECRET_COMMANDS } from '../src/redact/commands.fixture.ts';
export {
  fill,
  generate,
  NAMED_SHAPES,
  PREFIXED_SHAPES,
  seeded,
  type Random,
} from '../src/redact/corpus.fixture.ts';
export { LEAKED } from '../src/redact/holes.fixture.ts';

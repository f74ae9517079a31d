import type { LoadedFile } from '../../engine/handler.ts';
import type { Report } from './parse-toml.ts';
import type { EntryLines } from './header-lines.ts';

/** A file while it is being read. */
export interface Loading {
  loaded: LoadedFile;
  lines: EntryLines;
  report: Report;
}

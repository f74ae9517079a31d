/** `manifest.json`, the last file of a backup: what it contains, with a checksum of every file. */
import type { ProjectFile } from '@hookloom/core/settings';
import { isSessionId } from '@hookloom/core';
import { z } from 'zod';
import { damaged } from './tar.ts';

export const FORMAT = 'hookloom.backup.v1';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const session = z.string().refine(isSessionId);
const file = z.object({ name: z.string(), bytes: z.int().min(0), sha256: digest });

const log = file.extend({
  session,
  events: z.int().min(0),
  /** Hash of the last event; null for an empty or a broken log. */
  hash: z.string().nullable(),
  state: z.enum(['whole', 'broken']),
  /** Whether the installation that made the backup had written or adopted the log. */
  own: z.boolean(),
  /** The content of `<session>.seal`, by which the same installation recognises its log. */
  seal: z.string().max(4096).nullable(),
  /** Names of the archived copies next to the log. A restore rebuilds them from the log. */
  archived: z.array(z.string().max(300)).max(100_000),
});

const project = z.object({
  name: z.string().max(200),
  /** Path of the folder, relative to the home folder or absolute. */
  folder: z.string().max(4096),
  in_home: z.boolean(),
  project: z
    .object({
      id: z.string().regex(/^project-[0-9a-f]{16}$/),
      name: z.string(),
      default_session: session,
      created: z.string(),
    })
    .nullable() satisfies z.ZodType<ProjectFile | null>,
  logs: z.array(log),
  /** Digests of forgotten texts, one per line. */
  forgotten: file.nullable(),
});

const manifest = z.object({
  format: z.literal(FORMAT),
  created: z.string(),
  version: z.string(),
  projects: z.array(project).min(1).max(10_000),
  /** By name; no secrets. */
  settings: z.record(z.string().max(100), z.string().max(1000)),
});

export type Manifest = z.infer<typeof manifest>;
export type BackedUpProject = Manifest['projects'][number];
export type BackedUpLog = BackedUpProject['logs'][number];

export function parseManifest(text: string): Manifest {
  try {
    return manifest.parse(JSON.parse(text));
  } catch (error) {
    throw damaged('its manifest is not of this version, or was changed', error);
  }
}

export function filesOf({ projects }: Manifest): { name: string; bytes: number; sha256: string }[] {
  return projects.flatMap(({ logs, forgotten }) => [
    ...logs,
    ...(forgotten === null ? [] : [forgotten]),
  ]);
}

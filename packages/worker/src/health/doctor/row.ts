/** One line of `doctor`: what was checked, what is wrong, why it matters, what fixes it. */
import type { Workspace } from '@hookloom/core/settings';
import type { Place, Program } from '@hookloom/hooks/clients';
import type { StatusEvidence } from '../hook-status.ts';

export type RowStatus = 'ok' | 'warning' | 'error' | 'skipped';

export interface DoctorRow {
  /** A stable name: `node`, `capture_health`, `client.codex`. */
  id: string;
  status: RowStatus;
  message: string;
  /** What happens if it is not fixed. Empty if nothing is wrong. */
  why: string;
  /** The command that fixes it, or null. */
  command: string | null;
  /** What `--repair` did about it. */
  repaired?: string;
}

/** The installation that runs doctor. */
export interface OwnInstallation {
  version: string;
  /** Absolute path of the command's file. */
  bin: string;
}

export interface Examination {
  workspace: Workspace;
  place: Place;
  evidence: StatusEvidence;
  own: OwnInstallation;
  repair: boolean;
  /** Only this program; null for all installed ones. */
  only: Program | null;
  now: number;
}

type Rows = DoctorRow | DoctorRow[];
export type Check = (examined: Examination) => Promise<Rows> | Rows;

export function ok(id: string, message: string): DoctorRow {
  return { id, status: 'ok', message, why: '', command: null };
}

export function skipped(id: string, message: string): DoctorRow {
  return { id, status: 'skipped', message, why: '', command: null };
}

type Wrong = Pick<DoctorRow, 'message' | 'why' | 'command'>;

export function warning(id: string, wrong: Wrong): DoctorRow {
  return { id, status: 'warning', ...wrong };
}

export function error(id: string, wrong: Wrong): DoctorRow {
  return { id, status: 'error', ...wrong };
}

export const REPAIR = 'hookloom doctor --repair';

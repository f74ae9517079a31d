/** What the two gates require in addition to a healthy installation. */
import fs from 'node:fs';
import { attempt, isJsonObject } from '@hookloom/core';
import { captureSoak } from '../capture-soak.ts';
import type { StatusEvidence } from '../hook-status.ts';
import { error, ok, skipped, type DoctorRow } from './row.ts';

const MAX_STALE_MINUTES = 30;

/** Capture according to `capture-soak`, whose failures are errors in this gate. */
export function betaRow(evidence: StatusEvidence): DoctorRow {
  const soak = captureSoak(evidence, { session: null, maxStaleMinutes: MAX_STALE_MINUTES });
  if (soak.status === 'pass') return ok('beta_criteria', soak.message);
  return error('beta_criteria', {
    message: soak.message,
    why: 'Incomplete capture makes sessions impossible to review.',
    command: 'hookloom capture-soak',
  });
}

/**
 * A report of external tests: a JSON object whose `status` is `pass`.
 *
 * @param file Absolute path; null if none was given
 */
export function externalValidationRow(file: string | null, isRequired: boolean): DoctorRow {
  const id = 'external_validation';
  const command = 'hookloom doctor --beta-readiness --external-validation-report FILE';
  if (file === null)
    return isRequired
      ? error(id, {
          message: 'No external validation report was named.',
          why: 'This check requires one.',
          command,
        })
      : skipped(id, 'No report was named.');
  const status = statusIn(file);
  if (status === 'pass') return ok(id, `${file} passed.`);
  return error(id, {
    message:
      status === null
        ? `${file} is not a report: it must be a JSON object with a status.`
        : `${file} says ${status.slice(0, 40)}.`,
    why: 'The external validation did not pass.',
    command,
  });
}

function statusIn(file: string): string | null {
  return attempt(() => {
    const report: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    const status = isJsonObject(report) ? report['status'] : null;
    return typeof status === 'string' ? status : null;
  });
}

/** Where the projection is stored, and whether the database answers. */
import { projectionState } from '../../team/projection-state.ts';
import { ok, warning, type Check } from './row.ts';

export const checkProjection: Check = async ({ place }) => {
  const { backend, in_use: isUsed, text, remediation } = await projectionState(place.env);
  if (backend === 'embedded') return [];
  if (isUsed) return ok('projection', text);
  return warning('projection', { message: text, why: remediation!, command: null });
};

/** The state folder of one client session. Neither creates nor reads it. */
import { contentDigest } from '@hookloom/core/hook';

/** Ids are hostile, so the folder's name is a digest. */
export function sessionPath(
  stateDir: string,
  client: string,
  projectDir: string,
  sessionId: string,
): string {
  return `${stateDir}/sessions/${contentDigest(`${client}\n${projectDir}\n${sessionId}`)}`;
}

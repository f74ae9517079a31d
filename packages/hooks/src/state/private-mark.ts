/** The path of the mark that a client's session is at a private prompt. Part of the hook path: reads nothing. */
import { contentDigest } from '@hookloom/core/hook';
import { stateDirPath } from '@hookloom/core/settings';

export function privateMark(clientSession: string, stateDir = stateDirPath(process.env)): string {
  return `${stateDir}/private/${contentDigest(clientSession)}`;
}

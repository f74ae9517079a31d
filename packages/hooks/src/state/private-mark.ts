/** Where it stands that a client's session is at a private prompt. Reached by the hook path: nothing is looked at. */
import { contentDigest } from '@hookloom/core/hook/delivery-key';
import { stateDirPath } from './state-dir-path.ts';

export function privateMark(clientSession: string, stateDir = stateDirPath(process.env)): string {
  return `${stateDir}/private/${contentDigest(clientSession)}`;
}

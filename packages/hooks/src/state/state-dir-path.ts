export { stateDirPath } from '@hookloom/core/config/state-dir-path';

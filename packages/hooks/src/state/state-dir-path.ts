export { stateDirPath } from '@hookloom/core/settings';

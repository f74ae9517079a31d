/** Settings, and the project that a folder belongs to. */
export {
  rerankSettings,
  vectorSettings,
  type EndpointSettings,
  type LocalModelSettings,
} from './config/embedding.ts';
export { enabledMark } from './config/enabled.ts';
export { homeOf, stateDirPath } from './config/home.ts';
export { unusedSettings, type UnusedSetting } from './config/unused-settings.ts';
export { isLoopback } from './config/loopback.ts';
export { noteSettings, type NoteProviderSettings, type NoteSettings } from './config/notes.ts';
export {
  adoptDirectory,
  defaultSessionOf,
  newProjectFile,
  readProjectFile,
  replaceProjectFile,
  sessionsIn,
  undecidedLogs,
  type ProjectFile,
} from './config/project-file.ts';
export { findProject, projectToMake } from './config/project.ts';
export { handlerVariables, productFiles } from './config/product-files.ts';
export { matching, oneOf, setting, wholeNumber, type Setting } from './config/setting.ts';
export { environmentVariables, settingsRead } from './config/settings.ts';
export { resolveWorkspace, type Workspace, type WorkspaceRequest } from './config/workspace.ts';

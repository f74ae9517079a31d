/** What tests of other packages use; source may not import it. */
export { CLAUDE_INSTALL_EVENTS } from '../src/clients/claude-code/install.ts';
export { CODEX_INSTALL_EVENTS } from '../src/clients/codex/install.ts';
export { tomlLoad } from '../src/dialects/toml/index.ts';
export { LAYERS, type ConfigFile } from '../src/engine/handler.ts';
export { DEFAULT_SETTINGS, readSettings } from '../src/engine/settings.ts';
export { noteLoss } from '../src/losses/note-loss.ts';
export { handlerEnvironment } from '../src/process/environment.ts';
export { readerOf } from '../src/record/reader-of.ts';
export { recordDelivery } from '../src/record/record-delivery.ts';
export { readReminderState } from '../src/reminder/state.ts';
export { recordedTranscript } from '../src/transcript/transcript.fixture.ts';
export { handler, printed } from './engine-parts.ts';
export { listenFake, programFake, type FakeState } from './fake-app-server.ts';
export {
  createWorkspace,
  eventsOf,
  HOOK_FILE,
  runHook,
  type HookRun,
  type Workspace,
} from './run-hook.ts';

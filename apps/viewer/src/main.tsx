/** The shell: the navigation on the left, the screen, and the opened event beside it. */
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { waiting } from './api.ts';
import { asCode, Login } from './screens/login.tsx';
import { failure, isEmpty, loadWorkspaces, workspaces } from './state.ts';
import { openStream, pulse } from './stream.ts';
import { listenToKeys } from './keys.ts';
import { screen, type Screen } from './router.ts';
import { EventDrawer } from './parts/event-drawer.tsx';
import { Failure, LogNotices } from './parts/pieces.tsx';
import { Help } from './parts/help.tsx';
import { Side } from './parts/side.tsx';
import { Toasts } from './parts/toasts.tsx';
import { Economics } from './screens/economics.tsx';
import { FirstRun } from './screens/first-run.tsx';
import { Graph } from './screens/graph.tsx';
import { Hooks } from './screens/hooks.tsx';
import { Inbox } from './screens/inbox.tsx';
import { Injection } from './screens/injection.tsx';
import { Integrity } from './screens/integrity.tsx';
import { Memory } from './screens/memory.tsx';
import { Missions } from './screens/missions.tsx';
import { Now } from './screens/now.tsx';
import { Review } from './screens/review.tsx';
import { Session } from './screens/session.tsx';
import { Settings } from './screens/settings.tsx';
import { Timeline } from './screens/timeline.tsx';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/screens.css';

const VIEWS: Record<Screen, () => preact.JSX.Element> = {
  now: Now,
  timeline: Timeline,
  session: Session,
  memory: Memory,
  graph: Graph,
  hooks: Hooks,
  injection: Injection,
  integrity: Integrity,
  economics: Economics,
  settings: Settings,
  inbox: Inbox,
  review: Review,
  missions: Missions,
};

function App() {
  useEffect(() => {
    // Both would be refused before the code in the address has logged this browser in.
    if (asCode() !== null) return undefined;
    void loadWorkspaces();
    openStream();
    listenToKeys();
    // A new project appears without a reload.
    return pulse.subscribe((turn) => {
      if (turn > 0) void loadWorkspaces();
    });
  }, []);
  if (failure.value?.status === 401 || asCode() !== null) return <Login />;
  const { value: shown } = screen;
  const View = isEmpty.value && shown !== 'settings' ? FirstRun : VIEWS[shown];
  return (
    <div class="shell">
      <Side />
      <main id="main" class={`screen s-${shown}`}>
        {waiting.value > 0 && <output class="notice waiting">Loading…</output>}
        <LogNotices />
        {workspaces.value === null ? <Failure error={failure.value} /> : <View key={shown} />}
      </main>
      <EventDrawer />
      <Toasts />
      <Help />
    </div>
  );
}

render(<App />, document.getElementById('app')!);

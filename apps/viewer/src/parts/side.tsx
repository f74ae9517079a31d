/** The navigation and the selected project. */
import { numberOf } from '../format.ts';
import { helpShown } from '../keys.ts';
import { linkTo, screen, SCREENS, type Screen } from '../router.ts';
import { chosen, chosenLog, workspace, workspaces } from '../state.ts';
import { queueDepth, streaming } from '../stream.ts';

const NAMES: Record<Screen, string> = {
  now: 'Now',
  timeline: 'Timeline',
  session: 'Sessions',
  memory: 'Memory',
  graph: 'Graph',
  hooks: 'Hooks',
  injection: 'Injection',
  integrity: 'Integrity',
  economics: 'Economics',
  settings: 'Settings',
  inbox: 'Inbox',
  review: 'Review',
  missions: 'Missions',
};

/** The other screens have digits. */
const LETTERS: Partial<Record<Screen, string>> = { inbox: 'i', review: 'v', missions: 'n' };

const STATES = { live: 'live', connecting: 'connecting', lost: 'not live' };

export function Side() {
  const all = workspaces.value ?? [];
  const current = workspace.value;
  const log = current?.logs.find(({ session }) => session === (chosenLog.value || current.log));
  return (
    <nav class="side" aria-label="Screens">
      <a class="brand" href="#/now">
        <img src="./viewer/icon.svg" alt="" width="20" height="20" />
        Hookloom
      </a>
      <div class="project">
        <label for="project">Project</label>
        <select
          id="project"
          value={current?.slot ?? ''}
          onChange={({ currentTarget }) => {
            chosen.value = Number(currentTarget.value);
            chosenLog.value = '';
          }}
        >
          {all.map(({ slot, alias }) => (
            <option key={slot} value={slot}>
              {alias}
            </option>
          ))}
        </select>
        {current !== null && current.logs.length > 1 && (
          <select
            aria-label="Log"
            value={chosenLog.value || current.log}
            onChange={({ currentTarget }) => (chosenLog.value = currentTarget.value)}
          >
            {current.logs.map(({ session }) => (
              <option key={session} value={session}>
                {session}
              </option>
            ))}
          </select>
        )}
      </div>
      <ul>
        {SCREENS.map((name, at) => (
          <li key={name}>
            <a
              href={linkTo(name)}
              {...(screen.value === name && { 'aria-current': 'page' as const })}
            >
              {NAMES[name]}
              <kbd aria-hidden="true">{LETTERS[name] ?? (at + 1) % 10}</kbd>
            </a>
          </li>
        ))}
      </ul>
      <div class="foot">
        <span class={`pulse ${streaming.value}`}>{STATES[streaming.value]}</span>
        <span>{log === undefined ? '' : `${numberOf(log.events)} events`}</span>
        {queueDepth.value > 0 && <span>{queueDepth.value} queued</span>}
        <button type="button" class="plain" onClick={() => (helpShown.value = true)}>
          Keys <kbd aria-hidden="true">?</kbd>
        </button>
      </div>
    </nav>
  );
}

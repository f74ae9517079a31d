/** The navigation and the selected project. */
import { useAsk } from '../api.ts';
import { numberOf } from '../format.ts';
import { helpShown } from '../keys.ts';
import { linkTo, screen, SCREEN_KEYS, SCREEN_NAMES, SCREENS, type Screen } from '../router.ts';
import { chosen, chosenLog, here, workspace, workspaces } from '../state.ts';
import { queueDepth, streaming } from '../stream.ts';
import { Tag } from './pieces.tsx';

const LIVE = { live: true };
const STATES = { live: 'live', connecting: 'connecting', lost: 'not live' };

export function Side() {
  const all = workspaces.value ?? [];
  const current = workspace.value;
  const isKnown = current !== null;
  const inbox = useAsk(isKnown ? '/api/viewer/inbox' : null, { ...here.value, limit: 1 }, LIVE);
  const review = useAsk(isKnown ? '/api/viewer/review' : null, here.value, LIVE);
  /** How many items wait for you. */
  const waits: Partial<Record<Screen, number | undefined>> = {
    inbox: inbox.data?.proposed,
    review: review.data?.count,
  };
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
              {SCREEN_NAMES[name]}
              {(waits[name] ?? 0) > 0 && <Tag>{`${waits[name]}`}</Tag>}
              <kbd aria-hidden="true">{SCREEN_KEYS[at]}</kbd>
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

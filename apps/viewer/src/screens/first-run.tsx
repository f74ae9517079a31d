/** What to do before anything is recorded. It disappears with the first event. */
import { useAsk } from '../api.ts';
import { clientName } from '../format.ts';
import { here } from '../state.ts';
import { Head } from '../parts/pieces.tsx';

export function FirstRun() {
  const { data } = useAsk(here.value.ws === undefined ? null : '/api/viewer/hooks', here.value, {
    live: true,
  });
  const connected = data?.connected ?? [];
  return (
    <>
      <Head title="Nothing is recorded yet" words="Three steps. This page updates as you go." />
      <ol class="steps">
        <Step done title="The worker runs">
          It records what your agents do, on this machine, without a model or the network.
        </Step>
        <Step done={connected.length > 0} title="Connect an agent">
          {connected.length > 0 ? (
            `Connected: ${connected.map(clientName).join(', ')}.`
          ) : (
            <>
              In your project: <code>hookloom init --preset local-claude</code>
              <br />
              For another client: <code>hookloom init --help</code>
            </>
          )}
        </Step>
        <Step title="Work as usual">
          Give your agent something to do. Its first prompt shows up here within a second.
        </Step>
      </ol>
      <p class="soft">
        Just want to look around? <code>hookloom demo</code> replays a recorded session.
      </p>
    </>
  );
}

function Step({
  done = false,
  title,
  children,
}: {
  done?: boolean;
  title: string;
  children: preact.ComponentChildren;
}) {
  return (
    <li class={done ? 'done' : ''}>
      <b>
        {title}
        {done && <span class="good"> done</span>}
      </b>
      <p>{children}</p>
    </li>
  );
}

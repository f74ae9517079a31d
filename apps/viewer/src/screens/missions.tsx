/** The missions that several agents share, and one of them: workers, findings, conflicts, proofs. */
import { useAsk, type Answer } from '../api.ts';
import { agoOf, momentOf, plural } from '../format.ts';
import { Citation, Empty, Failure, Head, Table, Tag } from '../parts/pieces.tsx';
import { linkTo, place } from '../router.ts';
import { here } from '../state.ts';

type Mission = Answer<'/api/viewer/mission'>;
type Finding = Mission['accepted_findings'][number];

export function Missions() {
  const id = place.value.params.get('mission');
  return id === null ? <List /> : <One id={id} />;
}

function List() {
  const { data, error } = useAsk('/api/viewer/missions', here.value, { live: true });
  return (
    <>
      <Head
        title="Missions"
        words="Work that several agents share, with the decisions on what they found."
      />
      <Failure error={error} />
      <ul class="inbox fill">
        {(data?.missions ?? []).map(({ mission_id, objective, started_at }) => (
          <li key={mission_id} class="panel">
            <a class="said" href={linkTo('missions', { mission: mission_id })}>
              {objective}
            </a>
            <p class="under">
              <Tag>{mission_id}</Tag>
              <span class="soft">started {agoOf(started_at)}</span>
            </p>
          </li>
        ))}
        {data !== null && data.missions.length === 0 && (
          <li>
            <Empty title="No mission yet">
              Start one in a terminal: <code>hookloom coordinate start ID "objective"</code>
            </Empty>
          </li>
        )}
      </ul>
    </>
  );
}

function One({ id }: { id: string }) {
  const { data, error } = useAsk(
    '/api/viewer/mission',
    { ...here.value, mission: id },
    { live: true },
  );
  if (data === null)
    return (
      <>
        <Head title={id} />
        <Failure error={error} />
      </>
    );
  const waiting = [
    ...data.pending_findings,
    ...data.deferred_findings,
    ...data.conflicted_findings,
    ...data.accepted_findings.filter(({ status }) => status === 'accepted'),
  ];
  return (
    <>
      <Head title={data.objective} words={`Mission ${id}, started ${momentOf(data.started_at)}.`}>
        <a href={linkTo('missions')}>All missions</a>
        <Tag>{data.status === 'active' ? 'active' : 'handed off'}</Tag>
      </Head>
      <Failure error={error} />
      <div class="fill mission">
        <Findings
          title="Established"
          rows={data.accepted_findings.filter(({ status }) => status === 'promoted')}
        />
        {waiting.length > 0 && (
          <p>
            <a href={linkTo('review')}>Decide on {plural(waiting.length, 'waiting finding')}</a>
          </p>
        )}
        <Findings title="Waiting for a decision" rows={waiting} />
        <Findings title="No longer supported by its evidence" rows={data.stale_findings} />
        <Conflicts mission={data} findings={waiting} />
        <Findings title="Rejected" rows={data.rejected_findings} />
        <Workers mission={data} />
        <Ends mission={data} />
      </div>
    </>
  );
}

function Findings({ title, rows }: { title: string; rows: Finding[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="plainlist">
        {rows.map((finding) => (
          <li key={finding.finding_id} class="panel">
            <p class="said">{finding.summary}</p>
            <p class="under">
              <Tag>{finding.status}</Tag>
              <span class="soft">{finding.worker_id}</span>
              <Citation citation={finding.citation} />
              {finding.rationale !== undefined && <span class="soft">“{finding.rationale}”</span>}
            </p>
            <ul>
              {finding.evidence.map(({ kind, reference, state, reason }) => (
                <li key={`${kind} ${reference}`}>
                  {kind} <code>{reference}</code>{' '}
                  <Tag tone={state === 'resolved' ? 'good' : 'bad'}>
                    {state === 'resolved' ? 'holds' : (reason ?? state)}
                  </Tag>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Conflicts({ mission, findings }: { mission: Mission; findings: Finding[] }) {
  const { conflicts } = mission;
  if (conflicts.length === 0) return null;
  return (
    <section>
      <h2>Open conflicts</h2>
      <ul>
        {conflicts.map(({ id, subject, finding_ids }) => (
          <li key={id}>
            {subject}:{' '}
            {findings
              .filter(({ finding_id }) => finding_ids.includes(finding_id))
              .map(({ worker_id, summary }) => `${worker_id} reports “${summary}”`)
              .join('; ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Workers({ mission: { workers, ledger } }: { mission: Mission }) {
  return (
    <section>
      <h2>Workers</h2>
      {workers.length === 0 && <p class="soft">No worker yet.</p>}
      {workers.length > 0 && (
        <Table
          heads={['Worker', 'Assignments']}
          numbers={['Findings', 'Accepted', 'Backed by a test', 'Stale']}
        >
          {workers.map(({ worker_id, assignments, findings }) => {
            const of = ledger.find((each) => each.worker_id === worker_id);
            return (
              <tr key={worker_id}>
                <td>{worker_id}</td>
                <td>
                  {assignments.map(({ assignment_id, assignment, status }) => (
                    <div key={assignment_id}>
                      {assignment} <Tag>{status}</Tag>
                    </div>
                  ))}
                </td>
                <td class="num">{findings}</td>
                <td class="num">{percent(of?.acceptance_rate)}</td>
                <td class="num">{percent(of?.test_backed_rate)}</td>
                <td class="num">{percent(of?.stale_claim_rate)}</td>
              </tr>
            );
          })}
        </Table>
      )}
    </section>
  );
}

function percent(share: number | null | undefined): string {
  return share === null || share === undefined ? '–' : `${Math.round(share * 100)} %`;
}

function Ends({ mission: { handoffs, proofs } }: { mission: Mission }) {
  return (
    <>
      {handoffs.length > 0 && (
        <section>
          <h2>Handoffs</h2>
          {handoffs.map(({ handoff_id, summary, next_steps, risks, citation }) => (
            <div key={handoff_id} class="panel">
              <p class="said">{summary}</p>
              {next_steps.length > 0 && <p>Next: {next_steps.join('; ')}</p>}
              {risks.length > 0 && <p>Risks: {risks.join('; ')}</p>}
              <Citation citation={citation} />
            </div>
          ))}
        </section>
      )}
      {proofs.length > 0 && (
        <section>
          <h2>Proofs</h2>
          <ul>
            {proofs.map(
              ({ proof_seq, decision_scope, verified, accepted_finding_ids, citation }) => (
                <li key={proof_seq}>
                  {decision_scope}: based on {accepted_finding_ids.join(', ')}{' '}
                  <Tag tone={verified ? 'good' : 'bad'}>
                    {verified ? 'every reference was found' : 'a reference is not valid'}
                  </Tag>{' '}
                  <Citation citation={citation} />
                </li>
              ),
            )}
          </ul>
        </section>
      )}
    </>
  );
}

// Two agents of one program: a scout reports what it found, a lead decides what counts.
import { createHookloom } from 'hookloom';

const mission_id = 'login-bug';
await using lead = await createHookloom({ client: 'lead', role: 'coordinator' });
await lead.missions.start({ mission_id, objective: 'Find why users are logged out' });
await lead.missions.addWorker({ mission_id, worker_id: 'scout' });

await using scout = await createHookloom({ client: 'scout', role: 'worker', session: 'scout' });
const { finding_id } = await scout.missions.report({
  mission_id,
  worker_id: 'scout',
  summary: 'The cookie expires after a minute',
  evidence: [{ kind: 'file', reference: 'login.ts' }],
  claim_key: 'cookie.max_age',
  claim_value: '60',
});

await lead.missions.review({ mission_id, finding_id, status: 'accepted' });
await lead.missions.promote({ mission_id, finding_id });
const { prompt, accepted_findings } = await lead.missions.checkout({ mission_id });
console.log(accepted_findings.length, prompt);

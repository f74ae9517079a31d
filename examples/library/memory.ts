// Corrects a fact; the older one stays in the log.
import { openMemory } from 'hookloom/memory';

await using memory = await openMemory();
const { citation } = await memory.remember('Due dates are in local time', { kind: 'rule' });
await memory.correct('Due dates are in UTC', { citation, reason: 'decided in the review' });
const { rows } = await memory.query('due dates', { limit: 1 });
console.log(rows[0]?.content);

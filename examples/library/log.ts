// Appends an event, reads the log and verifies it.
import { isHookloomError, openLog } from 'hookloom/log';

await using log = await openLog();
const { seq } = await log.append({ event_type: 'build.finished', payload: { ok: true } });
for await (const event of log.read({ from_seq: seq })) console.log(event.type, event.payload);
console.log((await log.verify()).ok);
try {
  await log.append({ event_type: 'not a type', payload: {} });
} catch (error) {
  if (isHookloomError(error)) console.log(error.code, error.message);
}

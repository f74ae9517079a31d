// A program that keeps a fact and asks for it.
import { createHookloom } from 'hookloom';

await using loom = await createHookloom({ client: 'release-bot' });
await loom.memory.remember('Releases are cut on Tuesdays', { subject: 'releases' });
const { quality, current_facts } = await loom.memory.checkout('When are releases cut?');
console.log(quality.answerability, current_facts[0]?.content, current_facts[0]?.citation);

import { describeEventStore } from '../../../test/event-store-contract.ts';
import { createMemoryStore } from './index.ts';

describeEventStore('memory', async () => {
  const logs = new Map<string, string[]>();
  return {
    store: createMemoryStore({ logs }),
    damage: async (session, change) => {
      logs.set(session, change(logs.get(session) ?? []));
    },
    close: async () => {},
  };
});

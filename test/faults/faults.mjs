// The faults. Each gets the field (machines, proxy, servers) while both machines sync, breaks something in the middle, and
// leaves everything able to run again.

const random = (from, to) => Math.round(from + Math.random() * (to - from));

/** Somewhere in the transfer: some 300 KB go to the server in each round. */
const inTheMiddle = (field) => field.proxy.passed(random(2000, 250_000));

export const FAULTS = {
  async 'killed syncs'(field) {
    field.isHit = await inTheMiddle(field);
    for (const { pid } of field.running) kill(pid);
  },
  /** The worker syncs instead of the command. */
  async 'killed workers'(field) {
    field.startWorkers();
    field.isHit = await inTheMiddle(field);
    for (const { pid } of field.workers.splice(0)) kill(pid);
  },
  async 'killed server'(field) {
    field.isHit = await inTheMiddle(field);
    await field.primary.crash();
  },
  async 'cut network'(field) {
    field.isHit = await inTheMiddle(field);
    field.proxy.cut();
    await field.ended();
    field.proxy.heal();
  },
  /** The server keeps a dead machine's transaction until it times out. */
  async 'silent network'(field) {
    field.isHit = await inTheMiddle(field);
    field.proxy.silence();
    await field.ended();
    field.proxy.heal();
  },
  async 'slow network'(field) {
    field.proxy.slow(40);
    await field.ended();
    field.proxy.heal();
  },
  /** Each answer takes 30 s. Hooks finish and record before one has come; syncs time out and name the setting. */
  async 'slow store'(field) {
    const { proxy, wrong } = field;
    proxy.slow(30_000);
    await runHooks(field);
    if (proxy.late() > 0) wrong.push('hooks ended after the slow store had answered');
    await gaveUp(field);
    proxy.heal();
  },
  /**
   * Each disk write takes longer than machines wait for the server: they time out, but what was sent is stored. Hooks
   * record meanwhile.
   */
  async 'slow disk'(field) {
    field.isHit = await inTheMiddle(field);
    field.slowable.slow(3000);
    await runHooks(field);
    await field.ended();
    field.slowable.heal();
  },
  /** The replica has everything that was acknowledged: the server waits for it. */
  async failover(field) {
    field.isHit = await inTheMiddle(field);
    await field.failOver();
  },
  async 'full disk'(field) {
    await field.fillDisk();
    await field.ended();
    await field.emptyDisk();
  },
  /** Before it, the clocks of the machines jumped; see `CLOCKS`. */
  async 'jumped clocks'(field) {
    await field.ended();
  },
};

/** Milliseconds by which the clock of a machine is wrong while it appends and syncs. */
export const CLOCKS = { 'jumped clocks': [-86_400_000, 3 * 86_400_000] };

let prompts = 0;

/**
 * The hooks of both writers succeed. Their events are checked at the end, because a late hook leaves them to the next
 * process.
 */
async function runHooks({ writers, prompted, wrong }) {
  for (const machine of writers)
    for (let at = 0; at < 5; at++) {
      const prompt = `Which port has number ${++prompts}?`;
      const status = await machine.hook(prompt);
      if (status !== 0) wrong.push(`a hook of ${machine.name} ended with ${status}`);
      prompted.push({ machine, prompt });
    }
}

/** All syncs end, and name the setting to check. */
async function gaveUp(field) {
  await field.ended();
  for (const { child } of field.running)
    if (!/did not answer.*HOOKLOOM_TEAM_URL/s.test(child.output + child.said))
      field.wrong.push(`a sync that gave up said: ${child.output}${child.said}`);
}

export function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

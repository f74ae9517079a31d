// One run of a client: starts its stand-in model, lets the client work through a script, and records its requests.
import { allText } from '../models/script.mjs';
import { runProcess } from './run-process.mjs';

/**
 * @param request.prompt What the user says (`prompts`: several, if the client accepts them in one process).
 * @param request.turns What the model answers (`threads`: several conversations; see models/script.mjs).
 * @param request.commandLine Changes the usual `{ command, args, input }`.
 * @param request.resume Id of the session to continue.
 * @returns The run, the parsed output, the requests to the model, and helpers to check them.
 */
export async function runSession(client, lab, request) {
  const { prompt, prompts = [prompt], turns = [], threads, summary, env = {}, cwd } = request;
  const script = { threads: threads ?? [{ name: 'main', turns }], summary };
  const model = await client.startModel(script);
  try {
    const usual = client.commandLine(client.binary, { ...request, prompts, url: model.url, lab });
    const line = request.commandLine?.(usual) ?? usual;
    const run = await runProcess(line.command, line.args, {
      cwd: cwd ?? lab.project,
      env: { ...lab.environment, ...client.environment(lab, model.url), ...env },
      input: line.input,
      timeoutMs: request.timeoutMs,
      onStart(child) {
        lab.started.add(child.pid);
        request.onStart?.(child);
      },
    });
    const failed = model.requests.find((each) => each.failed !== undefined);
    if (failed !== undefined) throw new Error(`The script of the model failed: ${failed.failed}`);
    const asked = model.requests.filter(({ kind }) => kind === 'thread');
    const told = asked.map(({ body }) => allText(body));
    return {
      ...run,
      ...client.read(run.stdout),
      requests: model.requests,
      asked,
      /** Everything that the model was sent, request by request. */
      told,
      /** True if the text reached a model request (from the given one on). */
      wasTold: (text, from = 0) => told.slice(from).some((all) => all.includes(text)),
    };
  } finally {
    await model.close();
  }
}

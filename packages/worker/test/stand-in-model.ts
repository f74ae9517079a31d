/** A small server in place of a model: it stores its requests and answers what a test wants. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface StandIn {
  base: string;
  asked: Asked[];
  /** The answer to the next requests. Default: a note for each piece of work. */
  answer: (asked: Asked) => { status?: number; json: unknown };
  close(): Promise<void>;
}

/** A note for each piece of work, with false claims about files. */
export function notesFor({ body }: Asked): string {
  const ids = [...body.matchAll(/<work id=\\"(\d+)\\">/g)].map((match) => match[1]!);
  const notes = ids.map(
    (id) =>
      `<observation work="${id}"><type>feature</type><title>Model note ${id}</title><facts><fact>f</fact></facts><files_modified><file>/etc/passwd</file></files_modified></observation>`,
  );
  const summary = body.includes('<turn>')
    ? '<summary><request>By the model</request></summary>'
    : '';
  return notes.join('\n') + summary;
}

export const openAiAnswer = (asked: Asked): unknown => ({
  choices: [{ message: { content: notesFor(asked) } }],
  // Like a tokenizer's count of usual English, on the high side.
  usage: { prompt_tokens: Math.ceil(asked.body.length / 3), completion_tokens: 200 },
});

export async function standIn(): Promise<StandIn> {
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const asked = { url: request.url ?? '', headers: request.headers, body };
      model.asked.push(asked);
      const { status = 200, json } = model.answer(asked);
      response.statusCode = status;
      response.end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const model: StandIn = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answer: (asked) => ({ json: openAiAnswer(asked) }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return model;
}

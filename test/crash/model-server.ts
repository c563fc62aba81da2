import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { openAiChatWire } from '../../src/model/ai-sdk/doubles/openai-chat.ts';

export interface Call {
  readonly tool: string;
  readonly input: unknown;
}

export interface ModelRequest {
  /** First word of the job's prompt. */
  readonly job: string;
  /** Turns of the model that the request already holds. */
  readonly position: number;
}

/** A model server that answers each request by the turns it already holds, and remembers all of them. */
export interface ModelServer {
  readonly baseUrl: string;
  readonly requests: ModelRequest[];
  /** Awaited before a request is answered. */
  onRequest: (request: ModelRequest) => Promise<void>;
  close(): void;
}

export async function serveModel(
  turns: (job: string) => readonly (readonly Call[])[],
  address = '127.0.0.1',
): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const http = createServer((incoming, response) => {
    const answer = async () => {
      const { messages } = (await json(incoming)) as {
        messages: { role: string; content: string | { text: string }[] }[];
      };
      const prompt = messages.find(({ role }) => role === 'user')?.content ?? '';
      const text = typeof prompt === 'string' ? prompt : prompt.map((part) => part.text).join('');
      const request = {
        job: text.split(' ', 1)[0] ?? '',
        position: messages.filter(({ role }) => role === 'assistant').length,
      };
      requests.push(request);
      await model.onRequest(request);
      const calls = (turns(request.job)[request.position] ?? []).map(({ tool, input }, index) => ({
        id: `call_${request.position}_${index}`,
        name: tool,
        arguments: input,
      }));
      const events = openAiChatWire.events({ text: '', calls, stop: 'end' });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const lines = events.map(({ data }) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
      response.end(lines.join(''));
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => http.listen(0, address, resolve));
  const model: ModelServer = {
    baseUrl: `http://${address}:${(http.address() as AddressInfo).port}/v1`,
    requests,
    onRequest: () => Promise.resolve(),
    close: () => {
      http.closeAllConnections();
      http.close();
    },
  };
  return model;
}

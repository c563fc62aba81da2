import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentJob } from '../src/contract/agent-job.ts';
import { openAiChatWire } from '../src/model/ai-sdk/doubles/openai-chat.ts';
import { startRunningServer, type RunningServer } from './running-server.ts';

// From a setting or the word of the model's own server to what a job sends: the window of a model nobody knows.

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

const sent: ChatRequest[] = [];
const model = createServer((request, response) => {
  const answer = async () => {
    if (request.url === '/v1/models') {
      return void response.end(JSON.stringify({ data: [{ id: 'unheard-of', max_model_len: 16_384 }] }));
    }
    if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end();
    const asked = (await json(request)) as ChatRequest;
    sent.push(asked);
    const reads = asked.messages.some(({ role }) => role === 'tool')
      ? { name: 'finish', arguments: { title: 'Nothing to do', summary: 'Read.', no_change: 'answered' } }
      : { name: 'search', arguments: { pattern: 'e', show: 'lines' } };
    const events = openAiChatWire.events({ text: '', calls: [{ id: 'call_1', ...reads }], stop: 'end' });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      events.map(({ data }) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`).join(''),
    );
  };
  answer().catch(() => response.destroy());
});
let server: RunningServer;

beforeAll(async () => {
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const words = Array.from({ length: 140 }, (_, index) => `Sentence ${index} ${'with some more words '.repeat(16)}`);
  server = await startRunningServer(
    {},
    {
      environment: {
        OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
        DOCWRIGHT_MODEL: 'openai-compatible/unheard-of',
      },
      files: { 'long.md': words.join('\n') },
    },
  );
});

afterAll(async () => {
  await server.stop();
  model.closeAllConnections();
  model.close();
});

/** Characters that the answer of a tool has, which always has more to say. */
async function answerOfTool(): Promise<number> {
  sent.length = 0;
  const jobs = `${server.url}/v2/agent/${server.projectId}`;
  const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' };
  const created = await fetch(`${jobs}/job`, { method: 'POST', headers, body: JSON.stringify({ prompt: 'Read.' }) });
  const { id } = (await created.json()) as AgentJob;
  await expect
    .poll(async () => ((await (await fetch(`${jobs}/job/${id}`, { headers })).json()) as AgentJob).status, {
      timeout: 60_000,
    })
    .toBe('completed');
  const answer = sent.at(-1)?.messages.find(({ role }) => role === 'tool');
  return JSON.stringify(answer?.content).length;
}

const setContextTokens = (contextTokens: number | null) =>
  server.administer(({ projects }) => projects.update(server.projectId, { settings: { contextTokens } }, 'test'));

it('a job keeps to the window that the server of the model tells, or to the one that is set', async () => {
  const asTold = await answerOfTool();
  expect(asTold).toBeGreaterThan(16_384 * 3.5 * 0.2 * 0.5);
  expect(asTold).toBeLessThan(16_384 * 3.5 * 0.2 * 1.05);
  await setContextTokens(40_960);
  expect(await answerOfTool()).toBeGreaterThan(asTold * 2);
  await setContextTokens(null);
  expect(await answerOfTool()).toBe(asTold);
});

it('a window that is too small to be set is refused with the name of the setting', async () => {
  await expect(setContextTokens(4_096)).rejects.toMatchObject({
    details: [expect.objectContaining({ field: 'settings.contextTokens' })],
  });
});

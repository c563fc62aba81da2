import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AgentJob, JobEvent } from '../src/contract/agent-job.ts';
import { attachmentLimits } from '../src/contract/attachment.ts';
import { openAiChatWire } from '../src/model/ai-sdk/doubles/openai-chat.ts';
import { startRunningServer, type RunningServer } from './running-server.ts';

// From a file in a request to the model that looks at it, over real HTTP on both sides.

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** The same, which says that it has other measures. */
function sized(width: number, height: number): Buffer {
  const other = Buffer.from(png);
  other.writeUInt32BE(width, 16);
  other.writeUInt32BE(height, 20);
  return other;
}
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

const sent: ChatRequest[] = [];
let reads: string[] = [];
let takesPictures = true;
const model = createServer((request, response) => {
  const answer = async () => {
    if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end();
    const asked = (await json(request)) as ChatRequest;
    sent.push(asked);
    if (!takesPictures && JSON.stringify(asked).includes('image_url')) {
      return void response.writeHead(400).end('{"error": {"message": "the picture cannot be decoded"}}');
    }
    const isLast = asked.messages.findLast(({ role }) => role !== 'system' && role !== 'user')?.role === 'tool';
    const calls = isLast
      ? [
          {
            id: 'end',
            name: 'finish',
            arguments: { title: 'Nothing to do', summary: 'Looked.', no_change: 'answered' },
          },
        ]
      : reads.map((path, index) => ({ id: `read_${index}_${sent.length}`, name: 'read', arguments: { path } }));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const events = openAiChatWire.events({ text: '', calls, stop: 'end' });
    response.end(
      events.map(({ data }) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`).join(''),
    );
  };
  answer().catch(() => response.destroy());
});
let server: RunningServer;

beforeAll(async () => {
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const environment = {
    OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
    DOCWRIGHT_MODEL: 'openai-compatible/qwen3-vl-8b',
  };
  server = await startRunningServer({}, { environment });
});
beforeEach(() => {
  sent.length = 0;
  takesPictures = true;
});
afterAll(async () => {
  await server.stop();
  model.closeAllConnections();
  model.close();
});

async function send(path: string, body?: object) {
  const response = await fetch(`${server.url}/v2/agent/${server.projectId}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function ended({ body }: Awaited<ReturnType<typeof send>>): Promise<AgentJob> {
  const { id } = body as unknown as AgentJob;
  const job = async () => (await send(`/job/${id}`)).body as unknown as AgentJob;
  await expect.poll(async () => (await job()).status, { timeout: 60_000, interval: 100 }).not.toBe('active');
  return job();
}

it('pictures and text of a job and of a message reach the model, and its log names them', async () => {
  reads = ['@context/attachments/shot.png', '@context/attachments/notes.txt'];
  const attachments = [
    { name: 'shot.png', type: 'image/png', data: base64(png) },
    { name: 'notes.txt', type: 'text/plain', data: base64('The button is called Save.\n') },
  ];
  const created = await send('/job', { prompt: 'Describe the screenshot.', attachments });
  expect(created.status).toBe(201);
  const job = await ended(created);
  expect(job).toMatchObject({ status: 'completed', prompt: 'Describe the screenshot.' });
  const first = JSON.stringify(sent[0]!.messages);
  expect(first).toContain(`@context/attachments/shot.png (image/png, ${png.length} bytes)`);
  expect(first).not.toContain(base64(png));
  const second = sent[1]!.messages;
  expect(JSON.stringify(second)).toContain('1\\tThe button is called Save.');
  expect(second.at(-1)).toMatchObject({ role: 'user' });
  expect(JSON.stringify(second.at(-1))).toContain(`data:image/png;base64,${base64(png)}`);

  reads = ['@context/attachments/2-shot.png'];
  const again = { prompt: 'And this one.', attachments: [{ ...attachments[0]!, name: 'shot.png' }] };
  const messaged = await send(`/job/${job.id}/message`, again);
  expect(messaged.status).toBe(200);
  expect((await ended(messaged)).status).toBe('completed');
  expect(JSON.stringify(sent.at(-1))).toContain('@context/attachments/2-shot.png');

  const { events } = (await send(`/job/${job.id}/events?limit=1000`)).body as unknown as { events: JobEvent[] };
  expect(events.flatMap((event) => (event.type === 'message' ? [event.attachments] : []))).toEqual([
    [
      { name: 'shot.png', type: 'image/png', bytes: png.length },
      { name: 'notes.txt', type: 'text/plain', bytes: 27 },
    ],
    [{ name: '2-shot.png', type: 'image/png', bytes: png.length }],
  ]);
  expect(JSON.stringify(events)).not.toContain(base64(png));
});

it('a picture that the provider does not take costs the picture, not the job', async () => {
  takesPictures = false;
  reads = ['@context/attachments/shot.png'];
  const attachments = [{ name: 'shot.png', type: 'image/png', data: base64(png) }];
  const job = await ended(await send('/job', { prompt: 'Look.', attachments }));
  expect(job.status).toBe('completed');
  expect(JSON.stringify(sent.at(-1))).toContain('did not accept this file');
});

it.each([
  ['too many', Array.from({ length: attachmentLimits.count + 1 }, () => ({ data: base64('x') })), 'attachments'],
  ['one too large', [{ data: 'A'.repeat(Math.ceil((attachmentLimits.bytes + 3) / 3) * 4) }], 'attachments.0.data'],
  ['too large together', Array.from({ length: 3 }, () => ({ data: 'QUFB'.repeat(600_000) })), 'attachments'],
  ['what is no base64', [{ data: 'not base64!' }], 'attachments.0.data'],
  ['a text that is none', [{ data: base64(Buffer.from([0xff, 0xfe, 0])) }], 'attachments.0.data'],
  ['a text with a NUL', [{ data: base64('a\0b') }], 'attachments.0.data'],
  ['a picture of another kind', [{ type: 'image/jpeg', data: base64(png) }], 'attachments.0.data'],
  ['a picture that is none', [{ type: 'image/png', data: base64('<svg>') }], 'attachments.0.data'],
  ['a picture beyond all screens', [{ type: 'image/png', data: base64(sized(50_000, 50_000)) }], 'attachments.0.data'],
  ['a picture of no pixel', [{ type: 'image/png', data: base64(sized(0, 9)) }], 'attachments.0.data'],
  ['a kind that is not taken', [{ type: 'image/svg+xml', data: base64('<svg/>') }], 'attachments.0.type'],
  ['a name with a folder', [{ name: '../../etc/passwd', data: base64('x') }], 'attachments.0.name'],
  ['no name', [{ name: '', data: base64('x') }], 'attachments.0.name'],
])('%s is refused by the name of its field', async (_, attachments, field) => {
  const given = attachments.map((attachment) => ({ name: 'a.txt', type: 'text/plain', ...attachment }));
  const { status, body } = await send('/job', { prompt: 'Look.', attachments: given });
  expect(status).toBe(400);
  expect((body as unknown as { details: { field: string }[] }).details.map((detail) => detail.field)).toContain(field);
});

// Turns of a model that are endless or huge, on a real server: none may hold its event loop or its memory.
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentJob } from '../../src/contract/agent-job.ts';
import { startWatchedServer, type WatchedProject, type WatchedServer } from './start-watched-server.ts';
import { expectHealthy } from './watch-health.ts';

const megabyte = 1024 * 1024;
const event = (data: unknown): string => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
const chunk = (delta: object, finish: string | null = null): string =>
  event({
    id: '1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
const calling = (index: number, name: string, text: string): string =>
  chunk({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: text } }] });
const arguing = (index: number, text: string): string =>
  chunk({ tool_calls: [{ index, function: { arguments: text } }] });
const calls = chunk({}, 'tool_calls') + event('[DONE]');
const end = chunk({}, 'stop') + event('[DONE]');
const pieces = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));

/** What a server sends in answer to a question: once, then again and again where it never ends. */
interface Turn {
  readonly begin?: readonly string[];
  readonly forever?: string;
}

/** One call whose arguments are this text, in pieces as servers send them. */
const oneCall = (tool: string, text: string, size = 4_000): Turn => ({
  begin: [calling(0, tool, ''), ...pieces(text, size).map((piece) => arguing(0, piece)), calls],
});
const written = (content: string) => JSON.stringify({ path: 'index.md', content });
/** Characters; a call counts as it comes and as it is handed over. */
const nearlyAll = 900_000;

/** The first turn of a job, and how the job then may end. */
export const hostileTurns: Readonly<Record<string, readonly [turn: () => Turn, outcomes: readonly string[]]>> = {
  'endless text': [() => ({ forever: chunk({ content: 'word '.repeat(800) }) }), ['model_answer_too_long']],
  'endless text of one letter an event': [
    () => ({ forever: chunk({ content: 'a' }).repeat(100) }),
    ['model_answer_too_long'],
  ],
  'endless thinking': [() => ({ forever: chunk({ reasoning_content: 'hm '.repeat(800) }) }), ['model_answer_too_long']],
  'endless events of nothing': [() => ({ forever: chunk({}).repeat(100) }), ['model_answer_too_long']],
  'endless comments': [() => ({ forever: ': still here\n\n'.repeat(100) }), ['model_answer_too_long']],
  'an endless event': [() => ({ begin: ['data: {"a":"'], forever: 'x'.repeat(16_000) }), ['model_answer_too_long']],
  'endless blank lines': [() => ({ forever: '\n'.repeat(1_000) }), ['model_answer_too_long']],
  'endless calls': [
    () => ({ forever: Array.from({ length: 200 }, (_, index) => calling(index, 'read', '{}')).join('') }),
    ['model_answer_too_long'],
  ],
  'a thousand calls': [
    () => ({ begin: [...Array.from({ length: 1_000 }, (_, index) => calling(index, 'read', '{"path":"a"}')), calls] }),
    ['model_answer_too_long'],
  ],
  'hundreds of calls of four kilobytes': [
    () => ({
      begin: [
        ...Array.from({ length: 240 }, (_, index) =>
          calling(index, 'read', JSON.stringify({ path: 'a'.repeat(3_900) })),
        ),
        calls,
      ],
    }),
    ['completed'],
  ],
  'calls with far numbers': [
    () => ({ begin: [...[0, 9, 1e6, 1e9, 2 ** 32 - 2].map((index) => calling(index, 'read', '{}')), calls] }),
    ['completed', 'model_answer_unreadable'],
  ],
  'an event of nearly four megabytes': [
    () => ({ begin: [chunk({ content: 'x'.repeat(3.9 * megabyte) }), end] }),
    ['model_answer_too_long'],
  ],
  'an event of numbers': [
    () => ({ begin: [event(`{"choices":[${'0,'.repeat(1.9 * megabyte)}0]}`), end] }),
    ['model_answer_too_long'],
  ],
  'a page of nearly a megabyte': [() => oneCall('write', written('word '.repeat(nearlyAll / 5))), ['completed']],
  'a page of halves of characters': [
    () => oneCall('write', written('x').replace('x', '\\ud800'.repeat(nearlyAll / 6))),
    ['completed'],
  ],
  'arguments that nest': [() => oneCall('write', '['.repeat(nearlyAll)), ['completed']],
  'arguments of many keys': [
    () => oneCall('write', `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":0`).join()}}`),
    ['completed'],
  ],
  'arguments that are no JSON': [
    () => oneCall('write', '{"path":"index.md","content":"'.padEnd(nearlyAll, 'x')),
    ['completed'],
  ],
  'arguments of one letter a piece': [() => oneCall('write', written('x'.repeat(100_000)), 1), ['completed']],
  'a text of thinking in thinking': [
    () => ({ begin: [...pieces('<think>'.repeat(nearlyAll / 7), 4_000).map((content) => chunk({ content })), end] }),
    ['completed', 'no_change', 'agent_not_finished'],
  ],
  'a text that repeats itself': [
    () => ({
      begin: [...pieces('and so on '.repeat(nearlyAll / 10), 4_000).map((content) => chunk({ content })), end],
    }),
    ['completed', 'no_change', 'agent_not_finished'],
  ],
  'an edit of half a megabyte': [
    () =>
      oneCall(
        'edit',
        JSON.stringify({ path: 'large.md', oldText: 'a b '.repeat(110_000), newText: 'b a '.repeat(110_000) }),
      ),
    ['completed'],
  ],
};

const finish: Turn = {
  begin: [
    calling(
      0,
      'finish',
      JSON.stringify({ title: 'Nothing to do', summary: 'Nothing had to change.', no_change: 'not_needed' }),
    ),
    calls,
  ],
};

/** Answers the first question of each conversation with the turn that its prompt names, and every later one with its end. */
async function serveTurns(): Promise<Server> {
  const server = createServer((incoming, response) => {
    // Servers that do not say how large their window is.
    if (incoming.url !== '/v1/chat/completions') {
      response.writeHead(404).end();
      return;
    }
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const { messages } = JSON.parse(Buffer.concat(parts).toString()) as {
        messages: { role: string; content: unknown }[];
      };
      const prompt = JSON.stringify(messages.find(({ role }) => role === 'user')?.content);
      const name = Object.keys(hostileTurns).find((turn) => prompt.includes(`<<${turn}>>`)) ?? '';
      const isFirst = !messages.some(({ role }) => role === 'assistant');
      response.on('error', () => undefined).writeHead(200, { 'content-type': 'text/event-stream' });
      say(response, (isFirst ? hostileTurns[name]?.[0]() : undefined) ?? finish);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function say(response: ServerResponse, { begin = [], forever }: Turn): void {
  for (const part of begin) response.write(part);
  if (forever === undefined) {
    response.end();
    return;
  }
  const go = (): void => {
    while (!response.destroyed) {
      if (response.write(forever)) continue;
      response.once('drain', go);
      return;
    }
  };
  go();
}

/** What a server does when its model answers with each of these turns. */
export function describeHostileTurns(names: readonly string[]): void {
  let model: Server;
  let server: WatchedServer;
  let project: WatchedProject;
  beforeAll(async () => {
    model = await serveTurns();
    server = await startWatchedServer({
      variables: {
        DOCWRIGHT_MODEL: 'openai-compatible/double',
        OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
      },
    });
    project = await server.addProject('docs', {
      'index.md': '# Docs\n\nText.\n',
      'large.md': `# Large\n\n${'a b '.repeat(250_000)}\n`,
    });
    // What a server does once, such as opening its store, is not what is measured.
    await work('none');
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    model.closeAllConnections();
    model.close();
  });

  async function call(path: string, body?: object): Promise<AgentJob> {
    const response = await fetch(`${server.url}/v2/agent/${project.projectId}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${project.apiKey}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as AgentJob;
  }

  async function work(name: string): Promise<AgentJob> {
    for (let job = await call('job', { prompt: `<<${name}>> Look at the page` }); ; job = await call(`job/${job.id}`)) {
      if (job.status !== 'active') return job;
      await delay(50);
    }
  }

  it.each(names)('stands %s', { timeout: 120_000 }, async (name) => {
    let job: AgentJob | undefined;
    const health = await server.watch(async () => (job = await work(name)));
    expect(hostileTurns[name]?.[1], job?.failure?.message).toContain(job?.failure?.code ?? job?.status);
    expectHealthy(health, name);
  });
}

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { AppError } from '../../kernel/app-error.ts';
import { createModels } from '../create-models.ts';
import type { LanguageModel, ModelMessage } from '../language-model.ts';
import type { ModelsConfig } from '../models-config.ts';
import type { Wait } from '../retry.ts';
import { transcriptSchema } from '../scripted/transcript.ts';
import { anthropicWire } from './doubles/anthropic.ts';
import { geminiWire } from './doubles/gemini.ts';
import { openAiChatWire } from './doubles/openai-chat.ts';
import { serveDouble, type Double } from './doubles/serve-double.ts';
import type { WireProtocol } from './doubles/wire-protocol.ts';

const key = 'very-secret-key-123456';
let closers: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closers) await close();
  closers = [];
});

async function start(
  provider: 'anthropic' | 'google' | 'openai',
  wire: WireProtocol,
  turns: unknown[],
  options: { wait?: Wait; faultHeaders?: Record<string, string> } = {},
): Promise<{ model: LanguageModel; double: Double }> {
  const { turns: parsed } = transcriptSchema.parse({ description: 'test', turns });
  const double = await serveDouble({ wire, turns: parsed, key, ...options });
  closers.push(() => double.close());
  const models = createModels({
    config: { [provider]: { apiKey: key, baseUrl: double.baseUrl } } satisfies ModelsConfig,
    random: () => 1,
    ...options,
  });
  return { model: models.resolve(`${provider}/some-model`), double };
}

function ask(model: LanguageModel, messages: readonly ModelMessage[] = [{ role: 'user', text: 'Hi' }]) {
  const tool = { name: 'read', description: 'Reads.', inputSchema: { type: 'object', properties: {} } };
  return model.generate({ system: 'Be brief.', tools: [tool], messages, signal: new AbortController().signal });
}

async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  return promise.then(
    () => expect.fail('it should have failed'),
    (error: unknown) => error as AppError,
  );
}

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => {
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

describe('what is sent', () => {
  it('marks Anthropic cache breakpoints after the system prompt and at the two newest messages of our side', async () => {
    const { model, double } = await start('anthropic', anthropicWire, [{ text: 'Ok.' }]);
    await ask(model, [
      { role: 'user', text: 'first' },
      { role: 'assistant', parts: [{ type: 'tool-call', id: '1', tool: 'read', input: {} }] },
      { role: 'tool', results: [{ callId: '1', tool: 'read', text: 'second', failed: true }] },
      { role: 'assistant', parts: [{ type: 'text', text: '' }] },
      { role: 'user', text: 'third' },
    ]);
    const { body, headers, url } = double.requests[0]!;
    expect(url).toBe('/v1/messages');
    expect(headers['x-api-key']).toBe(key);
    const sent = JSON.parse(body) as { system: unknown; messages: { content: Record<string, unknown>[] }[] };
    const cached = { cache_control: { type: 'ephemeral' } };
    expect(sent.system).toMatchObject([{ text: 'Be brief.', ...cached }]);
    expect(body.match(/cache_control/g)).toHaveLength(3);
    expect(sent.messages[0]!.content[0]).not.toMatchObject(cached);
    expect(sent.messages.at(-1)!.content).toMatchObject([
      { type: 'tool_result', is_error: true, content: 'second', ...cached },
      { text: 'third', ...cached },
    ]);
  });

  it('keeps what was sent before as an unchanged beginning of what is sent next', async () => {
    const { model, double } = await start('openai', openAiChatWire, [
      { text: 'A', calls: [{ tool: 'read', input: {} }] },
      { text: 'B' },
    ]);
    const messages: ModelMessage[] = [{ role: 'user', text: 'Hi' }];
    const { message } = await ask(model, messages);
    const results = message.parts.flatMap((part) =>
      part.type === 'tool-call' ? [{ callId: part.id, tool: 'read', text: 'x', failed: false }] : [],
    );
    await ask(model, [...messages, message, { role: 'tool', results }]);
    const [first, second] = double.requests.map(
      ({ body }) => JSON.parse(body) as { messages: unknown[]; tools: unknown },
    );
    expect(second!.messages.slice(0, first!.messages.length)).toEqual(first!.messages);
    expect(second!.tools).toEqual(first!.tools);
  });
});

describe('retries', () => {
  it.each([
    ['retry-after', '7', 7_000],
    ['retry-after-ms', '1500', 1_500],
  ])('wait as long as %s says', async (header, value, milliseconds) => {
    const pauses: number[] = [];
    const { model } = await start('anthropic', anthropicWire, [{ text: 'Ok.', faults: ['overloaded'] }], {
      faultHeaders: { [header]: value },
      wait: (pause) => Promise.resolve(void pauses.push(pause)),
    });
    await ask(model);
    expect(pauses).toEqual([milliseconds]);
  });

  it('hand a very long Retry-After to the caller instead of waiting', async () => {
    const { model, double } = await start('anthropic', anthropicWire, [{ faults: ['overloaded'] }], {
      faultHeaders: { 'retry-after': '3600' },
    });
    expect((await failureOf(ask(model))).retryAfterSeconds).toBe(3600);
    expect(double.requests).toHaveLength(1);
  });
});

describe('secrets', () => {
  it.each([
    ['anthropic', anthropicWire],
    ['google', geminiWire],
    ['openai', openAiChatWire],
  ] as const)('of %s are in no error, even when the provider repeats them', async (provider, wire) => {
    const { model } = await start(provider, wire, [{ faults: ['key-invalid'] }]);
    const error = await failureOf(ask(model));
    expect(error.facts.code).toBe('model_key_invalid');
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(key);
  });

  it.each(['anthropic', 'google', 'openai', 'openaiCompatible'] as const)(
    'of %s follow no redirect',
    async (provider) => {
      let asked = 0;
      const elsewhere = await serve((response) => {
        asked += 1;
        response.end();
      });
      const baseUrl = await serve((response) => response.writeHead(307, { location: elsewhere }).end());
      const models = createModels({ config: { [provider]: { apiKey: key, baseUrl } } satisfies ModelsConfig });
      const name = provider === 'openaiCompatible' ? 'openai-compatible' : provider;
      const error = await failureOf(ask(models.resolve(`${name}/some-model`)));
      expect(error.facts.code).toBe('model_request_refused');
      expect(asked).toBe(0);
    },
  );

  it('are cut out of the words that explain a refused request', async () => {
    const baseUrl = await serve((response) => {
      response.writeHead(422, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: `tools are off for ${key}` } }));
    });
    const models = createModels({ config: { openaiCompatible: { apiKey: key, baseUrl } } });
    const error = await failureOf(ask(models.resolve('openai-compatible/x')));
    expect(error.message).toBe(
      'The provider of openai-compatible/x rejected the request with HTTP 422: tools are off for [redacted]',
    );
  });
});

describe('a server that is not there or not what it should be', () => {
  const noWait: Wait = () => Promise.resolve();

  it('is unreachable', async () => {
    const models = createModels({
      config: { openaiCompatible: { baseUrl: 'http://127.0.0.1:1/v1' } },
      wait: noWait,
    });
    expect((await failureOf(ask(models.resolve('openai-compatible/x')))).facts.code).toBe('model_unreachable');
  });

  it('gives an answer that cannot be read', async () => {
    const baseUrl = await serve((response) => response.end('<html>Welcome to nginx</html>'));
    const models = createModels({ config: { openaiCompatible: { baseUrl } }, wait: noWait });
    const { code } = (await failureOf(ask(models.resolve('openai-compatible/x')))).facts;
    expect(['model_answer_unreadable', 'model_unreachable']).toContain(code);
  });
});

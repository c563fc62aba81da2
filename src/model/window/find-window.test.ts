import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createModels } from '../create-models.ts';
import type { ModelsConfig } from '../models-config.ts';

let closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers) close();
  closers = [];
});

type Answers = Record<string, (body: Record<string, unknown>, response: ServerResponse) => unknown>;

interface Asked {
  readonly route: string;
  readonly headers: IncomingMessage['headers'];
}

/** A server that answers these routes (`GET /v1/models`) with JSON, and any other with 404. */
async function serve(answers: Answers): Promise<{ baseUrl: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    request.on('end', () => {
      const route = `${request.method ?? ''} ${request.url ?? ''}`;
      asked.push({ route, headers: request.headers });
      const answer = answers[route];
      if (answer === undefined) return void response.writeHead(404).end('{"error": "not found"}');
      const text = Buffer.concat(chunks).toString();
      const body = answer(text === '' ? {} : (JSON.parse(text) as Record<string, unknown>), response);
      if (body !== undefined) response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

function windowOf(
  baseUrl: string,
  { model = 'qwen3', config = {} }: { model?: string; config?: ModelsConfig } = {},
  project = {},
): Promise<number> {
  const models = createModels({ config: { openaiCompatible: { baseUrl, apiKey: 'the-key' }, ...config } });
  return models.resolve(`openai-compatible/${model}`, project).contextTokens(new AbortController().signal);
}

const listed = (entry: object): Answers => ({
  'GET /v1/models': () => ({
    object: 'list',
    data: [{ id: 'other', max_model_len: 9_999 }, null, { id: 'qwen3', ...entry }],
  }),
});

describe('the window of a model that somebody serves', () => {
  it.each([
    ['vLLM and SGLang', { max_model_len: 65_536, context_length: 1 }],
    ['llama.cpp', { meta: { n_ctx_train: 262_144, n_ctx: 65_536 } }],
    ['OpenRouter and Together', { context_length: 65_536 }],
    ['Groq', { context_window: 65_536 }],
    ['Mistral', { max_context_length: 65_536 }],
    ['gateways that speak as Anthropic does', { max_input_tokens: 65_536 }],
  ])('is what its list of models says: %s', async (_, entry) => {
    const { baseUrl, asked } = await serve(listed(entry));
    expect(await windowOf(baseUrl)).toBe(65_536);
    expect(asked.map(({ route }) => route)).toEqual(['GET /v1/models']);
    expect(asked[0]!.headers.authorization).toBe('Bearer the-key');
  });

  it.each([
    ['in memory', false],
    ['that is loaded first', true],
  ])('is what Ollama gives a model %s', async (_, isCold) => {
    let isLoaded = !isCold;
    const { baseUrl, asked } = await serve({
      'GET /v1/models': () => ({ data: [{ id: 'qwen3:latest', object: 'model', owned_by: 'library' }] }),
      'POST /api/show': ({ model }) => ({
        details: { model },
        parameters: '',
        model_info: { 'qwen3.context_length': 262_144 },
      }),
      'GET /api/ps': () => ({ models: isLoaded ? [{ name: 'qwen3:latest', context_length: 16_384 }] : [] }),
      'POST /api/generate': ({ model, prompt }) => {
        isLoaded = model === 'qwen3' && prompt === undefined;
        return { done: true, done_reason: 'load' };
      },
    });
    expect(await windowOf(baseUrl)).toBe(16_384);
    expect(asked.some(({ route }) => route === 'POST /api/generate')).toBe(isCold);
  });

  it('is the parameter of the model where Ollama does not say what it gives', async () => {
    const { baseUrl } = await serve({
      'POST /api/show': () => ({
        parameters: 'stop   "<|im_end|>"\nnum_ctx                        24576',
        model_info: {},
      }),
      'GET /api/ps': () => ({ models: [{ name: 'qwen3:latest' }] }),
      'POST /api/generate': () => ({ done: true }),
    });
    expect(await windowOf(baseUrl)).toBe(24_576);
  });

  it('is what llama.cpp or LM Studio say of the loaded model', async () => {
    const llama = await serve({ 'GET /props?model=qwen3': () => ({ default_generation_settings: { n_ctx: 40_960 } }) });
    expect(await windowOf(llama.baseUrl)).toBe(40_960);
    const studio = await serve({
      'GET /api/v0/models/qwen3': () => ({ id: 'qwen3', max_context_length: 131_072, loaded_context_length: 12_288 }),
    });
    expect(await windowOf(studio.baseUrl)).toBe(12_288);
  });

  it('is asked for once', async () => {
    const { baseUrl, asked } = await serve(listed({ max_model_len: 65_536 }));
    const model = createModels({ config: { openaiCompatible: { baseUrl } } }).resolve('openai-compatible/qwen3');
    const { signal } = new AbortController();
    await Promise.all([model.contextTokens(signal), model.contextTokens(signal)]);
    expect(asked).toHaveLength(1);
  });

  it('is what a person has set, for the project before the server, and nobody is asked', async () => {
    const { baseUrl, asked } = await serve(listed({ max_model_len: 65_536 }));
    const config = { contextTokens: 100_000 };
    expect(await windowOf(baseUrl, { config })).toBe(100_000);
    expect(await windowOf(baseUrl, { config }, { contextTokens: 50_000 })).toBe(50_000);
    expect(await windowOf(baseUrl, { config }, { contextTokens: null })).toBe(100_000);
    expect(asked).toEqual([]);
  });

  it('may be the smallest that the agent can work in', async () => {
    const { baseUrl } = await serve(listed({ max_model_len: 8_192 }));
    expect(await windowOf(baseUrl)).toBe(8_192);
  });

  it('is refused with a remedy when the agent could not work in it', async () => {
    const { baseUrl } = await serve(listed({ max_model_len: 4_096 }));
    await expect(windowOf(baseUrl)).rejects.toMatchObject({
      facts: { code: 'model_window_too_small' },
      message: expect.stringMatching(/4096 tokens; the agent needs at least 8192/) as string,
    });
  });
});

describe('a server that does not tell', () => {
  it('leaves what is known of the name, whoever it is served by, else a cautious figure', async () => {
    const { baseUrl } = await serve({});
    expect(await windowOf(baseUrl)).toBe(32_768);
    expect(await windowOf(baseUrl, { model: 'anthropic/claude-sonnet-5' })).toBe(200_000);
    expect(await windowOf('http://127.0.0.1:1/v1')).toBe(32_768);
  });

  it('is believed no nonsense', async () => {
    for (const nonsense of [-1, 0, 1.5, '65536', null, 1e12, { tokens: 5 }]) {
      const { baseUrl } = await serve(listed({ max_model_len: nonsense }));
      expect(await windowOf(baseUrl)).toBe(32_768);
    }
    const { baseUrl } = await serve({ 'GET /v1/models': (_, response) => void response.end('<html>Hello</html>') });
    expect(await windowOf(baseUrl)).toBe(32_768);
  });

  it('leads nowhere, and its endless answer is read to a limit', async () => {
    let poured = 0;
    const elsewhere = await serve(listed({ max_model_len: 65_536 }));
    const { baseUrl } = await serve({
      'GET /v1/models': (_, response) =>
        void response.writeHead(307, { location: `${elsewhere.baseUrl}/models` }).end(),
      'POST /api/show': (_, response) => {
        const pour = () => {
          do poured += 65_536;
          while (!response.destroyed && response.write(' '.repeat(65_536)));
        };
        response.on('drain', pour);
        pour();
      },
    });
    expect(await windowOf(baseUrl)).toBe(32_768);
    expect(elsewhere.asked).toEqual([]);
    expect(poured).toBeLessThan(32 * 1024 * 1024);
  });

  it('holds nobody up who aborts, and is asked again after that', async () => {
    let isSilent = true;
    const { baseUrl } = await serve({
      'GET /v1/models': () => (isSilent ? undefined : { data: [{ id: 'qwen3', max_model_len: 65_536 }] }),
    });
    const model = createModels({ config: { openaiCompatible: { baseUrl } } }).resolve('openai-compatible/qwen3');
    const controller = new AbortController();
    const asking = model.contextTokens(controller.signal);
    const reason = new Error('archived');
    controller.abort(reason);
    await expect(asking).rejects.toBe(reason);
    isSilent = false;
    expect(await model.contextTokens(new AbortController().signal)).toBe(65_536);
  });
});

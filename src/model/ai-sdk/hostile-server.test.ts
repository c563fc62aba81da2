import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '../../kernel/app-error.ts';
import { createModels } from '../create-models.ts';
import type { LanguageModel, ModelUsage } from '../language-model.ts';
import { withPrice } from '../prices.ts';

const key = 'very-secret-key-123456';
let closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers) close();
  closers = [];
});

/** A model behind a server that answers every request so. */
async function modelBehind(
  answer: (response: ServerResponse) => void,
  provider: 'anthropic' | 'openai-compatible' = 'openai-compatible',
  onBody: (body: string) => void = () => undefined,
): Promise<{ model: LanguageModel; pauses: readonly number[] }> {
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    request.on('end', () => {
      onBody(Buffer.concat(chunks).toString());
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const access = { apiKey: key, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
  const pauses: number[] = [];
  const models = createModels({
    config: provider === 'anthropic' ? { anthropic: access } : { openaiCompatible: access },
    wait: (milliseconds) => Promise.resolve(void pauses.push(milliseconds)),
    random: () => 0.5,
  });
  return { model: models.resolve(`${provider}/some-model`), pauses };
}

function ask(model: LanguageModel, onLost: (usage: ModelUsage) => void = () => undefined) {
  const tool = { name: 'read', description: 'Reads.', inputSchema: { type: 'object', properties: {} } };
  const messages = [{ role: 'user', text: 'Hi' }] as const;
  const { signal } = new AbortController();
  return model.generate({ system: 'Be brief.', tools: [tool], messages, signal, onLost });
}

async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  return promise.then(
    () => expect.fail('it should have failed'),
    (error: unknown) => error as AppError,
  );
}

function chatChunk(delta: object, finish: string | null = null, further: object = {}): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...further })}\n\n`;
}

/** Sends these events and ends the stream. */
function streamed(events: string): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events);
  };
}

describe('what a server says it counted', () => {
  /** The estimate of what `ask` sends, and of an answer of one short text. */
  const estimated = { inputTokens: 33, outputTokens: 8, cachedInputTokens: 0 };

  it.each([
    ['less than nothing', { prompt_tokens: -500, completion_tokens: -5 }, estimated],
    ['nothing', { prompt_tokens: 0, completion_tokens: 0 }, estimated],
    ['more than there is', { prompt_tokens: 1e300, completion_tokens: 1e18 }, estimated],
    ['no numbers', { prompt_tokens: null, completion_tokens: null }, estimated],
    ['parts of tokens', { prompt_tokens: 1.5, completion_tokens: 2.25 }, { inputTokens: 2, outputTokens: 3 }],
    [
      'more from the cache than there was',
      { prompt_tokens: 10, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 1_000 } },
      { inputTokens: 10, outputTokens: 3, cachedInputTokens: 10 },
    ],
    [
      'less than nothing from the cache',
      { prompt_tokens: 10, completion_tokens: 3, prompt_tokens_details: { cached_tokens: -7 } },
      { inputTokens: 10, outputTokens: 3, cachedInputTokens: 0 },
    ],
    ['as much as may be', { prompt_tokens: 1e8, completion_tokens: 1 }, { inputTokens: 1e8, outputTokens: 1 }],
  ])('gives no budget back and ends none: %s', async (_, usage, counted) => {
    const events = `${chatChunk({ content: 'Hi' })}${chatChunk({}, 'stop', { usage })}data: [DONE]\n\n`;
    const { model } = await modelBehind(streamed(events));
    expect((await ask(model)).usage).toMatchObject(counted);
  });

  it.each([
    ['less than nothing was read', [100, -5e9, 3.5], { cachedInputTokens: 0, cacheWriteInputTokens: 4 }],
    ['more was read and written than there is', [-70, 20, 90], { cachedInputTokens: 20, cacheWriteInputTokens: 20 }],
  ])('is judged one by one, so that no cache makes a conversation free: %s', async (_, told, counted) => {
    const [input_tokens, cache_read_input_tokens, cache_creation_input_tokens] = told;
    const usage = { input_tokens, output_tokens: 1, cache_read_input_tokens, cache_creation_input_tokens };
    const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
    const message = { id: 'm', type: 'message', role: 'assistant', model: 'c', content: [], stop_reason: null, usage };
    const events = [
      event('message_start', { message }),
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
      event('content_block_stop', { index: 0 }),
      event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: -4 } }),
      event('message_stop', {}),
    ];
    const { model } = await modelBehind(streamed(events.join('')), 'anthropic');
    expect((await ask(model)).usage).toMatchObject(counted);
  });
});

describe('an error in place of an answer', () => {
  const json = (status: number, body: unknown) => (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const inStream = (data: unknown) => streamed(`data: ${JSON.stringify(data)}\n\ndata: [DONE]\n\n`);
  const noTools = { error: { message: `No tools for ${key}`, type: 'BadRequestError', code: 400 } };
  const noPictures = { error: { message: 'image input is not supported', code: 500 } };

  it.each([
    ['a key', json(200, { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } }), 'key_invalid'],
    ['a model in quotes', json(200, { error: 'model "m" not found, try pulling it first' }), 'unknown'],
    ['tools', json(200, noTools), 'request_refused', /rejected the request: No tools for \[redacted\]$/],
    ['tools, in the stream', inStream(noTools), 'request_refused', /rejected the request: No tools for \[redacted\]$/],
    ['a number of a status', json(200, { error: { message: 'Tools are off', code: '400' } }), 'request_refused'],
    ['words alone', inStream({ error: 'image input is not supported' }), 'request_refused', /: image input is not/],
    ['pictures', json(500, noPictures), 'request_refused', /rejected the request with HTTP 500: image input is not/],
    ['vision', inStream({ error: { message: 'Unsupported: vision' } }), 'request_refused'],
  ])('with the status of a success, is told at once: about %s', async (_, answer, code, words = /./) => {
    const { model, pauses } = await modelBehind(answer);
    const error = await failureOf(ask(model));
    expect([error.facts.code, pauses]).toEqual([`model_${code}`, []]);
    expect(error.message).toMatch(words);
  });

  it.each([
    ['overload after content', 'overloaded', { type: 'overloaded_error', message: 'Overloaded' }],
    ['a refusal after content', 'request_refused', { type: 'invalid_request_error', message: 'Not this output' }],
  ])('of Anthropic is understood within a stream: %s', async (_, code, error) => {
    const begun = [
      {
        type: 'message_start',
        message: { id: 'm', model: 'c', content: [], usage: { input_tokens: 9, output_tokens: 1 } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half' } },
      { type: 'error', error },
    ];
    const events = begun.map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`).join('');
    const { model, pauses } = await modelBehind(streamed(events), 'anthropic');
    expect((await failureOf(ask(model))).facts.code).toBe(`model_${code}`);
    expect(pauses).toHaveLength(code === 'overloaded' ? 5 : 0);
  });

  it('that nobody knows is tried again, and told in its own words', async () => {
    const { model, pauses } = await modelBehind(json(200, { detail: 'Not today' }));
    expect((await failureOf(ask(model))).message).toBe(
      'openai-compatible/some-model answered with an error: Not today',
    );
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
  });

  it('of a package is not told as words of the model', async () => {
    const message = { id: 'm', type: 'message', role: 'assistant', model: 'c', content: [], stop_reason: null };
    const start = { type: 'message_start', message };
    const { model } = await modelBehind(
      streamed(`event: message_start\ndata: ${JSON.stringify(start)}\n\n`),
      'anthropic',
    );
    expect((await failureOf(ask(model))).message).toBe(
      'anthropic/some-model answered with data that does not match its protocol.',
    );
  });

  it.each(['0', '-5'])('that asks for no pause (%s) gets the usual ones', async (seconds) => {
    const { model, pauses } = await modelBehind((response) => {
      response.writeHead(429, { 'retry-after': seconds }).end('slow down');
    });
    await failureOf(ask(model));
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
  });
});

describe('a stream', () => {
  it.each([
    ['is cut', { status: 200, events: chatChunk({ content: 'x'.repeat(40) }) }, 3],
    [
      'reports an error',
      { status: 200, events: `${chatChunk({ content: 'x'.repeat(40) })}data: {"error": "busy"}\n\n` },
      3,
    ],
    [
      'reports an overload',
      { status: 200, events: `${chatChunk({ content: 'x'.repeat(40) })}data: {"error": "overloaded"}\n\n` },
      6,
    ],
    ['never begins', { status: 200, events: chatChunk({}) }, 0],
    ['is an error', { status: 503, events: '' }, 0],
  ])('that %s is charged for once it has begun', async (_, { status, events }, attempts) => {
    const { model } = await modelBehind((response) => {
      response.writeHead(status, { 'content-type': 'text/event-stream' }).end(events);
    });
    const lost: ModelUsage[] = [];
    const priced = withPrice(model, { input: 2, output: 10 });
    await failureOf(ask(priced, (usage) => lost.push(usage)));
    const usage = { inputTokens: 33, outputTokens: 10, cachedInputTokens: 0, cost: 166 };
    expect(lost).toEqual(Array.from({ length: attempts }, () => usage));
  });

  it('that ends well but without an end of the answer broke off', async () => {
    const { model } = await modelBehind(streamed(chatChunk({ content: 'Half' })));
    const failure = await failureOf(ask(model));
    expect(failure.facts).toMatchObject({ code: 'model_answers_break_off', retryable: true });
    expect(failure.message).toMatch(
      /^3 answers of openai-compatible\/some-model broke off .* The provider charges for them\.$/,
    );
  });

  it.each([
    ['<think>The user wants me to</think>Done.', ['reasoning', 'text'], 'Done.'],
    ['<think>The user wants me to', ['reasoning'], undefined],
    // As own servers send it, whose template opens the thinking.
    ['The user wants me to\n</think>\nDone.', ['reasoning', 'text'], '\nDone.'],
  ])('with thinking in its text tells it apart: %s', async (content, types, text) => {
    const { model } = await modelBehind(streamed(chatChunk({ content }) + chatChunk({}, 'stop') + 'data: [DONE]\n\n'));
    const { parts } = (await ask(model)).message;
    expect(parts.map(({ type }) => type)).toEqual(types);
    expect(parts.find((part) => part.type === 'text')?.text).toBe(text);
  });

  it.each([
    ['{"path": "index.mdx", "content": "Hel', 'length', true],
    ['{"path": "index.mdx"}', 'length', undefined],
    ['{"path": "index.mdx", "content": "Hel', 'tool_calls', undefined],
  ])('says whether a call was cut off: %s, %s', async (json, finish, isCutOff) => {
    const call = { index: 0, id: 'a', type: 'function', function: { name: 'read', arguments: json } };
    const { model } = await modelBehind(
      streamed(chatChunk({ tool_calls: [call] }) + chatChunk({}, finish) + 'data: [DONE]\n\n'),
    );
    const { parts } = (await ask(model)).message;
    expect(parts.map((part) => part.type === 'tool-call' && part.isCutOff)).toEqual([isCutOff]);
  });

  /** Sends the piece again and again, as often as it is taken. */
  const repeated =
    (piece: string, times = Infinity) =>
    (response: ServerResponse): void => {
      let sent = 0;
      const go = () => {
        while (sent < times && !response.destroyed) {
          sent += 1;
          if (!response.write(piece)) {
            response.once('drain', go);
            return;
          }
        }
        if (!response.destroyed) response.end();
      };
      go();
    };

  it.each([
    ['text', chatChunk({ content: 'x'.repeat(100_000) })],
    ['thoughts', chatChunk({ reasoning_content: 'x'.repeat(100_000) })],
    [
      'a call',
      chatChunk({
        tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'a', arguments: 'x'.repeat(100_000) } }],
      }),
    ],
    ['bytes that say nothing', `: ${'x'.repeat(1_000_000)}\n\n`],
  ])('without end is given up, and not tried again: %s', async (_, piece) => {
    const { model, pauses } = await modelBehind((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      repeated(piece)(response);
    });
    expect((await failureOf(ask(model))).facts.code).toBe('model_answer_too_long');
    expect(pauses).toEqual([]);
  });

  it.each([
    ['one event', `data: ${'x'.repeat(1_000_000)}`],
    ['one event of many lines', 'data: x\n'.repeat(100_000)],
  ])('whose %s has no end is given up at four megabytes', async (_, piece) => {
    let taken = 0;
    const { model } = await modelBehind((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const { socket } = response;
      socket?.on('close', () => (taken = socket.bytesWritten));
      repeated(piece)(response);
    });
    expect((await failureOf(ask(model))).facts.code).toBe('model_answer_too_long');
    await vi.waitFor(() => {
      expect(taken).toBeGreaterThan(0);
    });
    expect(taken).toBeLessThan(32_000_000);
  });

  it('of ten thousand calls is given up, and not tried again', async () => {
    const call = (index: number) =>
      chatChunk({
        tool_calls: [{ index, id: `c${index}`, type: 'function', function: { name: 'a', arguments: '{}' } }],
      });
    const calls = Array.from({ length: 10_000 }, (_, index) => call(index)).join('');
    const { model, pauses } = await modelBehind(streamed(`${calls}${chatChunk({}, 'tool_calls')}data: [DONE]\n\n`));
    expect((await failureOf(ask(model))).facts.code).toBe('model_answer_too_long');
    expect(pauses).toEqual([]);
  });

  it('with arguments nested without end leaves them as text, which tools refuse', async () => {
    const deep = `{"path": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const call = { index: 0, id: 'a', type: 'function', function: { name: 'read', arguments: deep } };
    const { model } = await modelBehind(
      streamed(`${chatChunk({ tool_calls: [call] })}${chatChunk({}, 'tool_calls')}data: [DONE]\n\n`),
    );
    expect((await ask(model)).message.parts).toMatchObject([
      { type: 'tool-call', input: expect.stringMatching(/^\{"path": \[{991} …$/) as string },
    ]);
  });

  it('may be long', async () => {
    const long = chatChunk({ content: 'x'.repeat(100_000) }).repeat(20);
    const { model } = await modelBehind(streamed(`${long}${chatChunk({}, 'stop')}data: [DONE]\n\n`));
    expect((await ask(model)).message.parts).toEqual([{ type: 'text', text: 'x'.repeat(2_000_000) }]);
  });

  it.each([
    ['an error', 400, 'request_refused'],
    ['a success', 200, 'answer_unreadable'],
  ])('of JSON with the status of %s is read at its beginning only', async (_, status, code) => {
    const { model } = await modelBehind((response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      repeated(`{"error": {"message": "${'x'.repeat(1_000_000)}`)(response);
    });
    expect((await failureOf(ask(model))).facts.code).toBe(`model_${code}`);
  });
});

it('half characters neither come from a model nor go to it, since a provider refuses whatever has one', async () => {
  const bodies: string[] = [];
  const call = { index: 0, id: 'c', type: 'function', function: { name: 'read', arguments: '{"path": ["\\ud83d"]}' } };
  const events = `${chatChunk({ content: 'a\ud83d' })}${chatChunk({ tool_calls: [call] })}${chatChunk({}, 'tool_calls')}data: [DONE]\n\n`;
  const { model } = await modelBehind(streamed(events), 'openai-compatible', (body) => bodies.push(body));
  const { message } = await ask(model);
  expect(message.parts).toMatchObject([{ text: 'a\ufffd' }, { input: { path: ['\ufffd'] } }]);
  const results = [{ callId: 'c', tool: 'read', text: 'b\ud83d', failed: false }];
  await model.generate({
    system: 'c\ud83d',
    tools: [],
    messages: [{ role: 'user', text: 'd\ud83d' }, message, { role: 'tool', results }],
    signal: new AbortController().signal,
  });
  expect(bodies[1]).toContain('b\ufffd');
  expect(bodies[1]).not.toContain(String.raw`\ud83d`);
});

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createModels } from '../create-models.ts';
import type { ModelPatience } from '../models-config.ts';
import { openAiChatWire } from './doubles/openai-chat.ts';
import { answerOf } from './doubles/wire-protocol.ts';

let close: () => void = () => undefined;

afterEach(() => {
  close();
});

const events = openAiChatWire
  .events(answerOf({ text: 'Here.', calls: [], faults: [], waitMilliseconds: 0, wordMilliseconds: 0 }, 0))
  .map(({ data }) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);

/** A slow model: what it does with its answer, and how long one waits for it. */
async function ask(answer: (response: ServerResponse) => Promise<void>, patience: ModelPatience) {
  const server = createServer((_, response) => {
    answer(response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const giveUp = new Error('no second attempt');
  const models = createModels({
    config: { openaiCompatible: { baseUrl }, patience },
    wait: () => Promise.reject(giveUp),
  });
  let reason = '';
  const turn = await models
    .resolve('openai-compatible/slow')
    .generate({
      system: 'Be slow.',
      tools: [],
      messages: [{ role: 'user', text: 'Hi' }],
      signal: new AbortController().signal,
      onRetry: (retry) => (reason = retry.reason),
    })
    .catch((error: unknown) => {
      if (error !== giveUp) throw error;
    });
  return turn?.message.parts ?? reason;
}

const never = 3_600_000;
const here = [{ type: 'text', text: 'Here.' }];

describe('a slow model', () => {
  it('may take its time for the first token, and less within its answer', async () => {
    const slowToStart = async (response: ServerResponse) => {
      await pass(300);
      response.end(events.join(''));
    };
    expect(await ask(slowToStart, { first: never, between: 50 })).toMatchObject(here);
    close();
    expect(await ask(slowToStart, { first: 50, between: never })).toBe('model_timeout');
  });

  it('is given up when it falls silent within its answer', async () => {
    const fallsSilent = (response: ServerResponse) => {
      response.write(events.slice(0, 2).join(''));
      return Promise.resolve();
    };
    expect(await ask(fallsSilent, { first: never, between: 100 })).toBe('model_timeout');
  });

  it('is not given up while its headers are all that came, but for the time of the first token', async () => {
    const headersFirst = async (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      await pass(300);
      response.end(events.join(''));
    };
    expect(await ask(headersFirst, { first: never, between: 50 })).toMatchObject(here);
    close();
    expect(await ask(headersFirst, { first: 50, between: never })).toBe('model_timeout');
  });

  it('lives as long as it says so, even in lines that mean nothing', async () => {
    const keepsAlive = async (response: ServerResponse) => {
      for (let count = 0; count < 20; count += 1) {
        response.write(': keep-alive\n\n');
        await pass(50);
      }
      response.end(events.join(''));
    };
    // A second in all, of which no half is silent.
    expect(await ask(keepsAlive, { first: 500, between: 500 })).toMatchObject(here);
  });
});

import { expect, it } from 'vitest';
import type { Send } from '../outgoing/send.ts';
import { createAnswerCache, sendConditionally } from './conditional-requests.ts';

/** A server that counts what it answers in full. Its text has a tag of its own. */
function startServer() {
  const server = { text: 'one', full: 0, asked: [] as (string | null)[] };
  const send: Send = (_, init) => {
    const asked = new Headers(init?.headers).get('if-none-match');
    server.asked.push(asked);
    const tag = `"${server.text.slice(0, 20)}"`;
    if (asked === tag) return Promise.resolve(new Response(null, { status: 304, headers: { etag: tag } }));
    server.full += 1;
    return Promise.resolve(new Response(server.text, { headers: { etag: tag, 'x-total': '7' } }));
  };
  return { server, send };
}
const ask = async (send: Send, init: RequestInit = {}, url = 'https://api.example/pulls') => {
  const response = await send(url, init);
  return [response.status, response.headers.get('x-total'), await response.text()];
};

it('gives a stored answer back while it is current, and the new one after', async () => {
  const { server, send } = startServer();
  const cache = createAnswerCache();
  for (let time = 0; time < 3; time += 1) expect(await ask(sendConditionally(send, cache))).toEqual([200, '7', 'one']);
  expect([server.full, server.asked]).toEqual([1, [null, '"one"', '"one"']]);
  server.text = 'two';
  expect(await ask(sendConditionally(send, cache))).toEqual([200, '7', 'two']);
});

it('shares nothing between credentials, media types and addresses, and changes no writes', async () => {
  const { server, send } = startServer();
  const conditionally = sendConditionally(send, createAnswerCache());
  await ask(conditionally);
  for (const init of [
    { headers: { authorization: 'token other' } },
    { headers: { accept: 'application/vnd.github.diff' } },
    { method: 'POST', body: '{}' },
  ])
    await ask(conditionally, init);
  await ask(conditionally, {}, 'https://api.example/issues');
  expect(server.asked).toEqual([null, null, null, null, null]);
});

it('keeps as much as it may, and drops what was longest not asked for', async () => {
  const { server, send } = startServer();
  const conditionally = sendConditionally(send, createAnswerCache());
  server.text = 'x'.repeat(3 * 1024 ** 2);
  await ask(conditionally);
  await ask(conditionally);
  expect(server.full).toBe(2);
  server.text = 'x'.repeat(2 * 1024 ** 2 - 2_000);
  for (let page = 0; page < 16; page += 1) await ask(conditionally, {}, `https://api.example/${page}`);
  await ask(conditionally, {}, 'https://api.example/0');
  expect(server.full).toBe(18);
  await ask(conditionally, {}, 'https://api.example/16');
  server.asked.length = 0;
  for (const page of [0, 1]) await ask(conditionally, {}, `https://api.example/${page}`);
  expect(server.asked.map((tag) => tag === null)).toEqual([false, true]);
});

it('keeps no endless number of empty answers', async () => {
  const { server, send } = startServer();
  const conditionally = sendConditionally(send, createAnswerCache());
  server.text = '';
  for (let page = 0; page < 34_000; page += 1) await ask(conditionally, {}, `https://api.example/${page}`);
  server.asked.length = 0;
  for (const page of [33_999, 0]) await ask(conditionally, {}, `https://api.example/${page}`);
  expect(server.asked.map((tag) => tag === null)).toEqual([false, true]);
});

it('leaves an answer alone that it did not ask for', async () => {
  const send: Send = () => Promise.resolve(new Response(null, { status: 304 }));
  expect(await ask(sendConditionally(send, createAnswerCache()))).toEqual([304, null, '']);
});

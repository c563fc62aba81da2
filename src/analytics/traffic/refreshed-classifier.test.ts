import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock } from '../../kernel/clock.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { loadCatalogue } from './catalogue.ts';
import { createRefreshedClassifier } from './refreshed-classifier.ts';

let directory: string;
let publisher: Server;
let answer: (url: string) => object | undefined;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ranges-'));
  publisher = createServer((request, response) => {
    const list = answer(request.url ?? '');
    if (list !== undefined) response.end(JSON.stringify(list));
  }).listen(0, '127.0.0.1');
  await once(publisher, 'listening');
});
afterEach(() => {
  publisher.closeAllConnections();
  publisher.close();
  rmSync(directory, { recursive: true });
});

const address = '203.0.113.77';
const gptBot = { source: 'log' as const, userAgent: 'GPTBot/1.2', ip: address };

function start(signal = new AbortController().signal) {
  const shipped = loadCatalogue();
  const { port } = publisher.address() as AddressInfo;
  const ranges = shipped.addressRanges.filter(({ id }) => id.includes('gptbot'));
  const addressRanges = ranges.map((list) => ({
    ...list,
    url: `http://127.0.0.1:${port}/${list.id}`,
    prefixes: list.prefixes.slice(0, 1),
  }));
  return createRefreshedClassifier({
    catalogue: { ...shipped, addressRanges },
    directory,
    fetch,
    clock: createManualClock(Date.UTC(2027, 0, 1)),
    logger: silentLogger,
    signal,
  });
}

it('classifies with refreshed ranges from then on, and after the next start', async () => {
  answer = () => ({ prefixes: [{ ipv4Prefix: '203.0.113.0/24' }] });
  const { classifier, refresh } = await start();
  expect(classifier.classify(gptBot).verdict).toBe('spoofed');
  await refresh();
  expect(classifier.classify(gptBot).verdict).toBe('verified');
  expect((await start()).classifier.classify(gptBot).verdict).toBe('verified');
});

it('keeps the last good copy when the publisher answers nonsense', async () => {
  answer = () => ({ prefixes: [{ ipv4Prefix: '203.0.113.0/24' }] });
  const { classifier, refresh } = await start();
  await refresh();
  answer = () => ({ prefixes: ['everywhere'] });
  await refresh();
  expect(classifier.classify(gptBot).verdict).toBe('verified');
});

it('does not wait for a silent publisher when the server stops', async () => {
  const stopping = new AbortController();
  answer = () => {
    stopping.abort();
    return undefined;
  };
  const { refresh } = await start(stopping.signal);
  await refresh();
  expect(stopping.signal.aborted).toBe(true);
});

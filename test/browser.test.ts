import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';

test('a real browser starts from the npm package and loads a page over HTTP', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Docs</title>');
  }).listen(0, '127.0.0.1');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(await page.title()).toBe('Docs');
  } finally {
    await browser.close();
    server.close();
  }
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('a real browser starts from the npm package and loads a page over HTTP', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Docs</title>');
  }).listen(0, '127.0.0.1');
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(await page.title()).toBe('Docs');
  } finally {
    server.close();
  }
});

/** No character, so no font has it: what is drawn stands for a missing glyph. */
const missing = '\u0378';

/** Draws every text by itself; equal pictures are equal strings. */
async function draw(page: Page, texts: string[], family: string): Promise<string[]> {
  const pictures = await page.evaluate(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
    const context = canvas.getContext('2d');
    context.font = '40px ${family}';
    return ${JSON.stringify(texts)}.map((text) => {
      context.clearRect(0, 0, 64, 64);
      context.fillText(text, 4, 48);
      return canvas.toDataURL();
    });
  })()`);
  return pictures as string[];
}

test.each([
  ['Latin', 'aßőŋ'],
  ['Greek and Cyrillic', 'λΩжЩ'],
  ['Arabic', 'عربي'],
  ['Hebrew', 'עברת'],
  ['Chinese', '文档說明'],
  ['Japanese', 'ひらカタ'],
  ['Korean', '한국어문'],
  ['emoji', '🎉🚀✅🦊'],
])('%s has glyphs of its own in every kind of type', async (_script, letters) => {
  const page = await browser.newPage();
  for (const family of ['sans-serif', 'serif', 'monospace', 'system-ui']) {
    const [nothing, box, ...glyphs] = await draw(page, [' ', missing, ...Array.from(letters)], family);
    expect(new Set(glyphs).size, family).toBe(Array.from(letters).length);
    expect(
      [nothing, box].some((none) => glyphs.includes(none!)),
      family,
    ).toBe(false);
  }
});

test('emoji are drawn in colour', async () => {
  const page = await browser.newPage();
  await page.setContent('<canvas width=64 height=64></canvas>');
  const colours = await page.evaluate(`(() => {
    const context = document.querySelector('canvas').getContext('2d');
    context.font = '40px sans-serif';
    context.fillText('🎉', 4, 48);
    const { data } = context.getImageData(0, 0, 64, 64);
    return new Set(Array.from({ length: data.length / 4 }, (_, pixel) => data.slice(pixel * 4, pixel * 4 + 3).join())).size;
  })()`);
  expect(colours).toBeGreaterThan(50);
});

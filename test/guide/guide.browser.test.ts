import { serve, type ServerType } from '@hono/node-server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addGuideRoutes } from '../../src/guide/guide-routes.ts';
import { addressOfPage, readGuide } from '../../src/guide/read-guide.ts';
import { createHttpApp } from '../../src/http/create-http-app.ts';
import { addReferenceRoutes } from '../../src/http/reference/reference-routes.ts';
import { createManualClock } from '../../src/kernel/clock.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { accessibilityFaults } from '../accessibility-faults.ts';
import { launchBrowser } from '../browser.ts';

const folder = join(import.meta.dirname, '../../docs');
let browser: Browser;
let server: ServerType;
let url: string;

beforeAll(async () => {
  const app = createHttpApp({ logger: silentLogger, clock: createManualClock(0), trustedProxies: [] });
  addReferenceRoutes(app, { version: '1.2.3', loadErrorCatalogue: () => Promise.resolve([]) });
  addGuideRoutes(app, { folder });
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  server.close();
  await browser.close();
});

it('fits a phone on every page', async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  const tooWide: string[] = [];
  for (const address of [...(await readGuide(folder)).pages.map(addressOfPage), '/guide/search?q=key', '/guide/none']) {
    await page.goto(url + address);
    const excess = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    if (excess > 0) tooWide.push(`${address}: ${excess} px`);
  }
  expect(tooWide).toEqual([]);
  await page.close();
});

it('has its contents at hand: beside the text, and on a phone folded above it', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  for (const address of ['/guide/tracker', '/docs']) {
    await page.goto(url + address);
    const links = page.getByRole('navigation').first().getByRole('link');
    await page.setViewportSize({ width: 1280, height: 800 });
    await links.first().waitFor();
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 740 });
      await links.first().waitFor({ state: 'hidden' });
      const { y } = (await page.locator('main h1').boundingBox())!;
      expect(y).toBeLessThan(300);
    }
    await page.getByText('Contents and search').press('Enter');
    await links.first().waitFor();
    expect(await page.getByRole('searchbox').first().isVisible()).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(await accessibilityFaults(page)).toEqual([]);
  }
  await page.getByRole('link', { name: 'All error codes' }).click();
  await page.waitForURL(/\/problems$/);
  await page.close();
});

it.each(['light', 'dark'] as const)('is accessible: %s', async (colorScheme) => {
  const page = await browser.newPage({ colorScheme });
  for (const address of ['/guide', '/guide/configuration', '/guide/search?q=key', '/guide/none']) {
    await page.goto(url + address);
    expect([address, ...(await accessibilityFaults(page))]).toEqual([address]);
  }
  await page.close();
});

it('is walked and searched by keyboard', async () => {
  const page = await browser.newPage();
  await page.goto(`${url}/guide/configuration`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL((at) => at.hash === '#content', { timeout: 3000 });
  await page.locator('nav').getByRole('searchbox').focus();
  await page.keyboard.type('master key');
  await page.keyboard.press('Enter');
  await page.getByRole('status').waitFor({ timeout: 3000 });
  expect(await page.getByRole('searchbox').first().inputValue()).toBe('master key');
  await page.close();
});

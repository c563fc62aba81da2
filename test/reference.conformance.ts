import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import openApi from '../openapi.json' with { type: 'json' };
import { accessibilityFaults } from './accessibility-faults.ts';
import { launchBrowser } from './browser.ts';
import { startRunningServer, type RunningServer } from './running-server.ts';

/** The pages of the API, of which accessibility is checked in these themes. */
export function describeReference(themes: readonly ('light' | 'dark')[]): void {
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await startRunningServer({}, { workers: 0 });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const page = await browser.newPage(options);
    await page.goto(server.url + path);
    return page;
  }

  it('shows every operation of openapi.json, each once, and leads to it', async () => {
    const page = await open('/docs');
    const items: readonly Readonly<Record<string, { operationId: string }>>[] = Object.values(openApi.paths);
    const expected = items.flatMap((item) => Object.values(item).map(({ operationId }) => operationId)).sort();
    expect(
      await page.evaluate("[...document.querySelectorAll('section.operation')].map(({ id }) => id).sort()"),
    ).toEqual(expected);
    expect(
      await page.evaluate(`[...document.querySelectorAll('nav a[href^="#"]')].map(({ hash }) => hash.slice(1)).sort()`),
    ).toEqual(expected);
    await page.close();
  });

  /** What reaches past the edge of the page; what scrolls by itself may. */
  const tooWide = `[...document.querySelectorAll('main *')]
  .filter((element) => element.closest('pre') === null && element.getBoundingClientRect().right > innerWidth)
  .map((element) => element.outerHTML.slice(0, 200))`;

  const unfold = "for (const details of document.querySelectorAll('details')) details.open = true";

  const pages = ['/docs', '/problems', '/problems/invalid_request', '/problems/unsupported_content_encoding'];

  it('finds operations by words of them, and copies code', async () => {
    const page = await open('/docs', { viewport: { width: 1280, height: 800 } });
    const operations = page.locator('.operation:visible');
    const all = await operations.count();
    await page.getByRole('searchbox', { name: 'Search the reference' }).fill('weekly RECIPIENTS');
    await page
      .getByRole('status')
      .getByText(/^[1-9] operations found$/)
      .waitFor();
    expect(await operations.count()).toBeGreaterThan(0);
    expect(await operations.count()).toBeLessThan(10);
    expect(await page.locator('nav li:visible').filter({ hasText: 'Create a job' }).count()).toBe(0);
    await page.getByRole('searchbox').fill('');
    await expect.poll(() => operations.count()).toBe(all);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const [code] = await page.locator('main pre').all();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await code?.textContent());
    await page.close();
  });

  describe.each(pages)('%s', (path) => {
    it('fits a phone 360 px wide, with everything unfolded', async () => {
      const page = await open(path, { viewport: { width: 360, height: 740 } });
      await page.evaluate(unfold);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      expect(await page.evaluate(tooWide)).toEqual([]);
      await page.close();
    });

    it.each(themes)('is accessible, with everything unfolded: %s', async (colorScheme) => {
      const page = await open(path, { colorScheme });
      await page.evaluate(unfold);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.close();
    });

    it.each([
      ['light', 'dark'],
      ['dark', 'light'],
    ] as const)('follows a chosen %s theme where the system is %s', async (chosen, system) => {
      const page = await open(path, { colorScheme: system });
      const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
      const ofSystem = await background();
      await page.evaluate(`localStorage.setItem('theme', '${chosen}')`);
      await page.reload();
      const ofChoice = await background();
      expect(ofChoice).not.toBe(ofSystem);
      await page.emulateMedia({ colorScheme: chosen });
      expect(await background()).toBe(ofChoice);
      await page.close();
    });
  });
}

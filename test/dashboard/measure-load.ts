// `npm run measure-dashboard`: how quickly pages show on a slow machine. Prints; asserts nothing, since it is wall-clock.
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { startDashboard } from './running-dashboard.ts';
import { createOwner, docs, seedVisits, signIn } from './seed.ts';

/** Times that the CPU is slower than this machine's. */
const slowdown = 4;
const rounds = 5;

interface Load {
  /** Largest contentful paint, in milliseconds from the start of the navigation. */
  readonly paint: number;
  /** Bytes of JavaScript as they travel, gzipped. */
  readonly script: number;
}

const dashboard = await startDashboard();
const browser = await launchBrowser();
try {
  await createOwner(dashboard);
  const project = await dashboard.createProject('Acme docs', docs);
  await seedVisits(dashboard, project, Date.now());
  const page = await browser.newPage();
  await signIn(page, dashboard);
  await page.getByLabel('What should change in the docs?').fill('Add a quickstart');
  await page.getByRole('button', { name: 'Start job' }).click();
  await page.getByText('The job is completed.').waitFor();
  const cookies = await page.context().cookies();
  const base = `/projects/${project.id}`;
  const pages = [
    ['sign-in', '/sign-in', 'New here', []],
    ['jobs', `${base}/jobs`, 'Add a quickstart', cookies],
    ['job', new URL(page.url()).pathname, 'The job is completed.', cookies],
    ['analytics', `${base}/analytics`, 'Total unique', cookies],
    ['settings', `${base}/settings`, 'Docs folder', cookies],
    ['local pull request', `${base}/pulls/1`, 'Merge', cookies],
  ] as const;
  console.log(`CPU ${slowdown} times slower, empty cache, median of ${rounds} loads`);
  for (const [name, path, ready, jar] of pages) {
    const loads: Load[] = [];
    for (let round = 0; round < rounds; round += 1) {
      loads.push(await load(browser, `${dashboard.url}${path}`, ready, [...jar]));
    }
    loads.sort((one, other) => one.paint - other.paint);
    const { paint, script } = loads[Math.floor(rounds / 2)] ?? { paint: Number.NaN, script: Number.NaN };
    console.log(
      `${name.padEnd(20)} ${paint.toFixed(0).padStart(5)} ms  ${(script / 1024).toFixed(1).padStart(6)} KB JavaScript`,
    );
  }
} finally {
  await browser.close();
  await dashboard.close();
}

type Cookies = Parameters<Awaited<ReturnType<Browser['newContext']>>['addCookies']>[0];

async function load(inBrowser: Browser, url: string, ready: string, cookies: Cookies): Promise<Load> {
  const context = await inBrowser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies([...cookies]);
  await context.addInitScript(`
    window.paint = 0;
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) window.paint = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });`);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return;
    const { promise, resolve } = Promise.withResolvers<number>();
    sizes.push(promise);
    void response
      .request()
      .sizes()
      .then(({ responseBodySize }) => {
        resolve(responseBodySize);
      });
  });
  await page.goto(url);
  await page.locator('main').getByText(ready).first().waitFor();
  await page.waitForLoadState('networkidle');
  const paint = await page.evaluate<number>('window.paint');
  const script = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return { paint, script };
}

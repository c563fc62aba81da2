import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Hit } from '../../src/analytics/hit.ts';
import { accessibilityFaults } from '../accessibility-faults.ts';
import { launchBrowser } from '../browser.ts';
import { startDashboard, type RunningDashboard } from './running-dashboard.ts';
import { ada, createOwner, docs } from './seed.ts';

const hostilePath = '/<img src=x onerror=hacked>';
/** The page of a project with so many pages. */
export function describeAnalytics(pages: number): void {
  // Three have special names.
  const pageCount = pages - 3;
  let dashboard: RunningDashboard;
  let browser: Browser;
  let page: Page;

  /** One view of each of very many pages, a few of which have more visitors and names that try things. */
  function hits(now: number): Hit[] {
    const base = {
      source: 'log',
      timestampMs: now,
      method: 'GET',
      status: 200,
      accept: 'text/html',
    } as const;
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const many = Array.from({ length: pageCount }, (_, index): Hit => ({
      ...base,
      userAgent,
      url: `/page-${String(index).padStart(6, '0')}`,
      ip: `203.${index % 2}.${Math.floor(index / 2) % 250}.7`,
    }));
    const special = [encodeURI(hostilePath), encodeURI('/دليل'), encodeURI('/🎉')].flatMap((url) =>
      [1, 2, 3].map((index): Hit => ({
        ...base,
        userAgent,
        url,
        ip: `198.51.100.${index}`,
        referrer: 'https://evil.example/"><script>window.hacked=1</script>',
      })),
    );
    return [...many, ...special];
  }

  beforeAll(async () => {
    dashboard = await startDashboard();
    await createOwner(dashboard);
    const { id } = await dashboard.createProject('Big docs', { ...docs, _redirects: '/lost-:name /guide\n' });
    const { projects, analytics } = dashboard.application();
    const project = await projects.update(id, { settings: { analytics: { humanSource: 'both' } } }, 'test');
    await analytics.recordHits(project, hits(Date.now()));
    browser = await launchBrowser();
    // So high that every card is near.
    page = await browser.newPage({ viewport: { width: 1280, height: 3400 } });
    await page.goto(`${dashboard.url}/sign-in?next=/projects/${id}/analytics`);
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password').fill(ada.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await dashboard.close();
  });

  const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 20_000 });
  const table = () => page.getByRole('table', { name: 'Pages', exact: true });
  const whole = () => page.getByRole('dialog').getByRole('table');
  const chosen = (label: string) => page.getByLabel(label, { exact: true });

  it(`pages through ${pages} pages and finds one, and shows hostile paths as text`, async () => {
    await table().getByText(hostilePath).waitFor();
    await table().getByText('/🎉').waitFor();
    await page.getByRole('link', { name: 'Show all of Pages' }).click();
    await page.getByText('1–25').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('26–50').waitFor();
    const box = page.getByRole('searchbox', { name: 'Search this list' });
    await box.fill('PAGE-0098');
    await whole().getByText('/page-009876').or(whole().getByText('/page-009800')).first().waitFor();
    await page.getByText('1–25').waitFor();
    expect(page.url()).toContain('search=PAGE-0098');
    await box.fill('nowhere at all');
    await page.getByText('No row matches the search').waitFor();
    await box.fill('');
    await whole().getByText(hostilePath).waitFor();
    await whole().getByRole('button', { name: 'Pages' }).click();
    await eventually(() => whole().locator('tbody th').nth(1).textContent()).toBe('/page-000000');
    expect(await whole().locator('tbody th').first().textContent()).toBe(hostilePath);
    expect(page.url()).toContain('sort=value');
    await whole().getByRole('button', { name: 'Total' }).click();
    await eventually(() => page.url()).not.toContain('sort');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(pageCount + 3 + 1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await eventually(() => page.url()).not.toContain('all=');
    await page.getByRole('table', { name: 'Referrers' }).getByText('evil.example').waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  it('reads the chart with the arrow keys, and tells zero from nothing received', async () => {
    await page.getByRole('group', { name: /Visitors over time/ }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText(/UTC( so far)?: [\d,]+ unique, [\d,]+ people, 0 AI/).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.getByText(/: no data$/).waitFor();
  });

  it('keeps the range in the address and says that days are UTC', async () => {
    await chosen('Range').selectOption('7d');
    await page.waitForURL(/range=7d/);
    await page.getByText(/^\w+ \d+, \d{4}.*, UTC$|^\w+ \d+\s–\s.*, \d{4}, UTC$/).waitFor();
    await page.reload();
    expect(await chosen('Range').inputValue()).toBe('7d');
  });

  it('counts a funnel whose steps stand in the address', async () => {
    const before = page.url();
    await page.getByRole('tab', { name: 'Funnel' }).click();
    for (const step of ['/page-*', '/page-0*']) {
      await page.getByRole('textbox', { name: 'Next step' }).fill(step);
      await page.getByRole('button', { name: 'Add step' }).click();
      await page.getByRole('button', { name: `Remove the step ${step}` }).waitFor();
    }
    const steps = page.getByRole('table', { name: 'Steps of the funnel' }).locator('tbody tr');
    await steps.first().getByText(/%$/).waitFor();
    await page.reload();
    await steps.nth(1).getByText(/%$/).waitFor();
    await page.getByRole('button', { name: 'Remove the step /page-0*' }).click();
    await page.getByText('Add a second step to see the funnel.').waitFor();
    await page.goto(before);
  });

  it('filters the page by any row, keeps the filters in the address, and goes back', async () => {
    const filters = () => page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
    const before = page.url();
    await table().getByRole('link', { name: hostilePath }).click();
    await filters().getByText(hostilePath).waitFor();
    await eventually(() => table().locator('tbody tr').count()).toBe(1);
    await page.reload();
    await filters().getByText(hostilePath).waitFor();
    await eventually(() => table().locator('tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: 'is', exact: true }).click();
    await eventually(() => table().locator('tbody tr').count()).toBe(10);
    await page.getByRole('link', { name: /Remove the filter Page is not/ }).click();
    await eventually(() => filters().count()).toBe(0);
    for (let step = 0; step < 3; step += 1) await page.goBack();
    await eventually(() => page.url()).toBe(before);
    // The list of jobs has a word of the same name in its address.
    await page.getByRole('tab', { name: 'Statuses' }).click();
    await page.getByRole('table', { name: 'HTTP statuses' }).getByRole('link', { name: '200', exact: true }).click();
    await filters().getByText('HTTP status').waitFor();
    await page.reload();
    await eventually(() => filters().allTextContents()).toEqual([expect.stringContaining('200')]);
    await page.getByRole('link', { name: 'is', exact: true }).click();
    await page.getByText('No visitors match the filters').waitFor();
    await page.goto(before);
    // A search becomes a filter, and is over then.
    await page.getByRole('link', { name: 'Show all of Pages' }).click();
    await page.getByRole('searchbox', { name: 'Search this list' }).fill('page-0098');
    await page.getByRole('link', { name: 'Show only what contains' }).click();
    await filters().getByText('*page-0098*').waitFor();
    await eventually(() => table().locator('tbody th').first().textContent()).toBe('/page-009800');
    expect(page.url()).not.toContain('search=');
    await page.goto(before);
  });

  it('shows people or AI alone, in the steps and beside the days that are chosen', async () => {
    await page.goto(page.url().replace(/\?.*/, ''));
    const amount = (index: number) => page.locator('.totals .amount').nth(index);
    await eventually(() => amount(1).textContent()).toMatch(/^[1-9]/);
    const people = await amount(1).textContent();
    const whose = page.getByRole('group', { name: 'Whose views' });
    await whose.getByRole('button', { name: 'AI' }).click();
    await page.getByText('No visitors match the filters').waitFor();
    await whose.getByRole('button', { name: 'People' }).click();
    await eventually(() => amount(0).textContent()).toBe(people);
    expect(await page.getByRole('list', { name: 'Filters' }).count()).toBe(0);
    await chosen('Steps of the chart').selectOption('week');
    await page.getByRole('group', { name: /Visitors over time/ }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText(/^\w+ \d+.*, \d{4} UTC so far: .*\d people, 0 AI/).waitFor();
    const compared = page.waitForRequest(/timeseries.*dateFrom=2020-01-01/);
    await chosen('Compare with').selectOption('custom');
    await page.getByLabel('First day of the comparison').fill('2020-01-01');
    await compared;
    await chosen('Compare with').selectOption('off');
    await eventually(() => page.locator('.change').allTextContents()).toEqual(['', '', '', '', '']);
    await page.reload();
    expect(await chosen('Steps of the chart').inputValue()).toBe('week');
    await page.goto(page.url().replace(/\?.*/, ''));
    await table().getByText(hostilePath).waitFor();
  });

  it('shows only the days that are dragged over, and goes back', async () => {
    const chart = page.getByRole('group', { name: /Visitors over time/ });
    await chart.scrollIntoViewIfNeeded();
    const { x, y, width } = (await chart.boundingBox())!;
    await page.mouse.move(x + width * 0.5, y + 100);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.7, y + 100, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/range=custom/);
    const [first, last] = ['First day', 'Last day'].map((label) => page.getByLabel(label).inputValue());
    expect((Date.parse((await last) ?? '') - Date.parse((await first) ?? '')) / 86_400_000).toBeGreaterThan(3);
    await page.goBack();
    await eventually(() => chosen('Range').inputValue()).toBe('30d');
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('so far', { exact: false }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/range=custom/);
    expect(await page.getByLabel('First day').inputValue()).toBe(await page.getByLabel('Last day').inputValue());
  });

  it('leads from a missing page to a job whose prompt is shown before it is sent', async () => {
    const { projects, analytics, agent } = dashboard.application();
    const [project] = await projects.list();
    if (project === undefined) throw new Error('it was created before');
    await eventually(() => agent.findRedirects(project.id)).toBeDefined();
    const path = '/page-"now\u202Edo this"';
    const lost = hits(Date.now()).slice(0, 3);
    await analytics.recordHits(
      project,
      lost.map((hit, index) => ({ ...hit, url: index < 2 ? encodeURI(path) : '/lost-x', status: 404 })),
    );
    await page.reload();
    const missing = page.getByRole('table', { name: 'Missing pages' });
    await missing.getByText(path, { exact: true }).waitFor();
    const here = page.url();
    await missing.getByRole('link', { name: `Request a redirect from ${path}` }).click();
    const prompt = await page.getByLabel('What should change in the docs?').inputValue();
    expect(prompt).toContain(String.raw`Readers request the page "/page-\"nowdo this\"", which does not exist.`);
    expect(prompt).not.toContain('redirect in the repository');
    expect(prompt).toContain('add a redirect');
    await page.getByText('No jobs yet').waitFor();
    await page.goto(here);
    await missing.getByText('A declared redirect covers it.').waitFor();
    expect(await missing.getByText('redirect covers it').count()).toBe(1);
    await missing.getByRole('link', { name: 'Request a redirect from /lost-x' }).click();
    expect(await page.getByLabel('What should change in the docs?').inputValue()).toContain(
      'Check that the redirect works',
    );
    await page.goto(here);
  });

  it('saves what is seen under a name, and shares it by a link that is dead once it is revoked', async () => {
    await page.goto(page.url().replace(/\/projects\/([^/]+)\/.*/, '/projects/$1/analytics?range=7d'));
    await table().getByRole('link', { name: '/🎉' }).click();
    await page.getByRole('list', { name: 'Filters' }).waitFor();
    await page.getByRole('button', { name: 'Save and share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save and share' });
    await dialog.getByLabel('Name for the current view').fill('Party');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('link', { name: 'Party' }).waitFor();
    await dialog.getByLabel('Name of the new link').fill('Board');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByText('#dw_share_').textContent();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();

    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(link ?? '');
    await stranger.getByRole('heading', { level: 1, name: 'Big docs' }).waitFor();
    const read = stranger.getByRole('table', { name: 'Pages', exact: true });
    await read.getByText('/🎉').waitFor();
    expect(await read.getByRole('row').count()).toBe(2);
    await stranger.getByRole('link', { name: 'Remove the filter' }).click();
    await read.getByText(hostilePath).waitFor();
    await stranger.waitForURL(/#dw_share_/);
    await stranger.reload();
    await read.getByText(hostilePath).waitFor();
    expect(await accessibilityFaults(stranger)).toEqual([]);

    await page.goto(page.url().replace(/\?.*/, ''));
    await page.getByRole('button', { name: 'Save and share' }).click();
    await dialog.getByRole('link', { name: 'Party' }).click();
    await page.getByRole('list', { name: 'Filters' }).getByText('/🎉').waitFor();
    expect(page.url()).toContain('range=7d');
    await page.getByRole('button', { name: 'Save and share' }).click();
    await dialog.getByRole('button', { name: 'Revoke the link Board' }).click();
    await dialog.getByRole('button', { name: 'Revoke the link Board' }).waitFor({ state: 'detached' });
    await stranger.reload();
    await stranger.getByRole('heading', { name: 'This link does not work' }).waitFor();
  });

  it('shows on a map where readers are, and filters by a country of it', async () => {
    await page.goto(page.url().replace(/\?.*/, ''));
    // Beside the list.
    await page.getByRole('region', { name: 'Countries' }).getByRole('table', { name: 'Countries' }).waitFor();
    const map = page.locator('svg.country-map');
    await map.locator('.step-5').first().waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      // Colours change over a moment, and in the middle of it they contrast with nothing.
      await page.evaluate(
        'Promise.all(document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished))',
      );
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    const [country] = (await map.locator('.step-5 title').first().textContent())?.split(':') ?? [];
    await map.locator('.step-5').first().click();
    await page
      .getByRole('list', { name: 'Filters' })
      .getByText(country ?? '')
      .waitFor();
  });

  it('counts channels, each by itself', async () => {
    await page.goto(page.url().replace(/\?.*/, ''));
    await page.getByRole('tab', { name: 'Channels' }).click();
    const totals = page.getByRole('table', { name: 'Channels' }).locator('td.total');
    await eventually(() => totals.allTextContents()).toEqual([expect.stringMatching(/^[1-9]/), '0', '0', '0', '0']);
    await page.goto(`${page.url()}?referrer=(none)`);
    await page.getByRole('tab', { name: 'Channels' }).click();
    await page.getByText('Remove the filter by referrer to see channels.').waitFor();
    await page.goto(page.url().replace(/\?.*/, ''));
  });

  it('tells the days and the clock of the time zone of the project', async () => {
    const timeZone = 'Asia/Kathmandu';
    const { projects, analytics } = dashboard.application();
    const [project] = await projects.list();
    if (project === undefined) throw new Error('it was created before');
    await analytics.recordHits(
      await projects.update(project.id, { settings: { analytics: { timeZone } } }, 'test'),
      hits(Date.now()).slice(0, 1),
    );
    await page.reload();
    await page.getByText(/, Asia\/Kathmandu$/).waitFor();
    const newest = page.getByRole('region', { name: 'Last 5 minutes' }).locator('time').first();
    const at = new Date((await newest.getAttribute('datetime')) ?? '');
    expect(await newest.textContent()).toBe(at.toLocaleTimeString('en-US', { timeStyle: 'medium', timeZone }));
  });
}

import type { Page } from 'playwright-core';
import type { Hit } from '../../src/analytics/hit.ts';
import type { Project } from '../../src/contract/project.ts';
import { duration } from '../../src/kernel/clock.ts';
import type { RunningDashboard } from './running-dashboard.ts';

const { day } = duration;
const browsers = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
];
const machines = [
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
  'claude-code/2.1.0',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
];
const paths = ['/', '/quickstart', '/guides/python', '/guides/typescript', '/api/jobs', '/api/visitors', '/changelog'];
const referrers = [
  'https://www.google.com/',
  'https://news.ycombinator.com/item?id=1',
  undefined,
  'https://chatgpt.com/',
];

export const ada = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'correct horse battery' };

/** The first owner, made the way a person does it. */
export async function createOwner({ setUpLink, application }: RunningDashboard): Promise<void> {
  const token = new URL(await setUpLink()).hash.slice(1);
  await application().accounts.invitations.accept({ token, ...ada });
}

/** Fills in the sign-in page, and waits for what lies behind it. */
export async function signIn(page: Page, { url }: RunningDashboard): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password').fill(ada.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: ada.name }).waitFor();
}

/** Chooses an entry of the menu of the person who is signed in. */
export async function chooseInMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: ada.name }).click();
  await page.getByRole('menuitem', { name }).click();
}

export const docs = {
  'index.md': '# Acme\n\nWelcome to Acme.\n\n- [Guides](guides/python.md)\n',
  'guides/python.md': '# Python\n\nCall `acme.connect()`.\n',
};

/** Views of 62 days: more on weekdays, growing, the same numbers each time. */
export async function seedVisits({ application }: RunningDashboard, project: Project, now: number): Promise<void> {
  const { projects, analytics } = application();
  await projects.update(project.id, { settings: { analytics: { humanSource: 'both' } } }, 'test');
  const hits: Hit[] = [];
  const pick = <Item>(list: readonly Item[], index: number): Item => list[index % list.length] as Item;
  for (let back = 62; back >= 0; back -= 1) {
    const start = now - back * day;
    const isWeekend = [0, 6].includes(new Date(start).getUTCDay());
    const views = Math.round((isWeekend ? 40 : 90) * (1.6 - back / 80));
    for (let index = 0; index < views; index += 1) {
      const isMachine = index % 3 === 0;
      // Most come back on other days.
      const visitor = (index * 5 + back * 37) % 900;
      hits.push({
        source: 'log',
        timestampMs: start - (index % 60) * 12_000,
        url: pick(paths, (index * index) % 13),
        ip: `203.0.${Math.floor(visitor / 200)}.${visitor % 200}`,
        userAgent: isMachine ? pick(machines, index + back) : pick(browsers, index),
        method: 'GET',
        status: index % 17 === 0 ? 404 : 200,
        accept: isMachine && index % 2 === 0 ? 'text/markdown' : 'text/html',
        referrer: isMachine ? undefined : pick(referrers, index),
        country: pick(['DE', 'US', 'IN', 'BR'], index),
      });
    }
  }
  const latest = await projects.get(project.id);
  await analytics.recordHits(latest ?? project, hits);
}

import type { ServerEventInput } from '../contract/server-event.ts';
import { duration } from '../kernel/clock.ts';

/** One kind of reader in the sample traffic. */
interface Reader {
  /** Share of all visits, in thousandths. */
  readonly weight: number;
  readonly userAgent: string;
  readonly accept?: string;
  /** Address of reader number `n` of this kind. Documentation ranges (RFC 5737, RFC 3849), or a real range for verified bots. */
  readonly address: (n: number) => string;
  /** How many different readers of this kind there are. */
  readonly population: number;
  /** Written behind the path, as those do who ask for Markdown by name. */
  readonly suffix?: string;
  readonly referrers?: readonly (string | undefined)[];
}

const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
/** Three documentation networks of 256 addresses each; with the browser they make several thousand devices. */
const person = (n: number): string =>
  `${['192.0.2', '198.51.100', '203.0.113'][n % 3] ?? '192.0.2'}.${Math.floor(n / 3) % 256}`;
const personByIpv6 = (n: number): string => `2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1`;
const fromSearch = [undefined, 'https://www.google.com/', 'https://www.google.com/', 'https://duckduckgo.com/'];
const fromTalk = [undefined, undefined, 'https://chatgpt.com/', 'https://github.com/', 'https://news.ycombinator.com/'];

const readers: readonly Reader[] = [
  {
    weight: 300,
    population: 2400,
    address: personByIpv6,
    referrers: fromSearch,
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  },
  {
    weight: 130,
    population: 1100,
    address: personByIpv6,
    referrers: fromTalk,
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
  },
  {
    weight: 110,
    population: 700,
    address: person,
    referrers: fromSearch,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  },
  {
    weight: 60,
    population: 600,
    address: person,
    referrers: fromTalk,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
  },
  {
    weight: 110,
    population: 900,
    address: personByIpv6,
    accept: 'text/markdown, text/html, */*',
    userAgent: 'Claude-User (claude-code/2.1.0; +https://support.anthropic.com/)',
  },
  {
    weight: 45,
    population: 300,
    address: personByIpv6,
    accept: 'text/markdown',
    userAgent: 'Mozilla/5.0 (compatible; Google-Gemini-CLI/1.0; +https://github.com/google-gemini/gemini-cli)',
  },
  {
    weight: 60,
    population: 12,
    address: person,
    userAgent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
  },
  {
    weight: 20,
    population: 6,
    address: person,
    userAgent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)',
  },
  // The same people as above who open a page as Markdown in the browser: in both classes, once in the total.
  {
    weight: 15,
    population: 60,
    address: person,
    suffix: '.md',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  },
  {
    weight: 50,
    population: 8,
    address: (n) => `20.171.206.${n}`,
    userAgent: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)',
  },
  {
    weight: 30,
    population: 5,
    address: person,
    userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  },
  // Claims to be Google's crawler from an address that is not Google's.
  {
    weight: 12,
    population: 4,
    address: person,
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  },
  { weight: 18, population: 20, address: person, accept: '*/*', userAgent: 'curl/8.15.0' },
];

export interface SampleTrafficOptions {
  /** Paths of the site, the most popular first. */
  readonly pages: readonly string[];
  readonly origin: string;
  /** The traffic ends here; milliseconds since the Unix epoch. */
  readonly until: number;
  readonly days: number;
  readonly viewsPerDay: number;
  readonly seed: number;
}

/** Plausible page requests, day by day, oldest first. The same options give the same events. */
export function* sampleTraffic({
  pages,
  origin,
  until,
  days,
  viewsPerDay,
  seed,
}: SampleTrafficOptions): Iterable<ServerEventInput[]> {
  const random = createRandom(seed);
  const firstDay = Math.floor(until / duration.day) - days + 1;
  for (let day = 0; day < days; day += 1) {
    const start = (firstDay + day) * duration.day;
    const weekday = new Date(start).getUTCDay();
    const isWeekend = weekday === 0 || weekday === 6;
    // Grows by half over the period, and is quiet at weekends.
    const views = Math.round(viewsPerDay * (1 + day / days / 2) * (isWeekend ? 0.45 : 1) * (0.9 + random() * 0.2));
    const events = Array.from({ length: views }, (_, index) =>
      sampleEvent({ random, pages, origin, start, id: `sample-${seed}-${firstDay + day}-${index}` }),
    );
    yield events.filter(({ timestamp }) => Number(timestamp) <= until);
  }
}

function sampleEvent({
  random,
  pages,
  origin,
  start,
  id,
}: {
  random: () => number;
  pages: readonly string[];
  origin: string;
  start: number;
  id: string;
}): ServerEventInput {
  const reader = pick(readers, random);
  // Few readers come often and most come once: squared, low numbers are much more likely.
  const number = Math.floor(random() ** 2 * reader.population);
  const page = pages[Math.floor(random() ** 2.5 * pages.length)] ?? '/';
  const referrer = reader.referrers?.[Math.floor(random() * reader.referrers.length)];
  // Most of the day's traffic falls between 7:00 and 19:00 UTC.
  const hour = random() < 0.75 ? 7 + random() * 12 : random() * 24;
  const isMissing = random() < 0.02;
  const address = isMissing ? inventedAddress(page, number) : page;
  return {
    id,
    timestamp: start + Math.floor(hour * duration.hour),
    url: `${origin}${address === '/' && reader.suffix !== undefined ? '/index' : address}${reader.suffix ?? ''}`,
    method: 'GET',
    status: isMissing ? 404 : 200,
    ip: reader.address(number),
    userAgent: reader.userAgent,
    accept: reader.accept ?? html,
    ...(referrer !== undefined && { referrer }),
  };
}

/** What people remember and models make up: the page is there, at another address; nothing is at this one. */
function inventedAddress(page: string, number: number): string {
  const name = page.split('/').at(-1);
  if (name === undefined || name === '') return '/getting-started';
  return [`/docs${page}`, `/v1${page}`, `${page}-guide`, `/help/${name}`][number % 4] ?? page;
}

function pick(from: readonly Reader[], random: () => number): Reader {
  let remaining = random() * from.reduce((sum, { weight }) => sum + weight, 0);
  const reader = from.find(({ weight }) => (remaining -= weight) < 0) ?? from[0];
  if (reader === undefined) throw new RangeError('There are no readers to pick from.');
  return reader;
}

/** Mulberry32: 32 bits of state, good enough for sample data, the same on every machine. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

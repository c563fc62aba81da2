import { duration } from '../src/kernel/clock.ts';

/** Access-log lines of the combined format, the same for every run with the same seed: Zipf pages and readers, a third of it agents and bots. */
export function sampleLog(count: number, seed = 42): string[] {
  const random = seededRandom(seed);
  const start = Date.UTC(2026, 9, 22);
  const step = (30 * duration.day) / count;
  return Array.from({ length: count }, (_, index) => {
    const reader = Math.floor(200_000 * random() ** 3);
    const page = Math.floor(5000 * random() ** 3);
    const userAgent = userAgents[reader % userAgents.length] ?? '';
    const ip = `${10 + (reader % 200)}.${(reader >>> 8) & 255}.${reader & 255}.${(reader * 7) & 255}`;
    return `${ip} - - [${commonLogTime(start + index * step)}] "GET /guides/topic-${page % 50}/page-${page} HTTP/2.0" 200 ${4000 + page} "${referrers[page % referrers.length] ?? '-'}" "${userAgent}"`;
  });
}

const browser = (platform: string, version: number) =>
  `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;

const userAgents = [
  ...[138, 139, 140, 141, 142, 143, 144].flatMap((version) =>
    ['Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7', 'X11; Linux x86_64'].map((platform) =>
      browser(platform, version),
    ),
  ),
  'Claude-User (claude-code/2.1.4; +https://support.anthropic.com/)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'curl/8.9.1',
  'python-requests/2.32.3',
  'UptimeRobot/2.0',
];
const referrers = ['-', '-', 'https://www.google.com/', 'https://docs.example/guides', 'https://chatgpt.com/'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function commonLogTime(ms: number): string {
  const [date = '', time = ''] = new Date(ms).toISOString().split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  return `${day}/${months[Number(month) - 1] ?? ''}/${year}:${time.slice(0, 8)} +0000`;
}

/** Mulberry32: small, fast, and the same everywhere. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

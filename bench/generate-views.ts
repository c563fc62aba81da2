import type { TrafficCategory, View } from '../src/analytics/visits/view.ts';
import { duration } from '../src/kernel/clock.ts';
import { originOf } from './view-origin.ts';

export interface TrafficShape {
  readonly seed: number;
  readonly views: number;
  readonly days: number;
  readonly pages: number;
  readonly visitors: number;
}

/** Generated traffic in the order of time, one array per field. */
export interface Traffic {
  readonly shape: TrafficShape;
  readonly timestamps: Float64Array;
  readonly pages: Uint32Array;
  readonly visitors: Uint32Array;
  /** Index in `generatedCategories`. */
  readonly categories: Uint8Array;
}

/** The first is human, the others are AI. */
export const generatedCategories: readonly TrafficCategory[] = [
  'human',
  'assistant',
  'coding_agent',
  'markdown_client',
];
export const trafficStart = Date.parse('2026-01-01T00:00:00Z');
const { day } = duration;

/**
 * Plausible traffic of a documentation site: pages follow Zipf's law with exponent 1, visitors with exponent 0.7 (with
 * 1 a single visitor would make 7 % of all views); 30 % of views are AI; 2 % of visitors come as human and as AI. The
 * same shape always gives the same traffic.
 */
export function generateTraffic(shape: TrafficShape): Traffic {
  const random = createRandom(shape.seed);
  const page = createZipf(shape.pages, 1, random);
  const visitor = createZipf(shape.visitors, 0.7, random);
  const traffic: Traffic = {
    shape,
    timestamps: new Float64Array(shape.views),
    pages: new Uint32Array(shape.views),
    visitors: new Uint32Array(shape.views),
    categories: new Uint8Array(shape.views),
  };
  for (let index = 0; index < shape.views; index += 1) {
    traffic.timestamps[index] = trafficStart + Math.floor(random() * shape.days * day);
    traffic.pages[index] = page();
    const number = visitor();
    traffic.visitors[index] = number;
    traffic.categories[index] = categoryOf(number, random);
  }
  traffic.timestamps.sort();
  return traffic;
}

function categoryOf(visitor: number, random: () => number): number {
  const place = (Math.imul(visitor + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
  const agent = 1 + (visitor % (generatedCategories.length - 1));
  if (place < 0.02) return random() < 0.5 ? agent : 0;
  return place < 0.31 ? agent : 0;
}

export function pagePath(page: number): string {
  return `/docs/section-${page % 40}/page-${page}`;
}

/** 16 bytes, spread like a keyed hash. */
export function visitorBytes(visitor: number): Uint8Array {
  const words = new Uint32Array(4);
  for (let word = 0; word < 4; word += 1) words[word] = mix(visitor * 4 + word + 1);
  return new Uint8Array(words.buffer);
}

const browser = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  accept: 'text/html',
};
const agent = { userAgent: 'Claude-User (claude-code/2.0)', accept: 'text/markdown, text/html, */*' };

export function viewAt(traffic: Traffic, index: number): View {
  const visitor = traffic.visitors[index] ?? 0;
  const category = generatedCategories[traffic.categories[index] ?? 0] ?? 'human';
  const { product, referrer, country, source } = originOf(visitor, traffic.categories[index] ?? 0, index);
  return {
    timestampMs: traffic.timestamps[index] ?? 0,
    visitor: visitorBytes(visitor),
    path: pagePath(traffic.pages[index] ?? 0),
    classification: { category, product, operator: undefined, verdict: 'unclaimed', evidence: undefined },
    client: category === 'human' ? browser : agent,
    referrer,
    country,
    source,
    eventId: `event-${index}`,
  };
}

/** Numbers from 0 below `count`, number k with a probability proportional to 1 / (k + 1) ** exponent (alias method). */
function createZipf(count: number, exponent: number, random: () => number): () => number {
  const weights = Float64Array.from({ length: count }, (_, index) => (index + 1) ** -exponent);
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / count;
  const keep = weights.map((weight) => weight / mean);
  const alias = new Uint32Array(count);
  const [small, large]: [number[], number[]] = [[], []];
  keep.forEach((weight, index) => (weight < 1 ? small : large).push(index));
  for (let low = small.pop(), high = large.pop(); low !== undefined && high !== undefined; low = small.pop()) {
    alias[low] = high;
    const rest = (keep[high] ?? 0) + (keep[low] ?? 0) - 1;
    keep[high] = rest;
    if (rest < 1) {
      small.push(high);
      high = large.pop();
    }
  }
  return () => {
    const index = Math.floor(random() * count);
    return random() < (keep[index] ?? 1) ? index : (alias[index] ?? index);
  };
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    return mix(state) / 2 ** 32;
  };
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}

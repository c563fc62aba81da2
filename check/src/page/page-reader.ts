import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { ParsePage } from './markdown.ts';
import { type Dialect, longestPage, overlongPage, type PageFacts, unparsedPage } from './page-facts.ts';

/** Number of cached pages; facts of a page take about 5 kB. */
const capacity = 20_000;
/** Characters of cached pages, because facts of a long page are as large as the page. */
const capacityCharacters = 128_000_000;
/** Longer pages take more than 15 ms to parse, so a thread parses them. */
const smallPage = 8_000;

/** Returns the facts of a page. Equal content is parsed only once, whatever its tree and path. */
export type ReadPage = (source: string, dialect: Dialect, many?: boolean) => Promise<PageFacts>;

/**
 * Pages that a change left alone are shared by both trees. A few small pages are parsed in place; the pool parses large
 * pages, `many` pages and OpenAPI files.
 */
export function createPageReader(parse: ParsePage, pool: ParsePool): ReadPage {
  const cache = new LRUCache<string, Promise<PageFacts>>({ max: capacity, maxSize: capacityCharacters });
  return (source, dialect, many = false) => {
    if (source.length > longestPage && dialect.syntax !== 'openapi' && dialect.syntax !== 'unread')
      return Promise.resolve(overlongPage);
    const key = createHash('sha1').update(JSON.stringify(dialect)).update(source).digest('base64');
    const useThread =
      dialect.syntax === 'openapi' || ((many || source.length > smallPage) && dialect.syntax !== 'unread');
    // Facts are cloned because parts of a text keep the whole text in memory.
    const facts =
      cache.get(key) ??
      (useThread ? pool.parse(source, dialect) : Promise.resolve(structuredClone(parse(source, dialect))));
    cache.set(key, facts, { size: source.length + 1 });
    return facts;
  };
}

export interface ParseOrder {
  readonly order: number;
  readonly source: string;
  readonly dialect: Dialect;
}

export interface ParseAnswer {
  readonly order: number;
  readonly facts: PageFacts;
}

/** Parses pages in threads, so that a large or hostile page never blocks the process. */
export interface ParsePool {
  parse(source: string, dialect: Dialect): Promise<PageFacts>;
}

/** Time limit for one page in milliseconds. No real page takes a second. */
export const longestParse = 20_000;
/** Queue length of a thread, so that it never waits for the next page. */
const aheadPerThread = 4;
/**
 * Parsing allocates much short-lived data. With a young generation of 8 MB, garbage collection takes a third of the
 * processor time; 32 MB is no faster than 16 and costs 20 to 40 MB more (measured on 1,500 and 2,569 MDX pages).
 */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

interface Waiting extends ParseOrder {
  readonly done: (facts: PageFacts) => void;
}

/** `threads` are started when first needed and do not keep the process alive. */
export function createParsePool({
  threads,
  longest,
}: {
  readonly threads: number;
  /** Time limit for one page in milliseconds. */
  readonly longest: number;
}): ParsePool {
  const running: Thread[] = [];
  const queue: Waiting[] = [];
  let orders = 0;
  const start = (): void => {
    const thread = startThread(longest, next, (untouched) => {
      running.splice(running.indexOf(thread), 1);
      queue.unshift(...untouched);
      next();
    });
    running.push(thread);
  };
  const next = (): void => {
    for (let waiting = queue.shift(); waiting !== undefined; waiting = queue.shift()) {
      if (running.length < threads && !running.some((thread) => thread.load() < aheadPerThread)) start();
      const free = running.find((thread) => thread.load() < aheadPerThread);
      if (free === undefined) {
        queue.unshift(waiting);
        return;
      }
      free.give(waiting);
    }
  };
  return {
    parse: (source, dialect) =>
      new Promise((done) => {
        queue.push({ order: (orders += 1), source, dialect, done });
        next();
      }),
  };
}

interface Thread {
  load(): number;
  give(waiting: Waiting): void;
}

function startThread(longest: number, answered: () => void, ended: (untouched: readonly Waiting[]) => void): Thread {
  const worker = new Worker(new URL('./parse.worker.ts', import.meta.url), { resourceLimits });
  const pending = new Map<number, Waiting>();
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    if (pending.size > 0) timer = setTimeout(() => void worker.terminate(), longest);
    else worker.unref();
  };
  worker.unref();
  worker.on('message', ({ order, facts }: ParseAnswer) => {
    pending.get(order)?.done(facts);
    pending.delete(order);
    watch();
    answered();
  });
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    clearTimeout(timer);
    // Orders run one after another, so the first one ended the thread. Another thread gets the others.
    const [guilty, ...untouched] = pending.values();
    pending.clear();
    guilty?.done(unparsedPage);
    ended(untouched);
  });
  return {
    load: () => pending.size,
    give(waiting) {
      pending.set(waiting.order, waiting);
      worker.ref();
      const { order, source, dialect } = waiting;
      worker.postMessage({ order, source, dialect } satisfies ParseOrder);
      watch();
    },
  };
}

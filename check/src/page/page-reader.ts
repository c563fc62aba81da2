import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { notebookText } from './notebook-text.ts';
import type { Dialect, PageFacts } from './page-facts.ts';
import type { ParsePage } from './parse-page.ts';
import type { ParsePool } from './parse-pool.ts';
import { longestPage, overlongPage, unreadPage } from './unparsed-page.ts';

/** Pages kept; a page's facts take about 5 kB. */
const capacity = 20_000;
/** Characters of the pages kept, since the facts of a long one take as much as itself. */
const capacityCharacters = 128_000_000;
/** Longer pages take more than 15 ms to parse, which a busy process should not do in between. */
const smallPage = 8_000;

/** Gives the facts of a page. A content is parsed only once, whatever tree and path it is at. */
export type ReadPage = (source: string, dialect: Dialect, many?: boolean) => Promise<PageFacts>;

/**
 * The tree before a change and the tree after it share every page that the change left alone. A few small pages are
 * parsed at once; large pages, `many` pages and OpenAPI files by the pool.
 */
export function createPageReader(parse: ParsePage, pool: ParsePool): ReadPage {
  const cache = new LRUCache<string, Promise<PageFacts>>({ max: capacity, maxSize: capacityCharacters });
  return (written, dialect, many = false) => {
    const source = dialect.notebook === true ? notebookText(written) : written;
    if (source === undefined) return Promise.resolve(unreadPage);
    if (source.length > longestPage && dialect.syntax !== 'openapi' && dialect.syntax !== 'unread')
      return Promise.resolve(dialect.notebook === true || dialect.syntax === 'html' ? unreadPage : overlongPage);
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

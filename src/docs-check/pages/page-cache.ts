import { createHash } from 'node:crypto';
import type { PageFacts } from './page-facts.ts';
import type { ParsePage } from './parse-page.ts';

/** Pages kept; a page's facts take about 5 kB. */
const capacity = 20_000;

/**
 * Parses a content only once, whatever tree and path it is at: the tree before a change and the tree after it share
 * every page that the change left alone.
 */
export function createPageCache(parse: ParsePage): ParsePage {
  const cache = new Map<string, PageFacts>();
  return (source, dialect) => {
    const key = createHash('sha1').update(JSON.stringify(dialect)).update(source).digest('base64');
    const facts = cache.get(key) ?? parse(source, dialect);
    cache.delete(key);
    cache.set(key, facts);
    const oldest = cache.size > capacity ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
    return facts;
  };
}

import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { type Dialect, longestPage, overlongPage, type PageFacts, unreadPage } from './page-facts.ts';
import type { ParsePage } from './markdown.ts';
import type { ParsePool } from './parse-pool.ts';

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
      return Promise.resolve(dialect.notebook === true ? unreadPage : overlongPage);
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

/** Characters of a notebook that is read: what is longer is pictures that its code drew, and takes too long to go through. */
const longestNotebook = 8_000_000;

/** From the beginning of a word only: pictures stand in code as words of a million letters. */
const fileName = /(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+\.[a-z][a-z\d]{1,5}(?![\p{L}\p{N}_])/giu;

/**
 * The Markdown of a Jupyter notebook, each line at its place in the file and the rest of the file empty; undefined for one
 * that is not written line by line, as Jupyter writes it. A line that names a file which code of the notebook names as well is
 * left out, since the code may make that file. https://nbformat.readthedocs.io/en/latest/format_description.html
 */
function notebookText(source: string): string | undefined {
  if (source.length > longestNotebook) return undefined;
  let kind: string | undefined;
  let isText = false;
  const namedInCode = new Set<string>();
  const lines = source.split('\n').map((line) => {
    if (isText && /^\s*\]/u.test(line)) isText = false;
    else if (isText && kind === 'markdown') return textOf(line);
    else if (isText) for (const [name] of line.matchAll(fileName)) namedInCode.add(name);
    else {
      kind = /^\s*"cell_type": "(\w+)"/u.exec(line)?.[1] ?? kind;
      isText = /^\s*"source": \[\s*$/u.test(line);
    }
    return '';
  });
  const hasCells = /^[ \t]*"cell_type": "/mu.test(source);
  const isOneString = /^[ \t]*"source": "/mu.test(source);
  if (!hasCells || isOneString) return undefined;
  const isOfCode = (line: string): boolean => (line.match(fileName) ?? []).some((name) => namedInCode.has(name));
  return lines.map((line) => (namedInCode.size > 0 && isOfCode(line) ? '' : line)).join('\n');
}

function textOf(line: string): string {
  try {
    const text: unknown = JSON.parse(line.trim().replace(/,$/u, ''));
    return typeof text === 'string' ? text.replace(/\n$/u, '').replaceAll('\n', ' ') : '';
  } catch {
    return '';
  }
}

/** What is found in its Markdown, without what would have to be changed in JSON, and what one cell does to the next. */
export function ofNotebook(facts: PageFacts): PageFacts {
  return { ...facts, links: facts.links.map((link) => ({ ...link, range: undefined })), problems: [] };
}

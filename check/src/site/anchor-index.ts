import type { Heading, PageFacts } from '../page/page-facts.ts';
import type { Site } from './site.ts';
import { canBe, looseParts } from './open-anchors.ts';
import { looseForm } from './slugs.ts';

/** Anchors of the pages of one site, made when first asked for. */
export interface AnchorIndex {
  /** `unknown` when the page shows something that is not read here, which may bring the anchor. */
  lookup(path: string, anchor: string): 'found' | 'missing' | 'unknown';
  anchorsOf(path: string): ReadonlySet<string>;
  /** Those of all pages whose paths begin so. */
  anchorsBelow(start: string): ReadonlySet<string>;
  /** True for a page that shows something that is not read, other than operations, whose fields have anchors. */
  isOpen(path: string): boolean;
  /** True where nothing of that may bring a heading. */
  hasAllHeadings(path: string): boolean;
}

/** Anchors that Markdown parsers give to footnotes. */
const footnote = /^(?:user-content-)?_?fn(?:ref)?\d*[:_-]/u;

/** `[x](## "a note")` shows a note and is meant to lead nowhere. */
const nowhere = /^#+$/u;

type Included = (path: string, facts: PageFacts) => readonly (string | undefined)[];

/**
 * `included` gives the pages whose content a page shows, such as imported snippets; undefined for what cannot be read.
 * `includedHeadings` gives undefined only for what may bring headings.
 */
export function createAnchorIndex(site: Site, included: Included, includedHeadings: Included = included): AnchorIndex {
  const known = new Map<string, ReturnType<typeof collect>>();
  const withHeadings = new Map<string, boolean>();
  const below = new Map<string, ReadonlySet<string>>();
  const entryOf = (path: string) => {
    const entry = known.get(path) ?? collect(site, path, included);
    known.set(path, entry);
    return entry;
  };
  return {
    anchorsOf: (path) => entryOf(path).anchors,
    anchorsBelow(start) {
      const before = below.get(start);
      if (before !== undefined) return before;
      const made = new Set<string>();
      for (const path of site.pages.keys())
        if (path.startsWith(start)) for (const anchor of entryOf(path).anchors) made.add(anchor);
      below.set(start, made);
      return made;
    },
    hasAllHeadings: (path) => {
      const has = withHeadings.get(path) ?? collect(site, path, includedHeadings).complete;
      withHeadings.set(path, has);
      return has;
    },
    isOpen: (path) => {
      const facts = site.pages.get(path);
      // Of MDX that does not parse, as of version 1, the headings are read all the same.
      const isRead = facts !== undefined && (facts.parsed || facts.headings.length > 0);
      return isRead && !isMadeFromOperations(facts) && !entryOf(path).complete;
    },
    lookup(path, anchor) {
      const { anchors, loose, open, complete } = entryOf(path);
      if (
        anchors.has(anchor) ||
        anchors.has(site.anchors.linked(anchor)) ||
        site.anchors.everywhere.includes(anchor) ||
        nowhere.test(anchor) ||
        footnote.test(anchor)
      )
        return 'found';
      if (site.anchors.loose && loose.has(looseForm(anchor))) return 'found';
      // A place in what a program shows, such as an operation of OpenAPI: no heading gives a slash. A code host runs none. One at
      // the end alone was taken for that of an address.
      const withSlash = site.framework === 'markdown' ? /^!?\/|:\/\//u : /^(?!\.{1,2}\/)(?:\/|.*\/.)/su;
      const isMade = withSlash.test(anchor) || site.anchors.madeElsewhere(anchor);
      if (!complete || isMade) return 'unknown';
      return open.some((parts) => canBe(looseForm(anchor), parts)) ? 'unknown' : 'missing';
    },
  };
}

/** What has an anchor on a page that is made of its words. */
export function titlesOf({ anchors }: Site, { headings, detailsTitles = [] }: PageFacts): readonly Heading[] {
  return anchors.ofDetails === true && detailsTitles.length > 0 ? [...headings, ...detailsTitles] : headings;
}

function collect(site: Site, start: string, included: Included) {
  const anchors = new Set<string>();
  const open: (readonly string[])[] = [];
  let complete = true;
  const seen = new Set<string>();
  const queue = [start];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const facts = site.pages.get(path);
    if (facts === undefined || seen.has(path)) continue;
    seen.add(path);
    for (const anchor of site.anchors.slugs(titlesOf(site, facts))) anchors.add(anchor);
    if (site.anchors.ofHtml) for (const anchor of site.anchors.slugs(facts.htmlHeadings ?? [])) anchors.add(anchor);
    for (const anchor of pictureAnchors(site, facts.headings)) anchors.add(anchor);
    for (const anchor of besideElements(site, facts.headings)) anchors.add(anchor);
    for (const { id } of facts.ids) anchors.add(id);
    for (const parts of facts.openAnchors ?? []) open.push(looseParts(parts));
    for (const anchor of site.anchors.componentAnchors(facts.components)) anchors.add(anchor);
    if (!facts.parsed || isMadeFromOperations(facts) || site.anchors.mayHaveMore(facts)) complete = false;
    for (const other of included(path, facts)) {
      if (other === undefined) complete = false;
      else queue.push(other);
    }
  }
  if (open.length > mostOpen) complete = false;
  return { anchors, loose: new Set([...anchors].map(looseForm)), open, complete };
}

/** Anchors known in part that one page may have; each is compared with every anchor that is not found. */
const mostOpen = 1000;

/** Pages below which the framework shows an operation, with anchors of its fields. */
function isMadeFromOperations({ frontmatter }: PageFacts): boolean {
  return ['openapi', '_openapi', 'api', 'asyncapi', 'openapi-schema'].some((field) => frontmatter[field] !== undefined);
}

/**
 * Of `# <Icon/> Name` the space may be kept as a sign (`-name`), so that a second heading of that name is the first to have it
 * alone. https://github.com/facebook/docusaurus/blob/v3.7.0/packages/docusaurus-mdx-loader/src/remark/headings/index.ts
 */
function besideElements(site: Site, headings: readonly Heading[]): readonly string[] {
  const others = headings.filter(({ bareText, id }) => bareText === undefined || id !== undefined);
  if (others.length === headings.length) return [];
  const kept = headings.filter((heading) => !others.includes(heading));
  return [...site.anchors.slugs(others), ...site.anchors.slugs(kept).map((slug) => `-${slug}`)];
}

/** Anchors of headings with pictures: their descriptions may count, and the space beside one may be kept as a sign. */
function pictureAnchors(site: Site, headings: readonly Heading[]): readonly string[] {
  return headings.flatMap((heading) => {
    const { withPictures, id, text } = heading;
    if (withPictures === undefined || id !== undefined) return [];
    const [plain = '', whole = ''] = [text, withPictures].map(
      (form) => site.anchors.slugs([{ ...heading, text: form }])[0],
    );
    return [whole, `-${plain}`, `${plain}-`, `-${plain}-`];
  });
}

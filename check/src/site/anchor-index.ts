import type { Heading, PageFacts } from '../page/page-facts.ts';
import { type AnchorStyle, type Site, plainAnchors } from './site.ts';
import { githubSlugs, looseForm } from './slugs.ts';

/** Anchors of the pages of one site, made when first asked for. */
export interface AnchorIndex {
  /** `unknown` when the page shows something that is not read here, which may bring the anchor. */
  lookup(path: string, anchor: string): 'found' | 'missing' | 'unknown';
  anchorsOf(path: string): ReadonlySet<string>;
}

/** Anchors that Markdown parsers give to footnotes. */
const footnote = /^(?:user-content-)?_?fn(?:ref)?\d*[:_-]/u;
/** `[x](## "a note")` shows a note and is meant to lead nowhere. */
const nowhere = /^#+$/u;
/** A place in what a program shows, such as an operation of OpenAPI: no heading gives a slash. One at the end alone is a slip. */
const programImport = /^(?!\.{1,2}\/)(?:\/|.*\/.)/su;

/** `included` gives the pages whose content a page shows, such as imported snippets; undefined for what cannot be read. */
export function createAnchorIndex(
  site: Site,
  included: (path: string, facts: PageFacts) => readonly (string | undefined)[],
): AnchorIndex {
  const anchorsByPage = new Map<string, ReturnType<typeof collect>>();
  const entryOf = (path: string): ReturnType<typeof collect> => {
    const entry = anchorsByPage.get(path) ?? collect(site, path, included);
    anchorsByPage.set(path, entry);
    return entry;
  };
  return {
    anchorsOf: (path) => entryOf(path).anchors,
    lookup(path, anchor) {
      const { anchors, loose, open, complete } = entryOf(path);
      const isEverywhere = site.anchors.everywhere.includes(anchor) || nowhere.test(anchor) || footnote.test(anchor);
      if (isEverywhere || anchors.has(anchor) || anchors.has(site.anchors.linked(anchor))) return 'found';
      if (site.anchors.loose && loose.has(looseForm(anchor))) return 'found';
      if (!complete || programImport.test(anchor) || site.anchors.isMade(anchor, site.pages.get(path)))
        return 'unknown';
      return open.some((parts) => canBe(looseForm(anchor), parts)) ? 'unknown' : 'missing';
    },
  };
}

/** Anchors known in part that one page may have; each is compared with every anchor that is not found. */
const mostOpen = 1000;

function collect(site: Site, start: string, included: Parameters<typeof createAnchorIndex>[1]) {
  const anchors = new Set<string>();
  const open: (readonly string[])[] = [];
  let complete = true;
  const seenIds = new Set<string>();
  const queue = [start];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const facts = site.pages.get(path);
    if (facts === undefined || seenIds.has(path)) continue;
    seenIds.add(path);
    const headings = site.anchors.headings(facts);
    const generatedIds = [
      ...site.anchors.slugs(headings),
      ...pictureSlugs(site, headings),
      ...elementSlugs(site, headings),
      ...facts.ids.map(({ id }) => id),
      ...site.anchors.componentAnchors(facts.components),
    ];
    for (const anchor of generatedIds) anchors.add(anchor);
    for (const parts of facts.openAnchors ?? []) open.push(looseParts(parts));
    if (!facts.parsed || isMadeFromOperations(facts) || site.anchors.mayHaveMore(facts)) complete = false;
    for (const duplicate of included(path, facts)) {
      if (duplicate === undefined) complete = false;
      else queue.push(duplicate);
    }
  }
  if (open.length > mostOpen) complete = false;
  return { anchors, loose: new Set([...anchors].map(looseForm)), open, complete };
}

/** Pages below which the framework shows an operation, with anchors of its fields. */
function isMadeFromOperations({ frontmatter }: PageFacts): boolean {
  return ['openapi', '_openapi', 'api', 'asyncapi', 'openapi-schema'].some((field) => frontmatter[field] !== undefined);
}

/** Of `# <Icon/> Name` the space may be kept as a sign (`-name`), so that a second heading of that name is the first to have it. */
function elementSlugs(site: Site, headings: readonly Heading[]): readonly string[] {
  const withoutText = headings.filter(({ bareText, id }) => bareText === undefined || id !== undefined);
  if (withoutText.length === headings.length) return [];
  const withText = headings.filter((heading) => !withoutText.includes(heading));
  return [...site.anchors.slugs(withoutText), ...site.anchors.slugs(withText).map((slug) => `-${slug}`)];
}

/** Descriptions of pictures in a heading may count, and the space beside one may be kept as a sign. */
function pictureSlugs(site: Site, headings: readonly Heading[]): readonly string[] {
  return headings.flatMap((heading) => {
    const { withPictures, id, text } = heading;
    if (withPictures === undefined || id !== undefined) return [];
    const [plain = '', whole = ''] = [text, withPictures].map(
      (form) => site.anchors.slugs([{ ...heading, text: form }])[0],
    );
    return [whole, `-${plain}`, `${plain}-`, `-${plain}-`];
  });
}

/** Letters and digits of what is known of an anchor. */
function looseParts(parts: readonly string[]): readonly string[] {
  const loose = parts.map(looseForm);
  return loose.filter((part, index) => part !== '' || index === 0 || index === loose.length - 1);
}

/** True for an anchor that is these parts in their order, with anything between them. */
function canBe(anchor: string, parts: readonly string[]): boolean {
  const [first = '', ...laterParts] = parts;
  const last = laterParts.pop() ?? '';
  if (!anchor.startsWith(first) || !anchor.endsWith(last)) return false;
  let position = first.length;
  for (const part of laterParts) {
    const partIndex = anchor.indexOf(part, position);
    if (partIndex === -1) return false;
    position = partIndex + part.length;
  }
  return position + last.length <= anchor.length;
}

/**
 * Anchors that some generator makes of these headings. They are compared by their letters and digits, so only what generators do
 * differently with those is told apart: leading numbers, words in place of signs, and where numbers of repeated headings begin.
 */
function anySlugs(headings: readonly Heading[]): readonly string[] {
  const anchors = [...githubSlugs(headings)];
  const times = new Map<string, number>();
  for (const { text, bareText, raw, id } of headings) {
    if (id !== undefined) continue;
    const forms = [
      text,
      bareText ?? text,
      raw ?? text,
      text.replace(/^\P{L}+/u, ''),
      text.replaceAll('&', 'and'),
      text.replaceAll('&', 'amp'),
      text.normalize('NFKD').replace(/\p{M}/gu, ''),
    ];
    // GitBook puts `id-` before what is no letter, and mdBook put `a`.
    if (/^\P{L}/u.test(text)) anchors.push(`a${text}`, `id-${text}`);
    const ownId = /\{:?\s*#([^\s{}]+)[^{}]*\}\s*$/u.exec(text)?.[1];
    if (ownId !== undefined) anchors.push(ownId);
    const repeated = times.get(text) ?? 0;
    times.set(text, repeated + 1);
    for (const form of new Set(forms)) anchors.push(form, `${form}-${repeated}`, `${form}-${repeated + 1}`);
  }
  return anchors;
}

/** Anchors of pages whose generator makes them in a way that is not known. */
export const anyAnchors: AnchorStyle = {
  ...plainAnchors,
  slugs: anySlugs,
  headings: ({ headings, htmlHeadings = [], detailsTitles = [] }) => [...headings, ...htmlHeadings, ...detailsTitles],
  loose: true,
  isMade: (anchor, facts) => /^[/!]/u.test(anchor) || plainAnchors.isMade(anchor, facts),
  everywhere: ['', 'top', 'main', 'content', 'main-content'],
};

import { htmlTags, type HtmlTag } from './html.ts';
import { hasParts, isHandWritten } from './hand-written-html.ts';
import { createLineIndex } from './line-index.ts';
import type { Dialect, Link, PageFacts, Place } from './page-facts.ts';
import { unreadDialect } from './page-facts.ts';
import { unreadPage } from './page-facts.ts';

export const htmlDialect: Dialect = { ...unreadDialect, syntax: 'html' };

interface AddressAttribute {
  readonly attribute: string;
  readonly kind: Link['kind'];
}

const ofPage = (attribute: string): AddressAttribute => ({ attribute, kind: 'page' });
const ofFile = (attribute: string): AddressAttribute => ({ attribute, kind: 'file' });

/** https://html.spec.whatwg.org/multipage/indices.html#attributes-3, without what is sent somewhere or quoted */
const attributesOf: Readonly<Record<string, readonly AddressAttribute[]>> = {
  a: [ofPage('href')],
  area: [ofPage('href')],
  iframe: [ofPage('src')],
  frame: [ofPage('src')],
  img: [ofFile('src')],
  link: [ofFile('href')],
  script: [ofFile('src')],
  source: [ofFile('src')],
  audio: [ofFile('src')],
  video: [ofFile('src'), ofFile('poster')],
  track: [ofFile('src')],
  embed: [ofFile('src')],
  object: [ofFile('data')],
  body: [ofFile('background')],
  td: [ofFile('background')],
};

/** Elements whose content a browser shows as text, or a script uses later. Of `script` and `style`, the tags tell it themselves. */
const withOtherContent = new Set(['textarea', 'xmp', 'template', 'title']);
/** Relations that name a host or another form of the page, and no file that it needs: https://html.spec.whatwg.org/multipage/links.html#linkTypes */
const ofHost = /\b(?:dns-prefetch|preconnect|canonical|alternate|pingback|webmention|search|edituri|amphtml|me)\b/iu;
/** Scripts that are data, or that only count the visitors. */
const quietType = /^(?:application\/(?:ld\+)?json|speculationrules|importmap)$/iu;

/**
 * Reads a page of plain HTML for what leads somewhere. What a program writes, or fills in later, is not read: of such a page
 * `parsed` is false.
 */
export function parseHtml(source: string): PageFacts {
  if (!isHandWritten(source)) return unreadPage;
  const lines = createLineIndex(source);
  const links: Link[] = [];
  const ids: (Place & { readonly id: string })[] = [];
  const seen = new Set<string>();
  let mayHaveMore = hasParts(source);
  let shownAgain = 0;
  for (const tag of htmlTags(source)) {
    const name = tag.name.toLowerCase();
    // Where another address is that of the page to a browser, nothing that it names is known.
    if (name === 'base' && tag.attributes.has('href')) return unreadPage;
    if (tag.isInProgram || tag.offset < shownAgain) continue;
    if (withOtherContent.has(name)) shownAgain = endOfElement(source, name, tag.offset);
    mayHaveMore ||= name === 'script' && !quietType.test(tag.attributes.get('type')?.value ?? '');
    for (const id of idsOf(tag, name)) {
      // A browser leads to the first of several.
      if (!seen.has(id)) ids.push({ id, ...lines.placeOf(tag.offset) });
      seen.add(id);
    }
    if (name === 'link' && ofHost.test(tag.attributes.get('rel')?.value ?? '')) continue;
    for (const { attribute, kind } of attributesOf[name] ?? []) {
      const address = tag.attributes.get(attribute);
      if (address === undefined || !isAddress(address.value)) continue;
      const { value, offset } = address;
      const isVerbatim = source.startsWith(value, offset);
      links.push({
        kind,
        url: withoutBreaks(value),
        element: name,
        range: isVerbatim ? [offset, offset + value.length] : undefined,
        ...lines.placeOf(tag.offset),
      });
    }
  }
  const openAnchors = mayHaveMore ? [['', '']] : [];
  return { ...unreadPage, links, ids, openAnchors, parsed: true };
}

/**
 * Names of places are found in any case on pages that browsers read as old ones:
 * https://quirks.spec.whatwg.org and `FindAnchorWithName` of https://chromium.googlesource.com/chromium/src/+/main/third_party/blink/renderer/core/dom/tree_scope.cc
 */
function* idsOf({ attributes }: HtmlTag, name: string): Iterable<string> {
  const id = attributes.get('id')?.value;
  if (id !== undefined) yield id;
  const named = name === 'a' ? attributes.get('name')?.value : undefined;
  if (named !== undefined && named !== id) yield* new Set([named, named.toLowerCase()]);
}

/** https://url.spec.whatwg.org/#concept-basic-url-parser takes breaks of lines out of an address, and spaces at its ends. */
function withoutBreaks(value: string): string {
  return value.replace(/[\t\n\r]+/gu, '').trim();
}

/** Not what is left empty, nor what a script or a program that is no browser reads. */
function isAddress(value: string): boolean {
  return value.trim() !== '' && !/[{}<>$|\\^`]|^\s*(?:javascript|data|about|blob|vbscript):/iu.test(value);
}

/** Without an end it is the rest of the page. */
function endOfElement(source: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, 'giu');
  end.lastIndex = from;
  return end.exec(source)?.index ?? source.length;
}

import { slug } from 'github-slugger';
import type { ComponentUse, Heading } from '../../page/page-facts.ts';
import { plainAnchors, type AnchorStyle } from '../../site/site.ts';
import { numberedSlugs, onceForEach } from '../../site/slugs.ts';

/** Attributes of components that become an anchor: `<Accordion title="Why?">` is reached by `#why`. */
const titles = ['title', 'label', 'id', 'name'];
/** Those of fields: `<ParamField query="limit">` is reached by `#param-limit`. */
const fields = ['path', 'query', 'body', 'header', 'name'];

/** What its anchors are made of; the signs between words are compared loosely. */
const plainSlug = (text: string): string => slug(text);

/** The second heading of a name is `name-2`: `deduplicateSlug` of `@mintlify/common` (1.0.1211), and as early as 1.0.108. */
const repeatedFromTwo = numberedSlugs(plainSlug, '-', 2);

/** Those of lower levels are not counted. */
const lowestLevel = 4;

/**
 * Mintlify does not publish how it makes anchors; what is known: they are made from headings and from the titles of
 * components, in lower case, `&` becoming `and` or nothing. So they are compared by their letters and digits.
 */
export const mintlifyAnchors: AnchorStyle = {
  ...plainAnchors,
  slugs: onceForEach<Heading>((headings) => [
    ...repeatedFromTwo(headings.filter(({ depth }) => depth <= lowestLevel)),
    ...headings.filter(({ depth }) => depth > lowestLevel).map(({ text, id }) => id ?? plainSlug(text)),
    ...headings.flatMap(({ bareText }) => bareText ?? []),
    ...headings.filter(({ text }) => text.includes('&')).map(({ text }) => text.replaceAll('&', 'and')),
  ]),
  componentAnchors: (components) => numbered(components.flatMap(anchorsOf)),
  loose: true,
  // A page with an address leads out of the site. https://mintlify.com/docs/organize/pages
  mayHaveMore: ({ frontmatter }) => frontmatter['url'] !== undefined,
};

function anchorsOf({ attributes }: ComponentUse): readonly string[] {
  return [
    ...valuesOf(attributes, titles),
    ...valuesOf(attributes, fields).flatMap((name) => [`param-${name}`, `response-${name}`]),
  ];
}

/** The second tab of a name has the number 2, the second accordion, view or field the number 1. */
function numbered(anchors: readonly string[]): readonly string[] {
  const times = new Map<string, number>();
  return anchors.flatMap((anchor) => {
    const before = times.get(anchor) ?? 0;
    times.set(anchor, before + 1);
    return before === 0 ? [anchor] : [anchor, `${anchor}-${before}`, `${anchor}-${before + 1}`];
  });
}

function valuesOf(attributes: ComponentUse['attributes'], names: readonly string[]): string[] {
  return names.map((name) => attributes[name]).filter((value) => value !== undefined);
}

import type { ComponentUse } from '../../pages/page-facts.ts';
import { plainAnchors, type AnchorStyle } from '../../site/site.ts';
import { githubSlugs } from '../../site/slugs.ts';

/** Attributes of components that become an anchor: `<Accordion title="Why?">` is reached by `#why`. */
const titles = ['title', 'label', 'id', 'name'];
/** Those of fields: `<ParamField query="limit">` is reached by `#param-limit`. */
const fields = ['path', 'query', 'body', 'header', 'name'];

/**
 * Mintlify does not publish how it makes anchors; what is known: they are made from headings and from the titles of
 * components, in lower case, `&` becoming `and` or nothing. So they are compared by their letters and digits.
 */
export const mintlifyAnchors: AnchorStyle = {
  ...plainAnchors,
  slugs: (headings) => [
    ...githubSlugs(headings),
    ...headings.flatMap(({ bareText }) => bareText ?? []),
    ...headings.filter(({ text }) => text.includes('&')).map(({ text }) => text.replaceAll('&', 'and')),
  ],
  componentAnchors: ({ attributes }: ComponentUse) => [
    ...valuesOf(attributes, titles),
    ...valuesOf(attributes, fields).flatMap((name) => [`param-${name}`, `response-${name}`]),
  ],
  loose: true,
  // A page with an address leads out of the site. https://mintlify.com/docs/organize/pages
  mayHaveMore: ({ frontmatter }) => frontmatter['url'] !== undefined,
};

function valuesOf(attributes: ComponentUse['attributes'], names: readonly string[]): string[] {
  return names.map((name) => attributes[name]).filter((value) => value !== undefined);
}

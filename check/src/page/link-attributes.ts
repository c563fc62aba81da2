import type { Link } from './page-facts.ts';

interface LinkAttribute {
  readonly attribute: string;
  readonly kind: Link['kind'];
}

const href: LinkAttribute = { attribute: 'href', kind: 'page' };
const src: LinkAttribute = { attribute: 'src', kind: 'file' };
/** https://html.spec.whatwg.org/multipage/images.html#srcset-attributes, of which React has a name of its own. */
const srcsets: readonly LinkAttribute[] = ['srcset', 'srcSet'].map((attribute) => ({ attribute, kind: 'file' }));
const byElement: Readonly<Record<string, readonly LinkAttribute[]>> = {
  img: [src, ...srcsets],
  Image: [src],
  source: [src, ...srcsets],
  audio: [src],
  video: [src, { attribute: 'poster', kind: 'file' }],
  Link: [href, { attribute: 'to', kind: 'page' }],
  NavLink: [href, { attribute: 'to', kind: 'page' }],
  // `<use>` names a shape, which a theme brings.
  use: [],
  // `<base>` and `<link>` speak about the document, not to its reader.
  base: [],
  link: [],
};

/** Elements of HTML that lead nowhere, whatever `href` they have. */
const leadsNowhere =
  /^(?:details|summary|div|span|p|h[1-6]|[uo]l|li|d[ltd]|t[dhr]|table|section|article|button|b|i|strong|em|code|pre|br|hr)$/u;

/** The addresses in the value of an attribute: of several pictures, each has its width or density behind it. */
export function addressesIn(attribute: string, value: string): readonly string[] {
  if (attribute.toLowerCase() !== 'srcset' || value.startsWith('data:')) return [value];
  return value.split(/,\s/u).flatMap((one) => /\S+/u.exec(one)?.[0] ?? []);
}

/** Attributes of an element that hold an address. Elements that are not named here have `href` alone. */
export function linkAttributes(element: string): readonly LinkAttribute[] {
  // Neither an element of HTML nor a component: `<codeBase>` is XML of an example.
  if (/^[a-z]+[A-Z]/u.test(element)) return [];
  return byElement[element] ?? (leadsNowhere.test(element) ? [] : [href]);
}

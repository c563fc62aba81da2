import { withoutSlashAtEnd } from './paths.ts';

/** An address as a page writes it, taken apart. */
export type Address =
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'dynamic' }
  | { readonly kind: 'malformed' }
  | {
      readonly kind: 'internal';
      /** Decoded; empty for a link to an anchor of the same page. */
      readonly path: string;
      /** Decoded; undefined when there is none. */
      readonly anchor: string | undefined;
    };

const scheme = /^[a-z][a-z\d+.-]*:|^\/\//iu;
/** Placeholders of template languages, which only the build fills in. */
const placeholder =
  /\{\{|\}\}|[$%]\{|\{%|<[^<>]*>|^%[A-Z_]+%|^__[A-Z][A-Z\d_]*__|^%(?![\dA-Fa-f]{2})[A-Za-z][\w.-]*%|%=\s|^%\s|^[$@]?\{|^\|\w+\|/u;

/** Signs with which no address begins, where one was meant to be put between them. */
export const quoted = /^(?:["“”„‘’]|<<|'.*'$|`[^`]*`$|\(https?:)/u;

/** What a template or an expression would fill in, and does not, since nothing ends it. */
export const braceLeftOpen = /^\{[^{}]*$/u;

/** Brackets that Markdown knows around an address and an attribute of HTML does not, with a host between them that is no placeholder. */
export const bracketed = /^<https?:\/\/[\w-]+(?:\.[\w-]+)+[^<>\s]*>/iu;

/** The name of a function, type or module, as ExDoc links them: https://hexdocs.pm/ex_doc/readme.html#auto-linking */
const ofExDoc = /^`(?:[a-z]:[^`\s]+|[A-Z][\w.]*(?:#[^`\s]*)?|:?[\w.!?]+\/\d+)`$/u;

/** `hthttps://`, `https://https://` and `https://https//`: a scheme typed twice. */
const typedTwice = /^h[htps]*(?::\/\/)?https?:\/\/|^https?:\/\/https?(?:\/\/|[;:][^\d])/iu;

/** `https//`, `https;//`, `https//:`, `https::/` and `https:://`: what stands behind the scheme is another sign, or stands elsewhere. */
const signsMistyped = /^https?(?:[;.,]?\/\/|[;.,]\/|[:;.,]{2,}\/{1,2})[^/]/iu;

/** Or one that is a letter off, such as `ihttps://` and `htp://`; `shttp` is one of its own: https://datatracker.ietf.org/doc/html/rfc2660 */
export function isMistyped(url: string): boolean {
  if (typedTwice.test(url) || signsMistyped.test(url)) return true;
  const scheme = /^([a-z]{3,6}):\/\//iu.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined || ['http', 'https', 'shttp'].includes(scheme)) return false;
  return ['http', 'https'].some((known) => isOneOff(scheme, known) || isOneOff(known, scheme));
}

/** True where `one` lacks a letter of `other`, or has another in its place. */
function isOneOff(one: string, other: string): boolean {
  if (one.length !== other.length && one.length !== other.length - 1) return false;
  let at = 0;
  while (at < other.length && one[at] === other[at]) at += 1;
  return one.endsWith(other.slice(at + 1));
}

/** On a page of `https:` a browser reads `https:/example.org` and `https:example.org` as a path of the page's own host: https://url.spec.whatwg.org/#special-relative-or-authority-state */
export const halfSlashed = /^https?:\/?[\p{L}\p{N}]/iu;

/** No name of a host has a comma: https://www.rfc-editor.org/rfc/rfc1123#section-2.1 */
export const commaInHost = /^https?:\/\/[\w.-]*,[a-z]{2,}(?:[/?#]|$)/iu;

/** A link of Markdown where its address alone has to stand, as editors write one that was pasted: `[[a](https://a.dev)](…)`. */
export const linkForAddress = /^\[[^\]]*\]\(https?:/iu;

/** A macro of AsciiDoc or the name of an attribute, where an address alone has to stand: `xref:https://example.org`. */
export const ofMacro = /^(?:xref|link|image|url|href):{1,2}https?:\/\//iu;

/** `https://` alone, which no host stands behind, or one letter, as a replacement that went wrong leaves it. */
export const hostless = /^https?:\/\/(?:[a-z]\/?)?$/iu;

/**
 * An address that was pasted twice, or behind another one, or with the signs of a link between them: what stands before the second has no sign that would hand it over, or is a code
 * host, which hands none over.
 */
export const pastedTwice =
  /^https?:\/\/(?:[^?\s%]*(?:[\p{L}\p{N})\]-]|\]\()|(?:www\.)?git(?:hub|lab)\.com\/(?:[^?\s%]*\/)?)https?:\/\/[^/\s]/iu;

/** An address without its query and anchor, and without the slash at its end. */
export function pathOfAddress(url: string): string {
  return withoutSlashAtEnd(url.replace(/[?#].*$/su, ''));
}

export function parseAddress(url: string): Address {
  if (ofExDoc.test(url)) return { kind: 'dynamic' };
  if ((quoted.test(url) || bracketed.test(url)) && !url.includes('{')) return { kind: 'malformed' };
  const isOther = [braceLeftOpen, linkForAddress, ofMacro, halfSlashed, hostless, commaInHost, pastedTwice].some(
    (fault) => fault.test(url),
  );
  if (isMistyped(url) || isOther) return { kind: 'malformed' };
  if (placeholder.test(url)) return { kind: 'dynamic' };
  if (scheme.test(url)) return { kind: 'elsewhere' };
  const [beforeHash = '', ...rest] = url.split('#');
  const path = decode(beforeHash.split('?', 1)[0] ?? '');
  // What a browser is to do with the page stands after the anchor: https://wicg.github.io/scroll-to-text-fragment/#the-fragment-directive
  const [fragment = ''] = rest.join('#').split(':~:', 1);
  // A browser takes a `%` of an anchor that escapes nothing as it is; a host refuses one of a path.
  const anchor = rest.length === 0 ? undefined : (decode(fragment) ?? fragment);
  if (path === undefined) return { kind: 'malformed' };
  return { kind: 'internal', path, anchor };
}

/** Undefined for what no address is encoded to. */
export function decode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

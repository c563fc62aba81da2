import { decode } from './parse-address.ts';
import { normaliseRoute } from './paths.ts';

/** Where a complete address of a page leads: `https://docs.acme.io/tool/start#first`. */
export interface PlaceOnHost {
  /** In lower case, without `www.`. */
  readonly host: string;
  /** Path on the host, decoded. */
  readonly address: string;
  /** As it is written; undefined when there is none. */
  readonly anchor: string | undefined;
}

const complete =
  /^https?:\/\/(?:www\.)?([a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d{1,5})?(\/[^?#]{0,1000})?(?:\?[^#]{0,1000})?(?:#(.{0,1000}))?$/isu;
/** A file of another kind is published by something else as often as not. A dot before a whole name is a slip: `/config/.entry` */
const ofPage = /(?:\/[^/.]*|[^/]\/\.[\w-]+|\.html?|\.mdx?|\/)$/iu;
/** What is filled in, left out, or climbs; a space that is written as `%20` is one of a name. */
const unclear = /[{}<>$*:@\t\r\n]|\.\.\.|(?:^|\/)\.{1,2}(?:\/|$)/u;

/** Undefined for what is no complete address of a page. */
export function placeOn(url: string): PlaceOnHost | undefined {
  const [, host, written = '/', anchor] = complete.exec(url) ?? [];
  const path = host === undefined || !ofPage.test(written) || /\s/u.test(written) ? undefined : decode(written);
  if (host === undefined || path === undefined || unclear.test(path)) return undefined;
  return { host: host.toLowerCase(), address: normaliseRoute(path), anchor: anchor === '' ? undefined : anchor };
}

import type { BareAddress } from './page-facts.ts';

/** Lines of more signs are made by programs. */
const longestLine = 2_000;
/** `href="https://github.com/acme/tool/blob/main/a.md"`, `"url": "https://…"`, whole and with nothing filled in. */
const quoted =
  /(?<![\w$.-])["']?(?:href|url|link|to)["']?\s{0,3}[=:]\s{0,3}\{?\s{0,3}(["'`])(https?:\/\/(?:www\.)?git(?:hub|lab)\.com\/[^\s"'`<>{}|\\^()[\]*$]{3,500})\1(?!\s*\+)/giu;
/** `url: https://…` of YAML. */
const plain =
  /^\s*(?:-\s{1,9})?(?:href|url|link|to):\s{1,9}()(https?:\/\/(?:www\.)?git(?:hub|lab)\.com\/[^\s"'`<>{}|\\^()[\]*$]{3,500})\s*$/giu;
const comment = /^\s*(?:#|\/\/|\/?\*|<!--|\{?\/\*)|\s(?:#|\/\/)\s/u;

/**
 * Complete addresses on a code host that a module, a template or a file of data has its readers led to. One that ends in a slash may be
 * the beginning of others.
 */
export function findCodeHostLinks(text: string): BareAddress[] {
  if (!/git(?:hub|lab)\.com\//iu.test(text)) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      line.length > longestLine || !line.includes('://')
        ? []
        : [...line.matchAll(quoted), ...line.matchAll(plain)].flatMap(({ 0: whole, 2: url = '', index: at }) =>
            url.endsWith('/') || comment.test(line.slice(0, at))
              ? []
              : [{ url, line: index + 1, column: at + whole.indexOf(url) + 1 }],
          ),
    );
}

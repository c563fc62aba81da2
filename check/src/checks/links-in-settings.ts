import type { FileIndex } from '../site/file-index.ts';
import { isSettingsOfSite, longestSettings } from '../site/declared-addresses.ts';
import { hostless } from '../site/parse-address.ts';
import type { SiteProblem } from '../site/site.ts';
import type { PlacedLink } from './links-of-sites.ts';

/** Lines of more signs are made by programs. */
const longestLine = 2_000;
const address = /https?:\/\/[\w.-]{1,253}(?:\/[^\s"'`,<>()\\]{0,500})?/giu;
/** What is filled in, as `%s` by extensions of Sphinx, and comments. */
const filledIn = /[{}$*|]|%[a-z(]/u;
const longestBefore = 100;
/** Before what a program puts a path behind, by which the whole may lead elsewhere. */
const before = /edit[\w-]{0,10}["']?\s*[:=]\s*["'`]?$/iu;
const comment = /^\s*(?:#|\/\/|\/?\*|;)|\s(?:#|\/\/)\s/u;

/** Complete addresses that settings of sites name, of which a program puts nearly all on pages. */
export async function linksInSettings(files: FileIndex): Promise<readonly PlacedLink[]> {
  const settings = files.paths.filter((path) => isSettingsOfSite(path));
  const found = await Promise.all(
    settings.map(async (path) => {
      const text = (await files.readText(path))?.slice(0, longestSettings) ?? '';
      const lines = text.split('\n');
      return lines.flatMap((line, index) =>
        [...(line.length > longestLine ? '' : line).matchAll(address)].flatMap(({ 0: url, index: at }) =>
          filledIn.test(url) ||
          comment.test(line.slice(0, at)) ||
          before.test(`${lines[index - 1] ?? ''}${line.slice(0, at)}`.slice(-longestBefore))
            ? []
            : [{ path, link: { url, line: index + 1, column: at + 1 } }],
        ),
      );
    }),
  );
  return found.flat();
}

/** Addresses of which the name of the host was not written, as those of pages are told. */
export function* hostlessAmong(links: readonly PlacedLink[]): Iterable<SiteProblem> {
  for (const { path, link } of links) {
    if (!hostless.test(link.url)) continue;
    const message = `The address ${link.url} names no host.`;
    yield { path, line: link.line, column: link.column, rule: 'malformed-link', severity: 'warning', message };
  }
}

import type { Dialect, PageFacts } from '../pages/page-facts.ts';
import type { FileIndex } from '../site/file-index.ts';
import { parseAddress } from '../site/parse-address.ts';
import { fileNameOf, folderOf, joinPath } from '../site/paths.ts';
import { lacksScheme } from '../site/resolve-link.ts';
import type { SiteProblem } from '../site/site.ts';

const markdown: Dialect = { syntax: 'markdown', indentedCode: true, headingId: 'none', masks: ['template'] };
/** https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests/about-issue-and-pull-request-templates */
const form = /^\.github\/(?:(?:ISSUE|PULL_REQUEST)_TEMPLATE(?:\/[^/]+)?)\.md$/iu;

/** Texts that GitHub writes into a new issue or pull request. */
export function dialectsOfForms(files: FileIndex): ReadonlyMap<string, Dialect> {
  return new Map(files.paths.flatMap((path) => (form.test(path) ? [[path, markdown] as const] : [])));
}

/**
 * A browser reads an address of such a text from that of the issue (`github.com/acme/tool/issues/3`), where no file of the
 * repository is. Those that GitHub has there (`../blob/main/a.md`) are passed over, and so is what may be an example.
 */
export function linksInForms(pages: ReadonlyMap<string, PageFacts>, files: FileIndex): SiteProblem[] {
  return [...pages].flatMap(([path, { links }]) =>
    links.flatMap(({ url, line, column }): SiteProblem[] => {
      const address = parseAddress(url);
      if (address.kind !== 'internal' || address.path === '') return [];
      const found = ['', '.github', folderOf(path)]
        .flatMap((folder) => joinPath(folder, address.path.replace(/^(?:\/|(?:\.{1,2}\/)+)/u, '')) ?? [])
        .find((at) => fileNameOf(at).includes('.') && files.has(at));
      const why = lacksScheme(url)
        ? 'https:// is missing before it.'
        : found === undefined
          ? undefined
          : `of an issue or pull request a browser looks for it beside that. ${found} is there, for which a complete address is needed.`;
      if (why === undefined) return [];
      const message = `The link ${url} leads to no page: ${why}`;
      return [{ path, line, column, rule: 'broken-link', severity: 'warning', message }];
    }),
  );
}

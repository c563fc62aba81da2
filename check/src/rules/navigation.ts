import { joinPath } from '../site/paths.ts';
import type { Rule, RuleContext } from './rule.ts';

export const navigationMissingPage: Rule = {
  name: 'navigation-missing-page',
  severity: 'error',
  finds: 'a navigation entry that names no page',
  fix: "Remove the entry, or correct the page's file name or address.",
  example: '`- Setup: setup.md` in `mkdocs.yml` where there is no `setup.md`',
  source: 'https://www.mkdocs.org/user-guide/configuration/#nav',
  *onSite({ site, madeByBuild }) {
    for (const { path, line, column, entry, at } of site.navigation?.missing ?? []) {
      const places = [
        entry,
        ...(at === undefined ? [] : [at, `${at}.md`, `${at}.rst`]),
        ...[site.root, ...site.links.sourceRoots(path, 'absolute')].flatMap((root) => joinPath(root, entry) ?? []),
      ];
      // Of an entry whose place is told, the framework has judged that already.
      if ((at === undefined && site.links.unknown(entry) !== undefined) || places.some(madeByBuild)) continue;
      const message = `The navigation entry \`${entry}\` is not a page of this site.`;
      const sought = { kind: 'entry', written: entry, at: at ?? entry } as const;
      yield { path, line, column, message, sought };
    }
  },
};

export const unreachablePage: Rule = {
  name: 'unreachable-page',
  severity: 'warning',
  finds: 'a page that neither the navigation nor any link reaches',
  fix: 'Add the page to the navigation, link to it, or mark it as hidden.',
  example: '`setup.mdx` that `docs.json` does not list and no page links to',
  source: 'https://www.mintlify.com/docs/organize/navigation',
  *onSite(context) {
    const { site } = context;
    if (site.navigation?.exhaustive !== true) return;
    const reached = new Set(site.navigation.pages);
    for (const [path, facts] of site.pages) {
      for (const target of context.targetsOf(path))
        if (target.kind === 'page' && target.path !== path) reached.add(target.path);
      for (const included of context.includedBy(path, facts)) if (included !== undefined) reached.add(included);
    }
    for (const [path, route] of site.routeOf) {
      if (reached.has(path) || route === '/' || isListedByItself(path)) continue;
      if (isMeantToBeHidden(site.pages.get(path)?.frontmatter)) continue;
      const message = `Neither the navigation nor any page links to ${route}.`;
      yield { path, line: undefined, column: undefined, message };
    }
  },
};

/** Posts, which a list of the blog leads to, and the page for addresses that do not exist. */
function isListedByItself(path: string): boolean {
  return /(?:^|\/)(?:blogs?|_?posts|news|changelogs?|releases?|release-notes)\/|(?:^|\/)404\.\w+$/iu.test(path);
}

/** Fields by which an author keeps a page out of the navigation on purpose. */
export function isMeantToBeHidden(frontmatter: Readonly<Record<string, unknown>> | undefined): boolean {
  return ['hidden', 'draft', 'unlisted', 'noindex', 'orphan'].some((key) => frontmatter?.[key] === true);
}

export const openapiMissingOperation: Rule = {
  name: 'openapi-missing-operation',
  severity: 'error',
  finds: 'a page or navigation entry for an operation that no OpenAPI file of the site has',
  fix: 'Use an operation from the file, such as `GET /users`.',
  example: '`openapi: GET /user` in frontmatter where the file has `GET /users`',
  source: 'https://www.mintlify.com/docs/api-playground/openapi-setup',
  *onPage(context, path, { frontmatter }) {
    const value = frontmatter['openapi'];
    const operation = typeof value === 'string' ? missingOperation(context, value) : undefined;
    if (operation === undefined) return;
    const message = `No OpenAPI file of this site has the operation ${operation}.`;
    yield { path, line: undefined, column: undefined, message, sought: soughtOf(operation) };
  },
  *onSite(context) {
    for (const { path, line, column, entry } of context.site.navigation?.operations ?? []) {
      const operation = missingOperation(context, entry);
      if (operation === undefined) continue;
      const message = `The navigation names the operation ${operation}, which no OpenAPI file of this site has.`;
      yield { path, line, column, message, sought: soughtOf(operation) };
    }
  },
};

function soughtOf(operation: string) {
  return { kind: 'operation', written: operation, at: 'an OpenAPI file' } as const;
}

const named = /^(?:(?<file>\S+)\s+)?(?<method>get|post|put|patch|delete|head|options|trace)\s+(?<path>\/\S*)$/iu;

/** The operation that is named, where it is known to be missing. */
function missingOperation(context: RuleContext, written: string): string | undefined {
  const match = named.exec(written.trim())?.groups;
  if (match === undefined) return undefined;
  const operation = `${(match['method'] ?? '').toUpperCase()} ${match['path'] ?? ''}`;
  const files = candidates(context, match['file']);
  const wantedOperation = withoutSlash(operation);
  const isThere =
    files?.some((operations) => operations.some((fileOperation) => withoutSlash(fileOperation) === wantedOperation)) ??
    true;
  return isThere ? undefined : operation;
}

/** Mintlify finds a path with or without the slash at its end: `findOpenApiPath` of `@mintlify/common`. */
function withoutSlash(operation: string): string {
  return operation.replace(/(?<=[^ ])\/$/u, '');
}

/** Operations of the files that are meant; undefined when one of them is not read here. */
function candidates(
  { specifications, site }: RuleContext,
  file: string | undefined,
): (readonly string[])[] | undefined {
  if (site.specificationsElsewhere || specifications.size === 0) return undefined;
  const matchingFiles = [...specifications].filter(
    ([path]) => file === undefined || path.endsWith(file.replace(/^\.?\//u, '')),
  );
  if (matchingFiles.length === 0 || matchingFiles.some(([, { parsed }]) => !parsed)) return undefined;
  return matchingFiles.map(([, { operations }]) => operations ?? []);
}

import { pageChecks, siteChecks } from './checks/all-checks.ts';
import type { CheckContext } from './checks/check-context.ts';
import type { Pace } from './pacer.ts';
import type { Link } from './pages/page-facts.ts';
import { createAnchorIndex, type AnchorIndex } from './site/anchor-index.ts';
import { readQuietModules } from './site/quiet-modules.ts';
import { includedPages, resolveImport, resolveInclude } from './site/resolve-import.ts';
import { readLinkComponents } from './site/link-components.ts';
import type { LinkTarget } from './site/link-target.ts';
import { createNameIndex } from './site/name-index.ts';
import { resolveLink } from './site/resolve-link.ts';
import type { Site, SiteProblem } from './site/site.ts';

/** What was found out about one page. */
export interface CheckedPage {
  /** Target of every link, in the order of `facts.links`. */
  readonly targets: readonly LinkTarget[];
  /** Pages whose content it shows; undefined stands for what is not read. */
  readonly includes: readonly (string | undefined)[];
  readonly problems: readonly SiteProblem[];
}

export interface CheckedSite {
  readonly site: Site;
  readonly pages: ReadonlyMap<string, CheckedPage>;
  readonly problems: readonly SiteProblem[];
  /** Addresses in files of the site that are no pages. */
  readonly loose: CheckContext['loose'];
  readonly madeByBuild: CheckContext['madeByBuild'];
  /** Files that are no pages of the site and that its pages show. */
  readonly shownFromOutside: ReadonlySet<string>;
}

type Given = Pick<CheckContext, 'site' | 'files' | 'madeByBuild' | 'specifications' | 'loose' | 'shown'>;

/** Links of one page that are written alike lead to the same place. */
function resolveLinks({ site, files }: Given, path: string, links: readonly Link[]): LinkTarget[] {
  const known = new Map<string, LinkTarget>();
  return links.map((link) => {
    const key = `${link.kind} ${link.element} ${String(link.conditional)} ${String(link.inCode)} ${link.url}`;
    const target = known.get(key) ?? resolveLink(site, files, path, link);
    known.set(key, target);
    return target;
  });
}

/** Runs every check of a site. Pages that are `known` to have no other result than here are not checked again. */
export async function checkSite(
  given: Given,
  pace: Pace,
  known: ReadonlyMap<string, CheckedPage> = new Map(),
): Promise<CheckedSite> {
  const { site, files } = given;
  const targets = new Map<string, readonly LinkTarget[]>();
  for (const [path, facts] of site.pages) {
    await pace(path);
    const found = known.get(path)?.targets ?? resolveLinks(given, path, facts.links);
    targets.set(path, found);
  }
  const quiet = await readQuietModules(site, files);
  const includedBy: CheckContext['includedBy'] = (path, facts) =>
    known.get(path)?.includes ?? includedPages(site, files, path, facts, quiet);
  const anchors = createAnchorIndex(site, includedBy, (path, facts) =>
    includedPages(site, files, path, facts, quiet.ofHeadings),
  );
  const shown = new Set(given.shown);
  const shownFromOutside = new Set<string>();
  for (const [path, { includes, imports }] of site.pages) {
    for (const { source } of includes) shown.add(resolveInclude(site, files, path, source) ?? '');
    for (const { source } of imports) {
      const target = resolveImport(site, files, path, source);
      if (target.kind === 'file' && /\.mdx?$/u.test(target.path)) shown.add(target.path);
    }
  }
  for (const path of shown) if (path !== '' && !site.pages.has(path)) shownFromOutside.add(path);
  const names = createNameIndex(site, given.files);
  const context: CheckContext = {
    ...given,
    shown,
    anchors,
    names,
    isHandedOn: await readLinkComponents(site, files),
    targetsOf: (path) => targets.get(path) ?? [],
    includedBy,
  };
  const pages = new Map<string, CheckedPage>();
  for (const [path, facts] of site.pages) {
    await pace(path);
    const page = known.get(path) ?? {
      targets: context.targetsOf(path),
      includes: includedBy(path, facts),
      problems: [
        ...facts.problems.map((problem) => ({ path, ...problem })),
        ...pageChecks.flatMap((check) => [...check(context, path, facts)]),
      ],
    };
    pages.set(path, page);
  }
  const ofPages = [...pages.values()].flatMap(({ problems }) => problems);
  const ofSite: SiteProblem[] = [];
  for (const check of siteChecks) {
    await pace(`the ${site.framework} site in ${site.root === '' ? 'the top folder' : site.root}`);
    for (const problem of check(context)) ofSite.push(problem);
  }
  const problems = [...site.problems, ...ofPages, ...ofSite];
  return { site, pages, problems, loose: given.loose, madeByBuild: given.madeByBuild, shownFromOutside };
}

/** Anchors of a site that is checked. */
export function anchorsOfSite({ site, pages }: CheckedSite): AnchorIndex {
  return createAnchorIndex(site, (path) => pages.get(path)?.includes ?? []);
}

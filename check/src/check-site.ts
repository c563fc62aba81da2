import type { HostedRepository } from './finding.ts';
import type { Pace, LinkTarget, Site, SiteProblem } from './site/site.ts';
import type { Link } from './page/page-facts.ts';
import type { Fault, LinkUse, Rule, RuleContext } from './rules/rule.ts';
import { siteRules } from './rules/rules.ts';
import { createAnchorIndex, type AnchorIndex } from './site/anchor-index.ts';
import { createNameIndex } from './site/file-index.ts';
import { includedPages, readQuietModules, resolveImport, resolveInclude } from './site/includes.ts';
import { resolveLink } from './site/resolve-link.ts';

/** Results for one page. */
export interface CheckedPage {
  /** Target of every link, in the order of `facts.links`. */
  readonly targets: readonly LinkTarget[];
  /** Pages that it includes; undefined for includes that are not read. */
  readonly includes: readonly (string | undefined)[];
  readonly problems: readonly SiteProblem[];
}

export interface CheckedSite {
  readonly site: Site;
  readonly pages: ReadonlyMap<string, CheckedPage>;
  readonly problems: readonly SiteProblem[];
  readonly repository: HostedRepository | undefined;
  /** Files outside the site that its pages include. */
  readonly shownFromOutside: ReadonlySet<string>;
}

type SiteInput = Pick<RuleContext, 'site' | 'files' | 'repository' | 'madeByBuild' | 'specifications' | 'shown'>;

/** Equal links of one page have the same target. */
function resolveLinks({ site, files }: SiteInput, path: string, links: readonly Link[]): LinkTarget[] {
  const targetByUrl = new Map<string, LinkTarget>();
  return links.map((link) => {
    const key = `${link.kind} ${link.element} ${String(link.conditional)} ${String(link.isCode)} ${link.url}`;
    const target = targetByUrl.get(key) ?? resolveLink(site, files, path, link);
    targetByUrl.set(key, target);
    return target;
  });
}

/** Applies every rule to a site. Pages in `earlierPages` keep their result. */
export async function checkSite(
  input: SiteInput,
  pace: Pace,
  earlierPages: ReadonlyMap<string, CheckedPage> = new Map(),
): Promise<CheckedSite> {
  const { site, files, repository } = input;
  const targets = new Map<string, readonly LinkTarget[]>();
  for (const [path, facts] of site.pages) {
    await pace(path);
    targets.set(path, earlierPages.get(path)?.targets ?? resolveLinks(input, path, facts.links));
  }
  const quiet = await readQuietModules(site, files);
  const includedBy: RuleContext['includedBy'] = (path, facts) =>
    earlierPages.get(path)?.includes ?? includedPages(site, files, path, facts, quiet);
  const anchors = createAnchorIndex(site, includedBy);
  const shown = shownBy(input);
  const names = createNameIndex(site, files);
  const targetsOf = (path: string): readonly LinkTarget[] => targets.get(path) ?? [];
  const context: RuleContext = { ...input, shown, anchors, names, targetsOf, includedBy };
  const pages = new Map<string, CheckedPage>();
  for (const [path, facts] of site.pages) {
    await pace(path);
    const page = earlierPages.get(path) ?? {
      targets: targetsOf(path),
      includes: includedBy(path, facts),
      problems: [...facts.problems.map((problem) => ({ path, ...problem })), ...problemsOfPage(context, path)],
    };
    pages.set(path, page);
  }
  const problems = [
    ...site.problems,
    ...[...pages.values()].flatMap((page) => page.problems),
    ...[...input.specifications].flatMap(([path, facts]) => facts.problems.map((problem) => ({ ...problem, path }))),
  ];
  for (const link of site.settingsLinks ?? [])
    problems.push(
      ...problemsOfLink(context, { path: link.path, link, target: resolveLink(site, files, link.path, link) }),
    );
  for (const rule of siteRules) {
    await pace(`the ${site.framework} site in ${site.root === '' ? 'the top folder' : site.root}`);
    for (const fault of rule.onSite?.(context) ?? []) problems.push(problemOf(rule, fault));
  }
  const shownFromOutside = new Set([...shown].filter((path) => path !== '' && !site.pages.has(path)));
  return { site, pages, problems, repository, shownFromOutside };
}

function* problemsOfPage(context: RuleContext, path: string): Iterable<SiteProblem> {
  const { site, files } = context;
  const facts = site.pages.get(path);
  if (facts === undefined) return;
  // A symbolic link's content is checked at its target, unless the site publishes the link itself.
  const targets = files.isSymbolicLink(path) && !site.routeOf.has(path) ? [] : context.targetsOf(path);
  for (const [index, target] of targets.entries()) {
    const link = facts.links[index];
    if (link !== undefined) yield* problemsOfLink(context, { path, link, target });
  }
  for (const rule of siteRules)
    for (const fault of rule.onPage?.(context, path, facts) ?? []) yield problemOf(rule, fault);
}

function problemsOfLink(context: RuleContext, use: LinkUse): readonly SiteProblem[] {
  const { path, link } = use;
  return siteRules.flatMap((rule) => {
    const fault = rule.onLink?.(context, use);
    return fault === undefined ? [] : [problemOf(rule, { path, line: link.line, column: link.column, ...fault })];
  });
}

function problemOf({ name }: Rule, fault: Fault): SiteProblem {
  return { ...fault, rule: name };
}

/** Files that pages of this and other sites include. */
function shownBy({ site, files, shown: byOthers }: SiteInput): ReadonlySet<string> {
  const shown = new Set(byOthers);
  for (const [path, { includes, imports }] of site.pages) {
    for (const { source } of includes) shown.add(resolveInclude(site, files, path, source) ?? '');
    for (const { source } of imports) {
      const target = resolveImport(site, files, path, source);
      if (target.kind === 'file' && /\.mdx?$/u.test(target.path)) shown.add(target.path);
    }
  }
  return shown;
}

/** Anchor index of a checked site. */
export function anchorsOfSite({ site, pages }: CheckedSite): AnchorIndex {
  return createAnchorIndex(site, (path) => pages.get(path)?.includes ?? []);
}

import type { CheckedSite } from './check-site.ts';
import { anchorsAcrossSites } from './checks/anchors-across-sites.ts';
import { baseOnHostLeftOut } from './checks/base-on-host.ts';
import { badgesOfWorkflows } from './checks/badges-of-workflows.ts';
import { createFileAnchors } from './checks/file-anchors.ts';
import { filesOnOwnPages } from './checks/files-on-own-pages.ts';
import { filesAtRevisions } from './checks/files-at-revisions.ts';
import { formerOwnName } from './checks/former-own-name.ts';
import { dialectsOfForms, linksInForms } from './checks/forms-of-code-host.ts';
import { formsOfIssues } from './checks/forms-of-issues.ts';
import { pagesOfNobody } from './checks/github-addresses.ts';
import { dialectsOfHidden, linksInHiddenFolders } from './checks/hidden-folders.ts';
import { hostlessAmong, linksInSettings } from './checks/links-in-settings.ts';
import { bareAddressesOf, linksOf, linksOfModules } from './checks/links-of-sites.ts';
import { lostRevisions } from './checks/lost-revisions.ts';
import { mistypedOwnAddresses } from './checks/mistyped-own-addresses.ts';
import { ownHostLinks } from './checks/own-host-links.ts';
import { ownRepositoryLinks } from './checks/own-repository-links.ts';
import { picturesOnOwnHost } from './checks/pictures-on-own-host.ts';
import { placeholderOwners } from './checks/placeholder-owners.ts';
import { slipsOfHosts } from './checks/slips-of-hosts.ts';
import type { DocsTree, FormerPath, HostedRepository } from './docs-check.ts';
import { readFormerPages } from './former/former-pages.ts';
import type { BareAddress, PageFacts } from './pages/page-facts.ts';
import { repositoryAt } from './repository-at.ts';
import { readDeclaredAddresses } from './site/declared-addresses.ts';
import type { FileIndex } from './site/file-index.ts';
import { readFormerNames } from './site/former-names.ts';
import { addressNamedAfter } from './site/named-hosts.ts';
import { joinPath } from './site/paths.ts';
import { readPublishedFolders } from './site/published-folders.ts';
import { readReadTheDocs } from './site/read-the-docs.ts';
import type { Site, SiteProblem, SiteSources } from './site/site.ts';

/** A tree of which every site is checked by itself. */
interface CheckedSites {
  readonly checked: readonly CheckedSite[];
  /** The settings of each site. */
  readonly configOf: ReadonlyMap<Site, string | undefined>;
  readonly files: FileIndex;
  /** As in `CheckRequest`. */
  readonly repository: HostedRepository | undefined;
  readonly missingAt: DocsTree['missingAt'];
  readonly revisionNames: DocsTree['revisionNames'];
  readonly history: () => Promise<readonly FormerPath[]>;
  /** Complete addresses on a code host in modules, templates and data of sites, by file. */
  readonly inModules: ReadonlyMap<string, readonly BareAddress[]>;
  /** True for a path that git leaves out, so that a build is expected to make it. */
  readonly isMade: (path: string) => boolean;
  readonly readAll: (sources: Pick<SiteSources, 'dialects'>) => Promise<ReadonlyMap<string, PageFacts>>;
}

/** What tells beside the settings of a site at which address its host has it: https://www.npmjs.com/package/next-sitemap */
function settingsOfHost({ root, links }: Site): readonly string[] {
  const ofNext = ['.js', '.cjs', '.mjs', '.ts'].flatMap(
    (ending) => joinPath(root, `next-sitemap.config${ending}`) ?? [],
  );
  return [...new Set([...links.publicFolders.flatMap((folder) => joinPath(folder, 'CNAME') ?? []), ...ofNext])];
}

/** What no site tells by itself: complete addresses of the own host and repository, anchors in other sites, pages of none. */
export async function checkAcrossSites({
  checked,
  configOf,
  files,
  repository,
  missingAt,
  revisionNames,
  history,
  inModules,
  isMade,
  readAll,
}: CheckedSites): Promise<readonly SiteProblem[]> {
  const [declared, isFormer, isPublished, isOfFiles] = await Promise.all([
    readDeclaredAddresses(files),
    readFormerNames(files),
    readPublishedFolders(files),
    readReadTheDocs(files),
  ]);
  const anywhere = [...declared.values()].flatMap(({ all }) => all);
  const own = repository && repositoryAt(repository.url);
  const repositories = {
    declared: new Set([...declared.values()].flatMap((one) => one.repositories)),
    own,
    branch: repository?.branch,
    former: formerOwnName(declared, own, files.paths),
  };
  const declaredBy = (site: Site): readonly string[] => {
    const config = configOf.get(site);
    const settings = config === undefined ? [] : [config, ...settingsOfHost(site)];
    const published = settings.flatMap((path) => declared.get(path)?.published ?? []);
    const named = own && addressNamedAfter(own, site.root, isPublished(site));
    return [...published, ...(named === undefined ? [] : [named])];
  };
  const byJob = (site: Site): string | undefined =>
    own && isPublished(site) ? addressNamedAfter(own, site.root, true) : undefined;
  const publishedAt = { anywhere, by: declaredBy, byJob, isOfFiles, isFormer };
  const anchorsOfFiles = createFileAnchors(checked, files);
  const isPage = (path: string): boolean => checked.some(({ site }) => site.pages.has(path));
  const ofSettings = await linksInSettings(files);
  const named = [
    ...linksOf(checked),
    ...bareAddressesOf(checked),
    ...ofSettings,
    ...linksOfModules(inModules, checked),
  ];
  const hidden = await readAll({ dialects: dialectsOfHidden(files, isPage) });
  const forms = await readAll({ dialects: dialectsOfForms(files) });
  return [
    ...(await ownHostLinks(checked, files, publishedAt, own, () => readFormerPages(files, history, isMade))),
    ...slipsOfHosts(named, anywhere),
    ...hostlessAmong(ofSettings),
    ...filesOnOwnPages(checked, files, own),
    ...picturesOnOwnHost(checked, files, declaredBy),
    ...ownRepositoryLinks(named, files, repositories, isMade, anchorsOfFiles),
    ...pagesOfNobody(named, files, own),
    ...formsOfIssues(named, files, own),
    ...placeholderOwners(named, own),
    ...mistypedOwnAddresses(named, own),
    ...(await badgesOfWorkflows(named, files, repositories)),
    ...(await filesAtRevisions(named, files, repositories, missingAt)),
    ...(await lostRevisions(named, files, repositories, revisionNames)),
    ...anchorsAcrossSites(checked, anchorsOfFiles),
    ...baseOnHostLeftOut(checked, files, declaredBy, own),
    ...linksInHiddenFolders(hidden, files, isMade),
    ...linksInForms(forms, files),
  ];
}

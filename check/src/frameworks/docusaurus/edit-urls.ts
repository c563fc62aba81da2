import { textOf } from '../../settings/narrow.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { joinPath } from '../../site/paths.ts';
import type { SiteProblem } from '../../site/site.ts';
import { createTextPlaces } from '../../site/text-places.ts';

/** Where a page may be changed, as `editUrl` says it for all of a folder. https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#editUrl */
export interface EditUrl {
  readonly url: string;
  /** The folder, from that of the settings. */
  readonly path: string;
}

const onGithub = /^https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\/(?:tree|edit|blob)\/[^/?#]+\/?([^?#]*)$/u;

/** Those of documents, posts and pages that are told. */
export function editUrlsOf(options: Readonly<Record<string, unknown>>, folder: string): readonly EditUrl[] {
  const url = textOf(options['editUrl']);
  return url === undefined ? [] : [{ url, path: textOf(options['path']) ?? folder }];
}

/** The repository that the settings deploy to, as `owner/name`. https://docusaurus.io/docs/api/docusaurus-config#organizationName */
export function repositoryOf({ organizationName, projectName }: Readonly<Record<string, unknown>>): string | undefined {
  const [owner, name] = [textOf(organizationName), textOf(projectName)];
  return owner === undefined || name === undefined ? undefined : `${owner}/${name}`.toLowerCase();
}

/**
 * Links to change a page that are those of Docusaurus's own templates, as a new site has them, or that lack the folder in which the site
 * lies in its repository.
 */
export function* wrongEditUrls(
  all: readonly EditUrl[],
  files: FileIndex,
  root: string,
  settings: { readonly path: string; readonly text: string; readonly repository: string | undefined },
): Iterable<SiteProblem> {
  const places = createTextPlaces(settings.text);
  for (const { url, path } of all) {
    const place = places.next(settings.text.includes(url) ? url : 'editUrl');
    const [, repository = '', folder = ''] = onGithub.exec(url) ?? [];
    const isOfTemplate = repository === 'facebook/docusaurus' && !files.has('packages/docusaurus/package.json');
    const own = isOfTemplate ? undefined : ownPlaceOf(path, repository, folder, files, root, settings.repository);
    const why = isOfTemplate
      ? "it names Docusaurus's own repository, as the settings of a new site do"
      : own === undefined
        ? undefined
        : `its folder is ${own} in the repository. Not certain: another repository may have the pages`;
    if (why === undefined) continue;
    const message = `The address ${url}, by which readers are to change a page, leads to none: ${why}.`;
    yield { path: settings.path, ...place, rule: 'broken-link', severity: 'warning', message };
  }
}

/** Where the folder of the pages is, if the address names another that is not there. */
function ownPlaceOf(
  path: string,
  repository: string,
  folder: string,
  files: FileIndex,
  root: string,
  own: string | undefined,
): string | undefined {
  if (repository.toLowerCase() !== own) return undefined;
  const [meant, named] = [joinPath(root, path), joinPath(folder, path)];
  if (meant === undefined || named === undefined || meant === named) return undefined;
  return files.hasFolder(meant) && !files.hasFolder(named) ? meant : undefined;
}

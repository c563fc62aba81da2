/** Pages of a repository by its name: https://docs.github.com/en/pages and https://docs.gitlab.com/user/project/pages/ */
export const pagesOf: Readonly<Record<string, string>> = { 'github.com': 'github.io', 'gitlab.com': 'gitlab.io' };
/** Hosts of documentation, on which hardly anything else answers. */
export const ofDocumentation = /^(?:docs?|documentation)\./iu;
/** What is only said of a site and names no project: `tool-docs`, `docs`. */
const ofSites =
  /(?:^|[-_.])(?:docs?|documentation|web|website|site|homepage|main|core|app|api|blog|monorepo)(?=$|[-_.])/giu;
/** Shorter names are those of many things. */
const shortest = 4;

/**
 * The folder of a host below which pages are published that belong to a repository by their name, as far as any are: that of
 * GitHub Pages, and any of a host that has the name of the repository itself (`docs.tool.dev`, `tool.readthedocs.io`), not of
 * its owner, who may have others. At `tool.com` itself lies what tells of the product, as often by another program.
 * `repository` is as `repositoryAt` tells it.
 */
export function folderNamedAfter(repository: string, host: string): string | undefined {
  const [at = '', owner = '', ...names] = repository.split('/');
  const name = names.at(-1) ?? '';
  const pages = pagesOf[at];
  if (pages !== undefined && host.endsWith(`.${pages}`)) {
    if (host !== `${owner}.${pages}` || names.length !== 1) return undefined;
    return name === host ? '' : `/${name}`;
  }
  if (name === host) return '';
  const called = joined(name.replaceAll(ofSites, ''));
  const labels = host
    .split('.')
    .slice(0, ofDocumentation.test(host) ? -1 : -2)
    .map(joined);
  return called.length >= shortest && labels.includes(called) ? '' : undefined;
}

/**
 * Where the site in the folder `root` of a repository is published that no settings tell: a repository may have the name of a
 * host (`acme.org`), whose site lies at its top; `isPublished` is true where a job publishes it on GitHub Pages.
 */
export function addressNamedAfter(repository: string, root: string, isPublished: boolean): string | undefined {
  const [at = '', owner = '', ...names] = repository.split('/');
  const name = names.join('/');
  if (root === '' && /^[\w-]+(?:\.[\w-]+)+$/u.test(name)) return `https://${name}/`;
  const pages = pagesOf[at];
  return isPublished && pages !== undefined ? `https://${owner}.${pages}/${name}` : undefined;
}

/** Whether a host is that of the project of Read the Docs with the very name of a repository, however short that is. */
export function isProjectOfReadTheDocs(repository: string, host: string): boolean {
  const name = repository.split('/').at(-1) ?? '';
  return host === `${name.replaceAll(/[_.]/gu, '-')}.readthedocs.io`;
}

/** Whether the pages of an owner on a code host have the very name of a repository of somebody else: `tool.github.io` of `acme/tool`. */
export function isNamesakeOf(repository: string, host: string): boolean {
  const [at = '', ...names] = repository.split('/');
  const pages = pagesOf[at];
  const name = (names.at(-1) ?? '').toLowerCase();
  return pages !== undefined && name.length >= shortest && host === `${name}.${pages}`;
}

function joined(name: string): string {
  return name.replaceAll(/[-_.]/gu, '');
}

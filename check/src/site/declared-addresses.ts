import type { FileIndex } from './file-index.ts';
import { fileNameOf } from './paths.ts';
import type { Site } from './site.ts';

/** Settings of sites and of packages in which a project says where it is published. */
const settings =
  /^(?:mkdocs\.ya?ml|zensical\.toml|_(?:quarto|pkgdown)\.ya?ml|retype\.ya?ml|docfx\.json|conf\.py|(?:[\w-]+\.)?config\.[mc]?[jt]sx?|(?:hugo|config)\.(?:toml|ya?ml)|_config\.yml|book\.toml|.*playbook.*\.ya?ml|package\.json|pyproject\.toml|setup\.cfg|Cargo\.toml|go\.mod|CNAME|\.asf\.ya?ml|robots\.txt)$/iu;
/** Those in which only the head of pages is told with certainty, and addresses of others as well: Next.js, Mintlify. */
const ofHead = /(?:(?:^|\/)app\/layout\.[jt]sx|(?:^|\/)(?:docs|mint)\.json)$/u;
/** Folders in one another below which a repository keeps packages of others, and examples. */
const deepest = 4;
/** The largest of them are no longer than this. */
export const longestSettings = 200_000;
const address = /https?:\/\/([\w.-]{4,253})[^\s"'`,<>)]{0,500}/giu;
const repository = /\b((?:github|gitlab)\.com\/[\w.-]{1,100}\/[\w.-]{1,100})/giu;
/** The state of the repository's own checks, which a README shows. */
const ofOwnChecks = /\b(github\.com\/[\w.-]{1,100}\/[\w.-]{1,100})\/(?:actions\/)?workflows\//giu;
/** Settings that name the repository of what they lie beside; those of a site may name that of what it tells of. */
const ofPackage = /^(?:package\.json|pyproject\.toml|setup\.cfg|Cargo\.toml|go\.mod)$/iu;
/** How a README shows the state of the project's own documentation: https://docs.readthedocs.com/platform/stable/badges.html */
const badge = /\breadthedocs\.(?:org|io)\/projects\/([\w-]{1,100})\/badge/giu;
const withBadge = /\?badge=\w+$/u;
/** Before the address at which something is published. */
const said =
  /\b(?:site_?url|base_?url|canonical_url|html_baseurl|url|site|siteOrigin|hostname|domain|homepage|documentation|docs)["']?\s{0,9}[:=]\s{0,9}(?:process\.env\.\w{1,40}\s?(?:\|\||\?\?)\s?)?["']?$/iu;
/** The same in the head of pages: https://ogp.me/#metadata and https://nextjs.org/docs/app/api-reference/functions/generate-metadata#metadatabase */
const saidInHead =
  /\b(?:og:url["'],\s{0,9}content:\s?|canonical["'],\s{0,9}href:\s?|(?:og:url|canonical)["']?:\s?|metadataBase:\s?new URL\()["'`]$/iu;
/** Robots are told where the map of the site lies: https://www.sitemaps.org/protocol.html#submit_robots */
const ofSitemaps = /^[ \t]*sitemap:[ \t]*https?:\/\/([\w.-]{4,253})\//gimu;
const alone = /^\s{0,9}([\w-]+(?:\.[\w-]+)+)\s*$/u;
/** Hosts of everybody's projects. */
export const sharedHost =
  /^(?:www\.)?(?:github\.com|gitlab\.com|codeberg\.org|docs\.rs|crates\.io|npmjs\.com|pypi\.org|example\.\w+)$/iu;

/** What one file of settings says. */
export interface DeclaredAddresses {
  /** Where something is published. */
  readonly published: readonly string[];
  /** All that lie on the same hosts. */
  readonly all: readonly string[];
  /** Repositories on code hosts, in lower case: `github.com/acme/tool`. */
  readonly repositories: readonly string[];
}

/** Addresses at which settings say that something of a tree is published, and those that the settings of one site name. */
export interface Declared {
  readonly anywhere: readonly string[];
  readonly by: (site: Site) => readonly string[];
  /** Where the only job of the repository that publishes anything has this site. */
  readonly byJob: (site: Site) => string | undefined;
  /** True for a site of which Read the Docs publishes no page without its ending. */
  readonly isOfFiles: (site: Site) => boolean;
  /** True for an address on a site that something in the tree may lead on from. */
  readonly isFormer: (address: string) => boolean;
}

/** The addresses at which settings of this tree say that it is published, by the file that says so. */
export async function readDeclaredAddresses(files: FileIndex): Promise<ReadonlyMap<string, DeclaredAddresses>> {
  const near = files.paths.filter(
    (path) =>
      isReadme(path) || ((settings.test(fileNameOf(path)) || ofHead.test(path)) && path.split('/').length <= deepest),
  );
  // A README is no file of settings, of which any change asks for all pages again.
  const read = (path: string) => (isReadme(path) ? files.readPage(path) : files.readText(path));
  const all = near.map(
    async (path) => [path, declaredBy(path, (await read(path))?.slice(0, longestSettings) ?? '')] as const,
  );
  return new Map(
    (await Promise.all(all)).filter(([, found]) => found.published.length + found.repositories.length > 0),
  );
}

/** Settings of a site, not of a package. */
export function isSettingsOfSite(path: string): boolean {
  return settings.test(fileNameOf(path)) && !isSettingsOfPackage(path) && path.split('/').length <= deepest;
}

export function isSettingsOfPackage(path: string): boolean {
  return ofPackage.test(fileNameOf(path));
}

function declaredBy(path: string, text: string): DeclaredAddresses {
  if (isReadme(path)) return shownBy(text);
  const name = fileNameOf(path).toLowerCase();
  if (name === 'robots.txt') return ofHosts([...text.matchAll(ofSitemaps)].map(([, host = '']) => host));
  return name === 'cname' ? ofHosts(alone.exec(text)?.slice(1) ?? []) : declaredIn(text, path);
}

export function isReadme(path: string): boolean {
  return /^readme\.(?:md|rst)$/iu.test(path);
}

function shownBy(text: string): DeclaredAddresses {
  const projects = [...text.matchAll(badge)].map(([, project = '']) => `https://${project}.readthedocs.io/`);
  const shown = [...text.matchAll(address)].map(([url]) => url).filter((url) => withBadge.test(url));
  return { published: [...projects, ...shown], all: [...projects, ...shown], repositories: namesOf(text, ofOwnChecks) };
}

function ofHosts(hosts: readonly string[]): DeclaredAddresses {
  const all = hosts.map((host) => `https://${host}/`);
  return { published: all, all, repositories: [] };
}

function namesOf(text: string, written: RegExp): string[] {
  return [...text.matchAll(written)].map(([, name = '']) => name.toLowerCase().replace(/\.git$/u, ''));
}

function isSaidBefore(text: string, path: string): boolean {
  return saidInHead.test(text) || (!ofHead.test(path) && said.test(text));
}

function declaredIn(text: string, path: string): DeclaredAddresses {
  const isPackage = ofPackage.test(path);
  const isModule = path === 'go.mod';
  const every = [...text.matchAll(address)].flatMap(({ 0: url, 1: host = '', index }) =>
    sharedHost.test(host)
      ? []
      : [{ url, host, isSaid: isSaidBefore(text.slice(Math.max(0, index - 90), index), path) }],
  );
  const published = every.filter(({ isSaid }) => isSaid);
  const hosts = new Set(published.map(({ host }) => host));
  return {
    published: published.map(({ url }) => url),
    all: every.filter(({ host }) => hosts.has(host)).map(({ url }) => url),
    // The first line of go.mod names the module, the others what it needs.
    repositories: isPackage ? namesOf(isModule ? (text.split('\n', 1)[0] ?? '') : text, repository) : [],
  };
}

import type { FileIndex } from './file-index.ts';
import { fileNameOf } from './paths.ts';

/** Settings of sites and of packages in which a project says where it is published. */
const settings =
  /^(?:mkdocs\.ya?ml|conf\.py|docusaurus\.config\.\w+|astro\.config\.\w+|config\.[mc]?[jt]s|(?:hugo|config)\.(?:toml|ya?ml)|_config\.yml|book\.toml|.*playbook.*\.ya?ml|package\.json|pyproject\.toml|setup\.cfg|Cargo\.toml|CNAME)$/iu;
/** Folders in one another below which a repository keeps packages of others, and examples. */
const deepest = 4;
/** The largest of them are no longer than this. */
const longest = 200_000;
const address = /https?:\/\/([\w.-]{4,253})[^\s"'`,<>)]{0,500}/giu;
/** Before the address at which something is published. */
const said =
  /\b(?:site_?url|base_?url|html_baseurl|url|site|hostname|domain|homepage|documentation|docs)["']?\s{0,9}[:=]\s{0,9}["']?$/iu;
const alone = /^\s{0,9}([\w-]+(?:\.[\w-]+)+)\s*$/u;
/** Hosts of everybody's projects. */
const shared =
  /^(?:www\.)?(?:github\.com|gitlab\.com|codeberg\.org|docs\.rs|crates\.io|npmjs\.com|pypi\.org|example\.\w+)$/iu;

/** What one file of settings says. */
export interface DeclaredAddresses {
  /** Where something is published. */
  readonly published: readonly string[];
  /** All that lie on the same hosts. */
  readonly all: readonly string[];
}

/** The addresses at which settings of this tree say that it is published, by the file that says so. */
export async function readDeclaredAddresses(files: FileIndex): Promise<ReadonlyMap<string, DeclaredAddresses>> {
  const near = files.paths.filter((path) => settings.test(fileNameOf(path)) && path.split('/').length <= deepest);
  const declared = new Map<string, DeclaredAddresses>();
  for (const path of near) {
    const text = (await files.readText(path))?.slice(0, longest) ?? '';
    const found = fileNameOf(path) === 'CNAME' ? ofName(text) : declaredIn(text);
    if (found.published.length > 0) declared.set(path, found);
  }
  return declared;
}

function ofName(text: string): DeclaredAddresses {
  const [, host] = alone.exec(text) ?? [];
  const all = host === undefined ? [] : [`https://${host}/`];
  return { published: all, all };
}

function declaredIn(text: string): DeclaredAddresses {
  const every = [...text.matchAll(address)].flatMap(({ 0: url, 1: host = '', index }) =>
    shared.test(host) ? [] : [{ url, host, isSaid: said.test(text.slice(Math.max(0, index - 60), index)) }],
  );
  const published = every.filter(({ isSaid }) => isSaid);
  const hosts = new Set(published.map(({ host }) => host));
  return {
    published: published.map(({ url }) => url),
    all: every.filter(({ host }) => hosts.has(host)).map(({ url }) => url),
  };
}

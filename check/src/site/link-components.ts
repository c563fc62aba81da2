import type { ComponentUse } from '../page/page-facts.ts';
import type { FileIndex } from './file-index.ts';
import { resolveImport } from './resolve-import.ts';
import type { Site } from './site.ts';

/** Tells of an attribute of a component of the repository whether it is the address of a link, which the component hands on to. */
export type IsHandedOn = (path: string, attribute: string, url: string) => boolean;

/** `to={to}`, `href={props.link}` and `:href="link"`. */
const handsOn =
  /(?:\s(?:href|to)=\{|\s:(?:href|to)=["'])\s{0,9}(?:(?:Astro\.)?props\.)?([A-Za-z_$][\w$]*)\s{0,9}["'}]/gu;
const declared = /\b(?:const|let|var)\s{1,9}([A-Za-z_$][\w$]*)/gu;
const modules = /\.(?:[cm]?[jt]sx?|vue|astro|svelte)$/u;

/** Reads the modules from which pages import the components to which they give an address from the top. */
export async function readLinkComponents(site: Site, files: FileIndex): Promise<IsHandedOn> {
  const known = new Map<string, ReadonlySet<string>>();
  const handed = new Set<string>();
  for (const [path, { components, imports }] of site.pages) {
    for (const component of components) {
      const addresses = Object.entries(component.attributes).filter(([, value]) => value.startsWith('/'));
      if (addresses.length === 0) continue;
      const at = moduleOf(site, files, path, component, imports);
      if (at === undefined) continue;
      const names = known.get(at) ?? handedOnBy((await files.readPage(at)) ?? '');
      known.set(at, names);
      for (const [name, value] of addresses) if (names.has(name)) handed.add(keyOf(path, name, value));
    }
  }
  return (path, attribute, url) => handed.has(keyOf(path, attribute, url));
}

function keyOf(path: string, attribute: string, url: string): string {
  return `${path} ${attribute} ${url}`;
}

function moduleOf(
  site: Site,
  files: FileIndex,
  from: string,
  { name }: ComponentUse,
  imports: readonly { readonly source: string; readonly names: readonly string[] }[],
): string | undefined {
  const source = imports.find(({ names }) => names.includes(name))?.source;
  const target = source === undefined ? undefined : resolveImport(site, files, from, source);
  return target?.kind === 'file' && modules.test(target.path) ? target.path : undefined;
}

/** Without what the module declares by itself, which may be another address. */
function handedOnBy(text: string): ReadonlySet<string> {
  const namesOf = (pattern: RegExp): Set<string> => new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
  return namesOf(handsOn).difference(namesOf(declared));
}

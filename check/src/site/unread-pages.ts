import type { FileIndex } from './file-index.ts';
import { fileNameOf, withoutSlashAtEnd } from './paths.ts';

const asText = /(?:(?:^|\/)_?index)?\.(?:html?|rst|ipynb|adoc|org)$/u;
/** Modules that frameworks publish by their path; folders in parentheses are no part of the address. */
const asModule = /(?:^|\/)(?:pages|app|routes)\/(.+?)(?:\/(?:page|index|\+page))?\.(?:[jt]sx?|astro|vue|svelte)$/u;

/** Tells whether a page in a form that is not read may have an address. */
export function unreadPages(files: FileIndex): (address: string) => boolean {
  const byName = new Map<string, string[]>();
  for (const path of files.paths) {
    const stem = asText.test(path)
      ? path.replace(asText, '')
      : asModule.exec(path)?.[1]?.replace(/\([^()/]*\)\//gu, '');
    if (stem === undefined) continue;
    const name = fileNameOf(stem);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [`/${stem}`]);
    else known.push(`/${stem}`);
  }
  return (address) => {
    const path = withoutSlashAtEnd(address.replace(/^\/+/u, ''));
    return byName.get(fileNameOf(path))?.some((stem) => stem.endsWith(`/${path}`)) ?? false;
  };
}

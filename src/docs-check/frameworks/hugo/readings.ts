import type { FileIndex } from '../../site/file-index.ts';
import { folderOf, joinPath, normaliseRoute, within } from '../../site/paths.ts';
import type { Found, Readings, Way } from '../generators/link-kind.ts';
import type { Addresses } from './addresses.ts';
import { createReferences } from './references.ts';
import type { HugoSettings } from './settings.ts';

export function createReadings(
  { defaultLanguage, base }: HugoSettings,
  addresses: Addresses,
  files: FileIndex,
  root: string,
): Readings {
  const findPage = createReferences(addresses.pages, defaultLanguage);
  const addressOf = (from: string, written: string): string => {
    const path = written.replace(/(?:^|\/)index\.html$/iu, '/').toLowerCase();
    if (!path.startsWith('/')) return below(addresses.pages.get(from)?.address.toLowerCase() ?? '/', path);
    const route = below('/', path);
    return route === base ? '/' : normaliseRoute(within(base, route) ?? route);
  };
  const ways: Readonly<Record<Way, (from: string, path: string) => Found | undefined>> = {
    address: (from, path) => addresses.at.get(addressOf(from, path)),
    name: (from, path) => ofPage(findPage(from, path, false)),
    reference: (from, path) => ofPage(findPage(from, path, true)),
    file: (from, path) => {
      const beside = joinPath(path.startsWith('/') ? `${root}/assets` : folderOf(from), path);
      return beside !== undefined && files.has(beside) ? { kind: 'file', path: beside } : undefined;
    },
  };
  return {
    addressOf,
    read(some, from, path) {
      for (const way of some) {
        const found = ways[way](from, path);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

function ofPage(path: string | undefined): Found | undefined {
  return path === undefined ? undefined : { kind: 'page', path };
}

/** A browser goes no higher than the top. */
function below(address: string, path: string): string {
  const kept = address.split('/').filter(Boolean);
  for (const part of path.split('/'))
    if (part === '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(part);
  return `/${kept.join('/')}`;
}

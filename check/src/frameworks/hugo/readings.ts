import type { FileIndex } from '../../site/file-index.ts';
import { folderOf, joinPath, normaliseRoute, within } from '../../site/paths.ts';
import type { Found, Readings, Way } from '../generators/link-kind.ts';
import type { Addresses } from './addresses.ts';
import { createReferences } from './references.ts';
import type { HugoSettings } from './settings.ts';

export interface HugoReadings extends Readings {
  /** What a browser asks for, where a page has the same address but for its capitals; undefined where none does. */
  inOtherCapitals(from: string, path: string): string | undefined;
}

export function createReadings(
  { defaultLanguage, base }: HugoSettings,
  addresses: Addresses,
  files: FileIndex,
  root: string,
): HugoReadings {
  const findPage = createReferences(addresses.pages, defaultLanguage);
  const writtenAddressOf = (from: string, written: string): string => {
    const path = written.replace(/(?:^|\/)index\.html$/iu, '/');
    if (!path.startsWith('/')) return below(addresses.pages.get(from)?.address ?? '/', path);
    const route = below('/', path);
    return route === base ? '/' : normaliseRoute(within(base, route) ?? route);
  };
  const addressOf = (from: string, path: string): string => writtenAddressOf(from, path).toLowerCase();
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
    inOtherCapitals(from, path) {
      const address = writtenAddressOf(from, path);
      const isPage = addresses.at.get(address.toLowerCase())?.kind === 'page';
      return isPage && !addresses.written.has(address) ? address : undefined;
    },
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

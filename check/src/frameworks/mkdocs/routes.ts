import { normaliseRoute, within, withoutExtension } from '../../site/paths.ts';
import type { NamesByLanguage } from './names-by-language.ts';

/** The addresses of a page, one for each language that its name stands for. */
export function routesOf(docsFolder: string, path: string, translated: NamesByLanguage | undefined): readonly string[] {
  const inside = within(docsFolder, path);
  // A part has no address.
  if (inside === undefined) return [];
  return translated?.addressesOf(inside).map((address) => routeOfFile(address)) ?? [routeOfFile(inside)];
}

/** `guide/a.md#b` is `/guide/a#b`. */
export function routeOfFile(inside: string): string {
  const [path = inside, anchor] = inside.split('#');
  const route = normaliseRoute(withoutExtension(path).replace(/(?:^|\/)(?:index|README)$/u, '/'));
  return anchor === undefined ? route : `${route}#${anchor}`;
}

/** An address without what people write in different ways. */
export function lettersOf(route: string): string {
  return route.toLowerCase().replace(/[^\p{L}\p{N}/]+/gu, '');
}

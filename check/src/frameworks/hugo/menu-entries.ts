import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { within } from '../../site/paths.ts';

/**
 * The addresses from the top of the site that menus name, of all languages; an entry that names a page has none of its own.
 * https://gohugo.io/configuration/menus/
 */
export function addressesOfMenus(
  settings: Readonly<Record<string, unknown>>,
  isShown: (menu: string) => boolean,
): readonly string[] {
  const all = [settings, ...Object.values(recordOf(settings['languages'])).map(recordOf)];
  const menus = all.flatMap(({ menu, menus: others }) =>
    [menu, others].flatMap((one) =>
      Object.entries(recordOf(one)).flatMap(([name, entries]) => (isShown(name) ? [{ entries }] : [])),
    ),
  );
  return menus
    .flatMap(({ entries }) => listOf(entries))
    .flatMap((entry) => {
      const { url, pageref } = recordOf(entry);
      const written = pageref === undefined ? textOf(url) : undefined;
      return written !== undefined && /^\/[^/]/u.test(written) ? [written] : [];
    });
}

/** Tells the menus that templates of the repository show by name; any may be shown where it has none, or a theme lies elsewhere. */
export async function menusShown(
  files: FileIndex,
  root: string,
  hasOtherThemes: boolean,
): Promise<(menu: string) => boolean> {
  const templates = files.paths.filter(
    (path) => /(?:^|\/)layouts\/.*\.html$/u.test(path) && within(root, path) !== undefined,
  );
  if (hasOtherThemes || templates.length === 0) return () => true;
  const names = new Set<string>();
  for (const path of templates)
    for (const { 1: name = '' } of ((await files.readText(path)) ?? '').matchAll(/(?:\.Menus\.|["'`])([\w-]{1,50})/gu))
      names.add(name.toLowerCase());
  return (menu) => names.has(menu);
}

import { fileNameOf, folderOf, joinPath, withoutSlashAtEnd } from '../../site/paths.ts';
import { sanitised, type LogicalPage } from './addresses.ts';

/** Finds the page that a name means on the page of a file, or a name alone everywhere; undefined where there is none. */
export type FindPage = (from: string, name: string, everywhere: boolean) => string | undefined;

const plain = { keepsCapitals: false, removesAccents: false };

/**
 * How `ref`, `relref` and `GetPage` look for a page: beside the one that names it, from the top, and, by a name alone, everywhere.
 * https://gohugo.io/methods/page/getpage/ https://github.com/gohugoio/hugo/blob/master/hugolib/pagecollections.go
 */
export function createReferences(pages: ReadonlyMap<string, LogicalPage>, defaultLanguage: string): FindPage {
  const byPath = new Map<string, string>();
  const byName = new Map<string, string>();
  for (const { file, language, path } of pages.values()) {
    byPath.set(`${language} ${path}`, file);
    byName.set(`${language} ${fileNameOf(path)}`, file);
  }
  return (from, name, everywhere) => {
    // A part that pages show has no name itself.
    const own = pages.get(from) ?? { path: '/', kind: 'branch', language: defaultLanguage };
    const wanted = nameOf(name);
    const above = own.kind === 'branch' ? own.path : folderOf(own.path);
    // A file is also looked for where it lies; the folder of a bundle is one step deeper than its name.
    const folders = name.startsWith('/')
      ? ['']
      : [above, ...(own.kind === 'leaf' ? [own.path] : []), ...(name.startsWith('.') ? [] : [''])];
    for (const folder of folders) {
      const path = joinPath(folder, wanted);
      if (path === undefined) continue;
      for (const language of new Set([own.language, defaultLanguage])) {
        const found = byPath.get(`${language} /${path}`);
        if (found !== undefined) return found;
      }
    }
    return everywhere && !wanted.includes('/') ? byName.get(`${own.language} ${wanted}`) : undefined;
  };
}

function nameOf(name: string): string {
  const bare = withoutSlashAtEnd(name)
    .replace(/(?:\.[a-z]{2}(?:-[a-z]{2,4})?)?\.(?:md|markdown|html)$/iu, '')
    .replace(/(^|\/)_?index$/u, '$1');
  return withoutSlashAtEnd(sanitised(plain, bare));
}

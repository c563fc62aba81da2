import { loadModule } from '../../settings/load-module.ts';
import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { extensionOf, folderOf, joinPath, within, withoutExtension } from '../../site/paths.ts';

/** How the files of a site say their language. */
export interface Languages {
  readonly main: string;
  readonly others: readonly string[];
  /** `start.fr.mdx` or `fr/start.mdx`. */
  readonly parser: 'dot' | 'dir';
}

/**
 * `defineI18n` in a module called `i18n`, the first of a folder of that name or the settings of Fumapress; undefined when the site has
 * one language. https://fumadocs.dev/docs/headless/internationalization
 */
export async function findLanguages(
  files: FileIndex,
  root: string,
  folders: readonly string[],
): Promise<Languages | undefined> {
  const paths = files.paths.filter(
    (candidate) =>
      within(root, candidate) !== undefined &&
      /(?:^|\/)(?:i18n(?:\.config|\/index)?|press\.config)\.[jt]sx?$/u.test(candidate),
  );
  const texts = await Promise.all(paths.map((candidate) => files.readText(candidate)));
  const path = paths[texts.findIndex((text) => text?.includes('defineI18n'))];
  if (path === undefined) return undefined;
  const values = [...((await loadModule(files, path))?.named.values() ?? [])].map(recordOf);
  const settings = values.find((value) => 'defaultLanguage' in value) ?? writtenIn((await files.readText(path)) ?? '');
  const parser = settings['parser'] === 'dir' ? 'dir' : 'dot';
  const main = textOf(settings['defaultLanguage']) ?? 'en';
  const told = listOf(settings['languages']).flatMap((language) => textOf(language) ?? []);
  const languages = new Set(told.length > 0 ? told : languagesOf(files, folders, parser));
  return { main, others: [...languages].filter((language) => language !== main), parser };
}

/** Of settings that are no export of their module, the fields as they are written. */
function writtenIn(text: string): Record<string, unknown> {
  const list = /\blanguages\b(?:\s*:\s*\w+(?:\[\])?\s*=|\s*[:=])\s*\[([^[\]]*)\]/u.exec(text)?.[1] ?? '';
  return {
    parser: /\bparser:\s*['"](\w+)['"]/u.exec(text)?.[1],
    defaultLanguage: /\bdefaultLanguage:\s*['"]([\w-]+)['"]/u.exec(text)?.[1],
    languages: [...list.matchAll(/['"]([\w-]+)['"]/gu)].map(([, language]) => language),
  };
}

/** Languages that the files themselves show, where the settings compute the list. */
function languagesOf(files: FileIndex, folders: readonly string[], parser: Languages['parser']): string[] {
  const pattern = parser === 'dot' ? /\.([a-z]{2,3}(?:-\w+)?)$/u : /^([a-z]{2,3}(?:-\w+)?)\//u;
  return folders.flatMap((folder) =>
    files.paths.flatMap((path) => {
      const inside = within(folder, path);
      return inside === undefined || !/^\.mdx?$/u.test(extensionOf(path))
        ? []
        : (pattern.exec(withoutExtension(inside))?.[1] ?? []);
    }),
  );
}

/** The language of a page and its path without it; `inside` is relative to the collection and has no extension. */
export function splitLanguage(
  inside: string,
  languages: Languages | undefined,
): { readonly language: string | undefined; readonly plain: string } {
  if (languages === undefined) return { language: undefined, plain: inside };
  const { main, others, parser } = languages;
  const language = [main, ...others].find((name) =>
    parser === 'dot' ? inside.endsWith(`.${name}`) : within(name, inside) !== undefined,
  );
  if (language === undefined) return { language: main, plain: inside };
  const plain = parser === 'dot' ? inside.slice(0, -language.length - 1) : (within(language, inside) ?? inside);
  return { language, plain };
}

/**
 * The files that a relative link may lead to, `a.fr.mdx` for `./a.mdx` and `./a` in `b.fr.mdx`: `createRelativeLink` looks for a
 * source among the pages of the language that the linking page is in, and an address without an ending is one beside that of
 * the page, in its language too. None where the page has no such language or the link is none of these.
 * https://fumadocs.dev/docs/headless/source-api
 */
export function sourcesInLanguage(from: string, written: string, languages: Languages | undefined): string[] {
  if (languages?.parser !== 'dot' || /^[/#]/u.test(written)) return [];
  const ending = extensionOf(written);
  const endings = ending === '' ? ['.mdx', '.md'] : ['.mdx', '.md'].filter((one) => one === ending);
  const { language } = splitLanguage(withoutExtension(from), languages);
  const path = joinPath(folderOf(from), written);
  if (path === undefined || language === undefined || language === languages.main) return [];
  const stem = ending === '' ? path : withoutExtension(path);
  return endings.map((one) => `${stem}.${language}${one}`);
}

import type { PageFacts } from '../../page/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { pathOfAddress } from '../../site/parse-address.ts';
import { folderOf, joinPath, within } from '../../site/paths.ts';
import type { MkdocsSettings } from './settings.ts';

/** What a language lacks is taken from the main one. https://ultrabug.github.io/mkdocs-static-i18n/getting-started/quick-start/ */
export function untranslated(path: string, { docsFolder, languages, languageIn }: MkdocsSettings): string[] {
  if (languageIn === 'name') return [];
  const inside = within(docsFolder, path);
  const language = languages.find((name) => inside !== undefined && within(name, inside) !== undefined);
  const [main] = languages;
  if (inside === undefined || language === undefined || main === undefined) return [];
  const rest = within(language, inside) ?? inside;
  return [joinPath(docsFolder, main, rest) ?? rest, joinPath(docsFolder, rest) ?? rest];
}

/**
 * A page that a link names above the folders of languages: the plugin looks for it in that of its page and in that of the main one.
 * https://github.com/ultrabug/mkdocs-static-i18n/blob/1.2.3/mkdocs_static_i18n/reconfigure.py (`get_file_from_path`)
 */
export function inFolderOfLanguage(
  from: string,
  url: string,
  { docsFolder, languages, languageIn }: MkdocsSettings,
  pages: ReadonlyMap<string, PageFacts>,
): string | undefined {
  const path = pathOfAddress(url);
  if (languageIn !== 'folder' || !/^\.\.\/.*\.md$/u.test(path)) return undefined;
  const at = joinPath(folderOf(from), path);
  const inside = at === undefined || pages.has(at) ? undefined : within(docsFolder, at);
  if (inside === undefined) return undefined;
  const own = languages.find((language) => within(`${docsFolder}/${language}`, from) !== undefined);
  return [own, languages[0]]
    .flatMap((language) => (language === undefined ? [] : (joinPath(docsFolder, language, inside) ?? [])))
    .find((place) => pages.has(place));
}

/** Themes whose own files are known not to be among those that authors name, but for the folders of `ownFolders`. */
const knownThemes = ['material', 'mkdocs', 'readthedocs'];
const ownFolders = /^(?:assets\/(?:images\/favicon\.png|stylesheets|javascripts)|css|js|img|webfonts)(?:\/|$)/u;

/** A file that the settings name lies among the pages, in the changed theme, or in the theme itself. */
export function ofTheme(
  { docsFolder, customFolder, theme }: MkdocsSettings,
  files: FileIndex,
  root: string,
  url: string,
): LinkTarget {
  const path = url.replace(/[?#].*$/su, '').replace(/^\//u, '');
  const folders = [docsFolder, ...(customFolder === undefined ? [] : [joinPath(root, customFolder) ?? customFolder])];
  const places = folders.flatMap((folder) => joinPath(folder, path) ?? []);
  const found = places.find((place) => files.has(place));
  if (found !== undefined) return { kind: 'file', path: found };
  const isOurs = !knownThemes.includes(theme) || (ownFolders.test(path) && !files.hasFolder(folderOf(places[0] ?? '')));
  return isOurs || places[0] === undefined ? { kind: 'unjudged' } : { kind: 'missing', looked: places[0] };
}

/** `/docs/a.md` is a file to a code host, `/a.md` one of the site; MkDocs leaves both as they are, and no site answers. */
export function sourceFromTop(files: FileIndex, docsFolder: string, url: string): LinkTarget | undefined {
  const path = /^\/([^?#]+\.md)(?:[?#]|$)/u.exec(url)?.[1];
  const isSource = path !== undefined && [path, joinPath(docsFolder, path) ?? path].some((at) => files.has(at));
  return isSource ? { kind: 'missing', looked: `/${path}` } : undefined;
}

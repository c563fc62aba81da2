import type { FileIndex } from '../../site/file-index.ts';
import { joinPath, normaliseRoute, within, withoutExtension } from '../../site/paths.ts';
import { createRouteTable } from '../../site/route-table.ts';
import type { Site } from '../../site/site.ts';
import { namesPage, provesAddresses } from '../generators/proven-addresses.ts';
import type { ReadSettings } from '../generators/read-settings.ts';

/** `root: 'docs'`, or a path that is joined. https://rspress.rs/api/config/config-basic#root */
const rootSetting = /^[ \t]*root:\s*(?:(?:path\.)?(?:join|resolve)\(\s*[\w.]+\s*,\s*)?['"]([\w./-]+)['"]/mu;
/** https://rspress.rs/guide/basic/i18n */
const mainLanguage = /^ {0,2}lang:\s*['"]([\w-]+)['"]/mu;
const anyLanguage = /\blang:\s*['"]([\w-]+)['"]/gu;

/**
 * Gives the pages of a site of Rspress their addresses: each by its file, those of the main language without its folder. An address
 * from the top is one of the language of its page too. https://rspress.rs/guide/basic/auto-nav-sidebar, https://rspress.rs/guide/basic/i18n
 */
export async function readRspress(files: FileIndex, root: string, configPath: string): Promise<ReadSettings> {
  const text = (await files.readText(configPath)) ?? '';
  const content = joinPath(root, rootSetting.exec(text)?.[1] ?? 'docs') ?? root;
  const hasFolder = (language: string): boolean => files.hasFolder(joinPath(content, language) ?? '');
  const languages = [...new Set([...text.matchAll(anyLanguage)].map(([, language = '']) => language))].filter(
    hasFolder,
  );
  const main = [mainLanguage.exec(text)?.[1], languages[0]].find((one) => one !== undefined && languages.includes(one));
  const languageOf = (path: string): string | undefined =>
    languages.find((language) => within(joinPath(content, language) ?? '', path) !== undefined);
  const routeOf = (path: string): string => {
    const inside = withoutExtension(within(content, path) ?? path).replace(/(?:^|\/)index$/u, '/');
    return normaliseRoute(main === undefined ? inside : (within(main, `${inside}/`) ?? inside));
  };

  const refine = (site: Site): Site => {
    const table = createRouteTable([...site.pages.keys()].map((path) => [path, [routeOf(path)]] as const));
    const prefixes = (from: string): readonly string[] => {
      const language = languageOf(from);
      return language === undefined || language === main ? [] : [language];
    };
    const isFound = (from: string, url: string): boolean => {
      const at = normaliseRoute(url.replace(/[?#].*$/su, '').replace(/\.(?:html|mdx?)$/u, ''));
      return [at, ...prefixes(from).map((prefix) => normaliseRoute(`/${prefix}${at}`))].some((one) =>
        table.routes.has(one),
      );
    };
    let proven: boolean | undefined;
    const isProven = (): boolean => (proven ??= provesAddresses(site, isFound));
    return {
      ...site,
      routes: table.routes,
      routeOf: table.routeOf,
      links: {
        ...site.links,
        prefixes,
        unknowable: (at, link) =>
          !(link !== undefined && namesPage(link.written) && isProven()) && site.links.unknowable(at, link),
      },
    };
  };
  return { content: [content], unpublished: [], refine };
}

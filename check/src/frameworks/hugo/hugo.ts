import { createSettingsPlaces } from '../../settings/settings-places.ts';
import { tellsCapitals } from '../../site/capitals-on-host.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { readHostRedirects } from '../../site/host-redirects.ts';
import { joinPath, within } from '../../site/paths.ts';
import type { ReadSettings } from '../generators/read-settings.ts';
import type { Site } from '../../site/site.ts';
import { findAddresses } from './addresses.ts';
import { createExactLinks } from './exact-links.ts';
import { findsPages, leavesDestination } from './link-kinds.ts';
import { linksOfMenus, resolveOfMenu } from './menus.ts';
import { readSettings } from './settings.ts';

/** What makes a site of Hugo that is known in part one whose links are read as Hugo does, as far as they prove it. */
export async function readHugo(files: FileIndex, root: string, configPath: string): Promise<ReadSettings> {
  const settings = await readSettings(files, root, configPath);
  const { answers: isRedirected } = (await readHostRedirects(files))();
  const capitals = await tellsCapitals(files, 'hugo');
  const hooks = files.paths.filter((path) => renderHook.test(path) && within(root, path) !== undefined);
  const texts = await Promise.all(hooks.map((path) => files.readText(path)));
  const imageHooks = files.paths.filter((path) => imageHook.test(path) && within(root, path) !== undefined);
  const changesImages = imageHooks.length > 0;
  const ofImages = await Promise.all(imageHooks.map((path) => files.readText(path)));
  const hooksLeaveAddresses = [...texts, ...ofImages].every((text = '') => leavesDestination(text));
  const hook = hooks.length === 0 ? undefined : texts.join('\n');
  const places = await createSettingsPlaces(files, settings.sources);
  const layouts = joinPath(root, 'layouts') ?? 'layouts';
  const refine = (site: Site): Site => {
    const { pages } = site;
    const addresses = findAddresses(settings, files, pages);
    const {
      resolve: resolveExactly,
      isProven,
      areAddresses,
      isOpen,
    } = createExactLinks({
      settings,
      addresses,
      files,
      root,
      pages,
      isRedirected,
      tellsCapitals: capitals,
      hook,
      changesImages,
    });
    const ofMenu = resolveOfMenu(settings, addresses, isOpen);
    const resolve: typeof resolveExactly = (from, link) =>
      link.element === 'settings' ? ofMenu(link.url) : resolveExactly(from, link);
    const settingsLinks = linksOfMenus(settings, places(), ofMenu);
    const links = {
      ...site.links,
      resolve,
      leavesAddresses:
        settings.base !== '/' && settings.leavesLinks && hooksLeaveAddresses
          ? { base: settings.base, isCertain: true }
          : undefined,
      templates: settings.leavesHtml
        ? { base: settings.base, has: (path: string) => within(layouts, path) !== undefined }
        : undefined,
      findsSources: hook !== undefined && findsPages(hook),
      fromAddresses: areAddresses,
    };
    const anchors = { ...site.anchors, mayHaveMore: () => settings.anchorsOfTerms };
    if (!isProven) return { ...site, links, anchors, settingsLinks };
    const routes = new Map<string, string>();
    const routeOf = new Map<string, string>();
    for (const { file, address } of addresses.pages.values()) {
      if (!pages.has(file)) continue;
      if (!routes.has(address)) routes.set(address, file);
      routeOf.set(file, address);
    }
    // What ends otherwise another program writes beside the pages, such as Doxygen, and formats of the settings: `_print`.
    const mayAnswer = (route: string): boolean => /\.html?$|\/_/iu.test(route) || isOpen(route.toLowerCase());
    return { ...site, links: { ...links, mayAnswer }, anchors, routes, routeOf, settingsLinks };
  };
  const { content, unpublished } = settings;
  return { content: content.map(({ folder }) => folder), unpublished, refine };
}

/** https://gohugo.io/render-hooks/links/ */
const imageHook = /(?:^|\/)layouts\/(?:.*\/)?_markup\/render-image(?:\.[\w-]+)*\.html$/u;
const renderHook = /(?:^|\/)layouts\/(?:.*\/)?_markup\/render-link(?:\.[\w-]+)*\.html$/u;

import type { FileIndex } from '../../site/file-index.ts';
import { readHostRedirects } from '../../site/host-redirects.ts';
import { extensionOf, fileNameOf, within } from '../../site/paths.ts';
import type { Site, SiteProblem } from '../../site/site.ts';
import type { ReadSettings } from '../generators/read-settings.ts';
import { bare, findAddresses, readFields } from './addresses.ts';
import { createExactLinks } from './exact-links.ts';
import { kramdownSlugs, makesOtherAnchors } from './kramdown-slugs.ts';
import { readSettings } from './settings.ts';

/** What makes a site of Jekyll that is known in part one whose links are read as Jekyll does, as far as they prove it. */
export async function readJekyll(files: FileIndex, root: string, configPath: string): Promise<ReadSettings> {
  const settings = await readSettings(files, root, configPath);
  const { answers: isRedirected } = (await readHostRedirects(files))();
  const others = await readFields(files, settings, (path) => ['.md', '.markdown'].includes(extensionOf(path)));
  const submodules = wordsOfSubmodules((await files.readText('.gitmodules')) ?? '');
  const configText = (await files.readText(configPath)) ?? '';
  const isOfKramdown = !makesOtherAnchors(configText);
  const ofHost = hostWithoutScheme(configPath, configText);
  const refine = (site: Site): Site => {
    const { pages } = site;
    const problems = [...site.problems, ...ofHost];
    const anchors = isOfKramdown ? { ...site.anchors, usual: kramdownSlugs } : site.anchors;
    const addresses = findAddresses(settings, files, pages, others);
    const { resolve, isProven } = createExactLinks({
      settings,
      addresses,
      files,
      pages,
      isRedirected,
      others: submodules,
    });
    const leavesAddresses = { base: settings.base, isCertain: settings.isOnGithubPages };
    const isTemplate = (path: string): boolean => /^_(?:includes|layouts)\//u.test(within(root, path) ?? '');
    const templates = settings.isOnGithubPages ? { base: settings.base, has: isTemplate } : undefined;
    const links = { ...site.links, resolve, leavesAddresses, templates };
    if (!isProven) return { ...site, problems, links, anchors };
    const routes = new Map<string, string>();
    const routeOf = new Map<string, string>();
    for (const [file, address] of addresses.pages) {
      if (!pages.has(file)) continue;
      const route = bare(address);
      if (!routes.has(route)) routes.set(route, file);
      routeOf.set(file, route);
    }
    return { ...site, problems, links, anchors, routes, routeOf };
  };
  return { content: [], unpublished: [], refine };
}

/** `url: example.org`: https://jekyllrb.com/docs/configuration/options/ asks for the scheme, and filters put it before addresses as it is. */
function hostWithoutScheme(path: string, text: string): SiteProblem[] {
  const found = /^url[ \t]*:[ \t]*(["']?)((?:[a-z\d-]{1,63}\.){1,5}[a-z]{2,24}\/?)\1[ \t]*(?:#.*)?$/imu.exec(text);
  if (found === null) return [];
  const message =
    `The address ${found[2]} has no https:// before it: what a template or a plugin makes of it (\`absolute_url\`, \`site.url\`) is ` +
    'the name of a file beside the page to a browser.';
  const line = text.slice(0, found.index).split('\n').length;
  return [{ path, line, column: 1, rule: 'malformed-link', severity: 'warning', message }];
}

/** https://git-scm.com/docs/gitmodules */
function wordsOfSubmodules(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(/^[ \t]*path\s*=\s*(\S.*)$/gmu)].map(([, path = '']) => fileNameOf(path.trim()));
  return new Set(names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter(Boolean));
}

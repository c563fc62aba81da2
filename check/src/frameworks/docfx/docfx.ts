import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { parseValue } from '../../settings/parse-settings.ts';
import { createSettingsPlaces } from '../../settings/settings-places.ts';
import { createDocfxLinks } from '../../site/docfx-links.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { isForgeFile } from '../../site/forge-files.ts';
import { parseAddress } from '../../site/parse-address.ts';
import { extensionOf, folderOf, joinPath, within, withoutExtension } from '../../site/paths.ts';
import { createRouteTable } from '../../site/route-table.ts';
import type { Site } from '../../site/site.ts';
import type { ReadSettings } from '../generators/read-settings.ts';
import { readContent } from './content.ts';
import { readDocfxNavigation } from './navigation.ts';
import { pictureOfTemplate, picturesOfTemplate } from './pictures-of-template.ts';

/** Where Microsoft's own service puts other repositories beside the pages. https://github.com/MicrosoftDocs/azure-docs */
const ofService = /(?:^|\/)\.openpublishing\.publish\.config\.json$/u;

/**
 * What a `docfx.json` tells: which files are pages, and where the reference of a program is written. An address names a file
 * beside its page, which DocFX looks for, and tells of as a broken link where there is none.
 * https://dotnet.github.io/docfx/reference/docfx-json-reference.html, https://dotnet.github.io/docfx/docs/links-and-cross-references.html
 */
export async function readDocfx(files: FileIndex, root: string, configPath: string): Promise<ReadSettings> {
  const settings = recordOf(parseValue((await files.readText(configPath)) ?? '', configPath));
  const build = recordOf(settings['build']);
  const output = [build['output'], build['dest']].flatMap((one) => textOf(one) ?? [])[0] ?? '_site';
  const published = joinPath(root, output) ?? '_site';
  const groups = readContent(build['content'], root);
  const groupOf = (path: string) => groups.find(({ has }) => has(path));
  const isPage = (path: string): boolean => {
    if (within(published, path) !== undefined) return false;
    // What lies outside is read on a code host, too.
    if (isForgeFile(path) && within(root, path) === undefined) return false;
    return groups.length === 0 || groupOf(path) !== undefined;
  };
  const isRead = Object.keys(settings).length > 0;
  // Where its settings do not parse, the reference lies mostly there.
  const metadata = isRead ? listOf(settings['metadata']).map(recordOf) : [{ dest: 'api' }];
  const reference = metadata.map(({ dest, output: written, outputFormat }: Readonly<Record<string, unknown>>) => ({
    folder: joinPath(root, textOf(dest) ?? textOf(written) ?? '') ?? root,
    isMarkdown: outputFormat === 'markdown',
  }));
  /** Pages of a reference that is made of code; where it is not told, they may be anywhere. */
  const isMade = (at: string): boolean =>
    reference.some(
      ({ folder, isMarkdown }) =>
        (within(folder, at) !== undefined || at === folder) && (isMarkdown || extensionOf(at) !== '.md'),
    ) || groups.some(({ dest, src }) => dest !== '' && src !== root && isBelow(joinPath(root, dest), at));
  const { navigation, fromTop } = await readDocfxNavigation(
    files,
    root,
    published,
    (at) => isMade(at) || isBelow(published, at),
  );
  const pictures = picturesOfTemplate(build, (await createSettingsPlaces(files, [configPath]))());
  const why = files.paths.some((path) => ofService.test(path))
    ? 'the service that publishes it may put another repository there'
    : isRead
      ? undefined
      : 'the settings of the site do not parse, and may say otherwise';

  const refine = (site: Site): Site => {
    const ofDocfx = createDocfxLinks(files, site.pages);
    const table = createRouteTable(
      [...site.pages.keys()].map((path) => {
        const { src = root, dest = '' } = groupOf(path) ?? {};
        const inside = withoutExtension(within(src, path) ?? path);
        return [path, [`${dest}/${inside.replace(/(?:^|\/)index$/iu, '/')}`]] as const;
      }),
    );
    return {
      ...site,
      routes: table.routes,
      routeOf: table.routeOf,
      navigation,
      settingsLinks: pictures,
      headLinks: fromTop,
      links: {
        ...site.links,
        publicFolders: [root],
        leavesAddresses: { isCertain: true },
        namesSources: true,
        mayAnswer: (route) => isMade(joinPath(root, route) ?? route),
        resolve: (from, link) => {
          if (link.element === 'settings' && link.kind === 'file') return pictureOfTemplate(files, root, link.url);
          const known = ofDocfx(from, link);
          if (known !== undefined) return known;
          const address = parseAddress(link.url);
          if (address.kind !== 'internal' || address.path === '' || address.path.startsWith('/')) return undefined;
          const at = joinPath(folderOf(from), address.path.replace(/^~\//u, ''));
          if (address.path.startsWith('~') || link.url.startsWith('@') || at === undefined) return { kind: 'unjudged' };
          if (site.pages.has(at)) return { kind: 'page', path: at, anchor: address.anchor };
          return !files.has(at) && isMade(at) ? { kind: 'unjudged' } : undefined;
        },
      },
      guessed: (path, rule, sought) =>
        site.guessed?.(path, rule, sought) ??
        (sought === undefined || sought.kind === 'anchor' ? undefined : (why ?? inOtherCase(files, sought.at))),
    };
  };
  const content = [...new Set([root, ...groups.map(({ src }) => src)])];
  return { content, unpublished: published === root ? [] : [published], isPage, refine };
}

/** Where it is built on Windows, any case will do. */
function inOtherCase(files: FileIndex, at: string): string | undefined {
  const [known] = files.inAnyCase(at);
  return known === undefined ? undefined : `${known} is there, which DocFX finds on Windows`;
}

function isBelow(folder: string | undefined, at: string): boolean {
  return folder !== undefined && (at === folder || within(folder, at) !== undefined);
}

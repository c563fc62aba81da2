import type { FileIndex } from '../../site/file-index.ts';
import { joinPath, normaliseRoute } from '../../site/paths.ts';
import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import type { DocsPlugin } from './settings.ts';

/** A folder of documents that are published together. */
export interface DocsVersion {
  readonly plugin: DocsPlugin;
  readonly folder: string;
  /** Where its routes start. */
  readonly route: string;
  /** File of its sidebars, if one is known; `undefined` means one sidebar made from the folders. */
  readonly sidebars: string | undefined;
  /** For a translation: the folder of the language that it is made from. */
  readonly translates: string | undefined;
}

/**
 * The versions and translations of a docs plugin.
 * https://docusaurus.io/docs/versioning and https://docusaurus.io/docs/i18n/introduction
 */
export async function findVersions(
  files: FileIndex,
  root: string,
  plugin: DocsPlugin,
): Promise<readonly DocsVersion[]> {
  const prefix = plugin.id === 'default' ? '' : `${plugin.id}_`;
  const versions = listOf(parse(await files.readText(joinPath(root, `${prefix}versions.json`) ?? ''))).flatMap(
    (version) => textOf(version) ?? [],
  );
  const last = plugin.lastVersion ?? versions[0] ?? 'current';
  const names = plugin.includeCurrentVersion ? ['current', ...versions] : versions;
  return names.flatMap((name) => {
    const own = textOf(recordOf(plugin.versions[name])['path']);
    const segment = own ?? (name === last ? '' : name === 'current' ? 'next' : name);
    const copy = joinPath(root, `${prefix}versioned_docs/version-${name}`) ?? '';
    // A version that is listed and not kept is copied from the current documents when it is published.
    const isCurrent = name === 'current' || (!plugin.includeCurrentVersion && !files.hasFolder(copy));
    const version: DocsVersion = {
      plugin,
      folder: isCurrent ? (joinPath(root, plugin.path) ?? '') : copy,
      route: normaliseRoute(`${plugin.routeBasePath}/${segment}`),
      sidebars: isCurrent
        ? sidebarsOf(root, plugin)
        : joinPath(root, `${prefix}versioned_sidebars/version-${name}-sidebars.json`),
      translates: undefined,
    };
    return [version, ...translations(files, root, version, name)];
  });
}

function sidebarsOf(root: string, { sidebarPath }: DocsPlugin): string | undefined {
  return sidebarPath === undefined ? undefined : joinPath(root, sidebarPath);
}

function translations(files: FileIndex, root: string, version: DocsVersion, name: string): DocsVersion[] {
  const { plugin } = version;
  const folder = `docusaurus-plugin-content-docs${plugin.id === 'default' ? '' : `-${plugin.id}`}`;
  const start = joinPath(root, 'i18n') ?? 'i18n';
  const locales = new Set(
    files.paths
      .filter((path) => path.startsWith(`${start}/`))
      .map((path) => path.slice(start.length + 1).split('/')[0] ?? ''),
  );
  return [...locales].map((locale) => ({
    ...version,
    folder: `${start}/${locale}/${folder}/${name === 'current' ? 'current' : `version-${name}`}`,
    route: normaliseRoute(`${locale}/${version.route}`),
    sidebars: undefined,
    translates: version.folder,
  }));
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}

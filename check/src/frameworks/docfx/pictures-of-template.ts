import { recordOf, textOf } from '../../settings/narrow.ts';
import { placeLinks } from '../../settings/settings-links.ts';
import type { SettingsPlaces } from '../../settings/settings-places.ts';
import type { FileIndex } from '../../site/file-index.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { joinPath } from '../../site/paths.ts';
import type { SettingsLink } from '../../site/site.ts';

/** Files of the default templates at the top: https://github.com/dotnet/docfx/tree/main/templates/default */
const ofTemplate = new Set(['logo.svg', 'favicon.ico']);

/**
 * Logo and icon that every page shows, from the top of the site.
 * https://dotnet.github.io/docfx/docs/template.html#predefined-metadata
 */
export function picturesOfTemplate(
  build: Readonly<Record<string, unknown>>,
  places: SettingsPlaces,
): readonly SettingsLink[] {
  const { _appLogoPath: logo, _appFaviconPath: icon } = recordOf(build['globalMetadata']);
  const written = [logo, icon].flatMap((one) => textOf(one) ?? []).filter((one) => !ofTemplate.has(one));
  return placeLinks(
    written.map((path) => ({ kind: 'file', written: path, url: path })),
    places,
  );
}

/** A resource may lie below any folder that the settings name, and a template brings files of its own. */
export function pictureOfTemplate(files: FileIndex, root: string, url: string): LinkTarget {
  const inside = joinPath(url.replace(/^\/+|[?#].*$/gu, ''));
  if (inside === undefined || inside === '' || /[{}$%]/u.test(url)) return { kind: 'unjudged' };
  const path = files.paths.find((one) => one === inside || one.endsWith(`/${inside}`));
  return path === undefined ? { kind: 'missing', looked: joinPath(root, inside) ?? inside } : { kind: 'file', path };
}

import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { asWritten, fromTop, isOfPage, type SettingsAddress } from '../../settings/settings-links.ts';

/** What the settings of the classic theme name. */
export interface ThemeNames {
  readonly links: readonly SettingsAddress[];
  /** Documents of the bar on top, by id. */
  readonly docs: readonly { readonly id: string; readonly plugin: string }[];
}

/**
 * Bar, footer, logos and icon. `to` is read from the top of the site, as `src` is:
 * https://docusaurus.io/docs/api/themes/configuration and
 * https://github.com/facebook/docusaurus/blob/main/packages/docusaurus-theme-classic/src/theme/NavbarItem/NavbarNavLink.tsx
 */
export function namesInTheme(config: unknown): ThemeNames {
  const { favicon, themeConfig } = recordOf(config);
  const { navbar, footer, image } = recordOf(themeConfig);
  const items = [...listOf(recordOf(navbar)['items']), ...listOf(recordOf(footer)['links'])].flatMap(withItems);
  const logos = [navbar, footer].map((part) => recordOf(recordOf(part)['logo']));
  const files = [favicon, image, ...logos.flatMap(({ src, srcDark }) => [src, srcDark])];
  return {
    links: [
      ...files.flatMap((file) => (textOf(file) === undefined ? [] : [fromTop('file', textOf(file) ?? '')])),
      ...[...items, ...logos].flatMap(linksOf),
    ],
    docs: items.flatMap(({ type, docId, docsPluginId }) => {
      const id = type === 'doc' ? textOf(docId) : undefined;
      return id === undefined ? [] : [{ id, plugin: textOf(docsPluginId) ?? 'default' }];
    }),
  };
}

/** An item and those of its menu. */
function withItems(item: unknown): Readonly<Record<string, unknown>>[] {
  const record = recordOf(item);
  const below = [record['items'], record['dropdownItemsBefore'], record['dropdownItemsAfter']];
  return [record, ...below.flatMap(listOf).flatMap(withItems)];
}

export function linksOf({ to, href }: Readonly<Record<string, unknown>>): SettingsAddress[] {
  const [inside, anywhere] = [textOf(to), textOf(href)];
  return [
    ...(inside === undefined || !isOfPage(inside) ? [] : [fromTop('page', inside)]),
    // Without a slash it is read beside each page that shows it.
    ...(anywhere?.startsWith('/') === true && isOfPage(anywhere) ? [asWritten('page', anywhere)] : []),
  ];
}

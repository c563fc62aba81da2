import { htmlTags } from '../../page/html.ts';
import { CallValue, isTold } from '../../settings/evaluated-values.ts';
import { addressesInHead } from '../../settings/head-addresses.ts';
import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { asWritten, isOfPage, type SettingsAddress } from '../../settings/settings-links.ts';

/**
 * Addresses in `themeConfig.nav` and `themeConfig.sidebar`, of the site and of every locale. `complete` says that these
 * two could be told whole, whatever else the settings hold.
 * https://vitepress.dev/reference/default-theme-sidebar
 */
export function linksInTheme(config: unknown): {
  readonly nav: readonly string[];
  readonly sidebar: readonly string[];
  readonly complete: boolean;
} {
  const { locales, extends: inherited } = recordOf(config);
  const parts = [config, ...Object.values(recordOf(locales))];
  const themes = parts.map((part) => recordOf(recordOf(part)['themeConfig']));
  return {
    nav: themes.flatMap(({ nav }) => linksIn(nav, '')),
    sidebar: themes.flatMap(({ sidebar }) => sidebarLinks(sidebar)),
    complete:
      inherited === undefined &&
      isWhole(locales) &&
      parts.every((part) => isWhole(part) && isWhole(recordOf(part)['themeConfig'])) &&
      themes.every(({ nav, sidebar }) => isTold(nav) && isTold(sidebar)),
  };
}

/**
 * Addresses besides: logo, icon, those of the footer, which stands as HTML. An icon is written with the base of the site.
 * https://vitepress.dev/reference/default-theme-config
 */
export function linksBeside(config: unknown, base: string): readonly SettingsAddress[] {
  const { locales, head } = recordOf(config);
  const parts = [config, ...Object.values(recordOf(locales))].map(recordOf);
  const themes = parts.map((part) => recordOf(part['themeConfig']));
  const logos = themes.flatMap(({ logo }) => {
    const { src, light, dark } = recordOf(logo);
    return [logo, src, light, dark].flatMap((file) => textOf(file) ?? []);
  });
  const icons = [head, ...parts.slice(1).map((part) => part['head'])].flatMap(listOf).flatMap((tag) => {
    const [name, attributes] = listOf(tag);
    const { rel, href } = recordOf(attributes);
    return name === 'link' && /(?:^|[ -])icon$/u.test(textOf(rel) ?? '') ? (textOf(href) ?? []) : [];
  });
  const footers = themes.flatMap(({ footer }) =>
    [recordOf(footer)['message'], recordOf(footer)['copyright']].flatMap((html) => textOf(html) ?? []),
  );
  const inFooters = footers.flatMap((html) =>
    [...htmlTags(html)].flatMap(({ name, attributes }) => (name === 'a' ? (attributes.get('href')?.value ?? []) : [])),
  );
  return [
    ...[...logos, ...icons].filter((file) => file.startsWith('/')).map((file) => asWritten('file', file)),
    ...inFooters
      .filter((link) => link.startsWith('/') && isOfPage(link) && (base === '/' || link.startsWith(base)))
      .map((link) => asWritten('page', link)),
  ];
}

/** Addresses in tags of the head, which no base is put before. https://vitepress.dev/reference/site-config#head */
export function linksInHead(config: unknown): readonly SettingsAddress[] {
  const { locales } = recordOf(config);
  const heads = [config, ...Object.values(recordOf(locales))].map((part) => recordOf(part)['head']);
  return addressesInHead(heads.flatMap(listOf).map((tag) => listOf(tag)[1]));
}

/** No part of a record is missing, though a value in it may be untold. */
function isWhole(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === 'object' && !(value instanceof CallValue) && isTold(recordOf(value)['...']);
}

/** A sidebar is a list, or a record of lists by address, each maybe with a `base` for the addresses in it. */
function sidebarLinks(sidebar: unknown): string[] {
  if (Array.isArray(sidebar)) return linksIn(sidebar, '');
  return Object.values(recordOf(sidebar)).flatMap((part) => {
    const { items, base } = recordOf(part);
    return Array.isArray(part) ? linksIn(part, '') : linksIn(items, textOf(base) ?? '');
  });
}

function linksIn(items: unknown, base: string): string[] {
  return listOf(items).flatMap((item) => {
    const { link, items: children, base: own } = recordOf(item);
    const start = textOf(own) ?? base;
    const written = textOf(link);
    return [...(written === undefined ? [] : [withBase(start, written)]), ...linksIn(children, start)];
  });
}

/** https://github.com/vuejs/vitepress/blob/main/src/client/theme-default/support/sidebar.ts */
function withBase(base: string, link: string): string {
  if (base === '' || /^[a-z]+:/iu.test(link)) return link;
  return base + link.replace(/^\//u, base.endsWith('/') ? '' : '/');
}

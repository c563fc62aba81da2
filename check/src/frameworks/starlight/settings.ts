import { CallValue, isTold } from '../../settings/evaluated-values.ts';
import { addressesInHead } from '../../settings/head-addresses.ts';
import { asWritten, fromTop, type SettingsAddress } from '../../settings/settings-links.ts';
import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { wholeSettings } from '../../settings/whole-settings.ts';
import { foldersWritten } from './written-pages.ts';

/** What `astro.config.*` says about a Starlight site. https://starlight.astro.build/reference/configuration/ */
export interface StarlightSettings {
  readonly base: string;
  readonly srcFolder: string;
  readonly publicFolder: string;
  /** Folders of languages, without the one at the root. */
  readonly locales: readonly string[];
  /** Folder of the language that others fall back to; empty when it is at the root. */
  readonly defaultLocale: string;
  readonly sidebar: unknown;
  /** Logo, icon, styles, components and other pages that the settings name. */
  readonly links: readonly SettingsAddress[];
  /** In tags of the head, which no base is put before. https://starlight.astro.build/reference/configuration/#head */
  readonly head: readonly SettingsAddress[];
  readonly redirects: readonly (readonly [from: string, to: string])[];
  /** True unless the settings say otherwise: the sidebar and the files that are built end the addresses of pages so. */
  readonly endsInSlash: boolean;
  /** Folders of routes in which plugins publish pages that are not in the repository. */
  readonly written: readonly string[];
  /** What may add addresses to those that are read here, if anything. */
  readonly adds: string | undefined;
  /** The plugin of Starlight that may change headings or their anchors, if any. */
  readonly changesHeadings: string | undefined;
}

/** Integrations and plugins that add no page. https://astro.build/integrations/ and https://starlight.astro.build/resources/plugins/ */
const quietIntegrations =
  /^(?:starlight|mdx|react|preact|vue|svelte|solid(?:Js)?|lit|alpine(?:js)?|sitemap|tailwind(?:css)?|partytown|icon|pagefind|markdoc|db|node|vercel|netlify|cloudflare|astroExpressiveCode|(?:astro)?(?:robots|compress|expressiveCode|mermaid|favicons?|autoImport|d2|og|opengraph|purgecss|unocss|llms|brokenLinks|linkValidator|sentry|posthog|umami|matomo|spotlight|playform|metaTags|webmanifest)\w*)$/iu;
const quietPlugins =
  /theme|^(?:starlight)?(?:catppuccin|ion|black|nova|flexoki|gruvbox|linksValidator|imageZoom|sidebarTopics|sidebarSwipe|autoSidebar|autoDrafts|headingBadges|kbd|docSearch\w*|algolia\w*|typesense\w*|siteGraph|giscus|scrollToTop|packageManagers|showcases|utils|versions|viewModes|fullViewMode|markdownBlocks|llmsTxt|contributorList|github\w*|coolerCredit|progressIndicator|plausible|announcement|uiTweaks|copyButton|pageActions|contextualMenu|telescope|codeblockFullscreen|heading\w*|tooltips?|videos|links?)(?:Plugin)?$/iu;

/** Plugins that leave headings and their anchors alone: of those above, starlight-heading-badges leaves badges out of anchors. */
const leavesHeadings = (callee: string): boolean =>
  (quietPlugins.test(callee) && !/heading/iu.test(callee)) ||
  /openapi|changelog|typedoc|obsidian|blog|tags|katex|icons|mermaid|video|image|search|sidebar|lunaria|feedback|analytics|export|pdf|menu|fonts?$/iu.test(
    callee,
  );

export function readSettings(config: unknown): StarlightSettings {
  const { settings, isWhole } = wholeSettings(config, ['srcDir']);
  const { base, srcDir, publicDir, integrations, redirects, trailingSlash, build } = settings;
  const options = listOf(integrations)
    .flatMap((integration) => (integration instanceof CallValue ? [recordOf(integration.args[0])] : []))
    .find((candidate) => 'sidebar' in candidate || 'title' in candidate);
  const locales = Object.keys(recordOf(options?.['locales'])).filter((name) => name !== '...');
  const hasRoot = locales.length === 0 || locales.includes('root');
  return {
    base: textOf(base) ?? '/',
    srcFolder: textOf(srcDir) ?? 'src',
    publicFolder: textOf(publicDir) ?? 'public',
    locales: locales.filter((locale) => locale !== 'root'),
    defaultLocale: hasRoot ? '' : (textOf(options?.['defaultLocale']) ?? locales[0] ?? ''),
    sidebar: options?.['sidebar'],
    links: linksBeside(recordOf(options)),
    head: addressesInHead(listOf(options?.['head']).map((tag) => recordOf(tag)['attrs'])),
    redirects: Object.entries(recordOf(redirects)).flatMap(([from, target]) => {
      const to = textOf(target) ?? textOf(recordOf(target)['destination']);
      return to === undefined ? [] : [[from, to] as const];
    }),
    endsInSlash:
      isWhole && trailingSlash !== 'never' && [undefined, 'directory'].includes(textOf(recordOf(build)['format'])),
    written: foldersWritten(options?.['plugins']),
    adds:
      isWhole && options !== undefined && isTold(options['...'])
        ? (unknownAmong(integrations, quietIntegrations) ?? unknownAmong(options['plugins'], quietPlugins))
        : 'what only running the settings tells',
    changesHeadings: calleeOf(listOf(options?.['plugins']), (callee) => !leavesHeadings(callee)),
  };
}

/** The first integration of Astro that is not known to add no page. */
export function unknownIntegration(integrations: unknown): string | undefined {
  return unknownAmong(integrations, quietIntegrations);
}

/** The first call of a list that is not known to add no page; `node({ mode })` and `isProduction && compress()` are such. */
function unknownAmong(list: unknown, quiet: RegExp): string | undefined {
  return calleeOf(listOf(list), (callee) => !quiet.test(callee));
}

function calleeOf(list: readonly unknown[], isLoud: (callee: string) => boolean): string | undefined {
  return list.flatMap((one) => (one instanceof CallValue && isLoud(one.callee) ? [one.callee] : []))[0];
}

/**
 * What Astro imports is named by its path from the settings, or as a package; the icon is a file that is served.
 * https://starlight.astro.build/reference/configuration/
 */
function linksBeside({ logo, favicon, customCss, components, social }: Readonly<Record<string, unknown>>) {
  const { src, light, dark } = recordOf(logo);
  const imported = [src, light, dark, ...listOf(customCss), ...Object.values(recordOf(components))];
  const pages = Array.isArray(social)
    ? listOf(social).map((item) => recordOf(item)['href'])
    : Object.values(recordOf(social));
  return [
    ...imported.flatMap((file) =>
      textOf(file)?.startsWith('.') === true ? [asWritten('file', textOf(file) ?? '')] : [],
    ),
    ...(textOf(favicon) === undefined ? [] : [fromTop('file', textOf(favicon) ?? '')]),
    ...pages.flatMap((page) => (textOf(page)?.startsWith('/') === true ? [asWritten('page', textOf(page) ?? '')] : [])),
  ];
}

export interface SidebarNames {
  /** Pages by slug; one that does not exist stops the build. */
  readonly slugs: readonly string[];
  readonly links: readonly string[];
  /** Folders whose pages are listed by themselves. */
  readonly folders: readonly string[];
}

/** https://starlight.astro.build/guides/sidebar/ */
export function namesInSidebar(sidebar: unknown): SidebarNames {
  const names = { slugs: [] as string[], links: [] as string[], folders: [] as string[] };
  const walk = (item: unknown): void => {
    if (typeof item === 'string') names.slugs.push(item);
    const { slug, link, items, autogenerate } = recordOf(item);
    if (typeof slug === 'string') names.slugs.push(slug);
    if (typeof link === 'string') names.links.push(link);
    const folder = textOf(recordOf(autogenerate)['directory']);
    if (folder !== undefined) names.folders.push(folder);
    listOf(items).forEach(walk);
  };
  listOf(sidebar).forEach(walk);
  return names;
}

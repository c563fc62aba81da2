/** A site generator: its settings files, and where it reads its navigation. */
interface Generator {
  readonly name: string;
  readonly settings: RegExp;
  /** File names, without folders, below the settings' folder. If missing, the settings file contains the navigation. */
  readonly navigation?: RegExp;
  /** If the settings are at the top, pages may be in any folder. */
  readonly readsEveryFolder?: true;
}

/** In order of precedence: the first generator whose settings exist. */
const generators: readonly Generator[] = [
  { name: 'Mintlify', settings: /(?:^|\/)(?:docs|mint)\.json$/u, readsEveryFolder: true },
  {
    name: 'Docusaurus',
    settings: /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/u,
    navigation: /^(?:[\w-]{0,100}sidebars?[\w-]{0,100}\.(?:[cm]?[jt]s|json)|_category_\.(?:json|ya?ml))$/iu,
  },
  {
    name: 'VitePress',
    settings: /(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/u,
    navigation: /^[\w-]{0,100}(?:sidebar|nav)[\w-]{0,100}\.(?:[cm]?[jt]s|json)$/iu,
  },
  { name: 'MkDocs', settings: /(?:^|\/)mkdocs\.ya?ml$/u, navigation: /^(?:\.pages|\.nav\.yml|SUMMARY\.md)$/u },
  { name: 'Zensical', settings: /(?:^|\/)zensical\.toml$/u },
  {
    name: 'Fumadocs',
    settings: /(?:^|\/)source\.config\.[cm]?[jt]s$/u,
    navigation: /^meta(?:\.\w+)?\.(?:json|ya?ml)$/u,
  },
  {
    name: 'Astro Starlight',
    settings: /(?:^|\/)astro\.config\.[cm]?[jt]s$/u,
    navigation: /^[\w-]{0,100}sidebar[\w-]{0,100}\.(?:[cm]?[jt]s|json)$/iu,
  },
  { name: 'Antora', settings: /(?:^|\/)antora\.yml$/u, navigation: /^nav[\w-]*\.adoc$/u },
  { name: 'GitBook', settings: /(?:^|\/)\.gitbook\.yaml$/u, navigation: /^SUMMARY\.md$/u, readsEveryFolder: true },
  { name: 'mdBook', settings: /(?:^|\/)book\.toml$/u, navigation: /^SUMMARY\.md$/u },
  {
    name: 'Hugo',
    settings: /(?:^|\/)(?:hugo|config\/_default\/(?:hugo|config))\.(?:toml|ya?ml)$/u,
    navigation: /^menus?(?:\.\w+)?\.(?:toml|ya?ml|json)$/u,
  },
  {
    name: 'Lume',
    settings: /(?:^|\/)_config\.[jt]s$/u,
    navigation: /^_data\.(?:[jt]s|json|ya?ml)$/u,
    readsEveryFolder: true,
  },
  { name: 'Sphinx', settings: /(?:^|\/)conf\.py$/u, navigation: /^(?:index\.(?:rst|md)|_toc\.ya?ml)$/u },
  {
    name: 'Jekyll',
    settings: /(?:^|\/)_config\.ya?ml$/u,
    navigation: /^(?:nav(?:igation)?|sidebars?|toc|menu)\.ya?ml$/u,
    readsEveryFolder: true,
  },
  {
    name: 'Nextra',
    settings: /(?:^|\/)next\.config\.[cm]?[jt]s$/u,
    navigation: /^_meta(?:\.global)?\.(?:json|[cm]?[jt]sx?)$/u,
  },
];

export interface Site {
  readonly name: string;
  readonly settings: string;
  /** Folder of the settings; ends with a slash, empty for the top. */
  readonly folder: string;
  readonly isWholeRepository: boolean;
  readonly navigation: RegExp | undefined;
}

/** The repository's site, by the settings file closest to the top. */
export function findSite(paths: readonly string[]): Site | undefined {
  for (const { name, settings, navigation, readsEveryFolder } of generators) {
    const [path] = paths.filter((file) => settings.test(file)).sort(byDepth);
    if (path === undefined) continue;
    const folder = path.replace(
      /(?:\.vitepress\/config(?:\/index)?|config\/_default\/\w{1,100}|[^/]{1,255})\.\w{1,20}$/u,
      '',
    );
    const isWholeRepository = folder === '' && readsEveryFolder === true;
    return { name, settings: path, folder, isWholeRepository, navigation };
  }
  return undefined;
}

/** Other files to list, by their names without folders. */
const kinds: readonly (readonly [title: string, matches: (name: string) => boolean, limit: number])[] = [
  [
    'Redirects',
    (name) =>
      /^(?:_redirects|vercel\.json|netlify\.toml|staticwebapp\.config\.json)$/u.test(name) ||
      /redirect[^/]{0,100}\.(?:json|ya?ml|csv|txt)$|redirects\.[cm]?[jt]s$/u.test(name),
    4,
  ],
  [
    'API descriptions',
    (name) => /^[\w.-]{0,100}(?:openapi|swagger|asyncapi)[\w.-]{0,100}\.(?:json|ya?ml)$/iu.test(name),
    3,
  ],
  [
    'Writing guides',
    (name) =>
      /^(?:AGENTS|CLAUDE|CONTRIBUTING|STYLE[-_]?GUIDE|WRITING|GLOSSARY|TRANSLAT(?:ING|ION)|\.cursorrules|copilot-instructions)(?:\.mdx?|\.rst|\.adoc|\.txt)?$/iu.test(
        name,
      ),
    8,
  ],
];

/** Files that a change most often needs besides pages, one line per kind. `pages` contains only documentation. */
export function siteFiles(paths: readonly string[], pages: readonly string[], site: Site | undefined): string[] {
  const isNearPages = (path: string) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    return (
      folder === '' ||
      folder === site?.folder ||
      folder.startsWith('.') ||
      pages.some((page) => page.startsWith(folder))
    );
  };
  const sorted = paths.filter((path) => !/(?:^|\/)node_modules\//u.test(path)).sort(byDepth);
  const navigation = sorted.filter(
    (path) => site?.navigation?.test(nameOf(path)) === true && path.startsWith(site.folder) && isNearPages(path),
  );
  return [
    ...(site === undefined
      ? []
      : [
          `Framework: ${site.name} (${site.settings})`,
          formatList('Navigation', navigation.length > 0 ? navigation : [site.settings], 6),
        ]),
    ...kinds.flatMap(([title, matches, limit]) => {
      const files = sorted.filter((path) => matches(nameOf(path)) && (title !== 'Writing guides' || isNearPages(path)));
      return files.length === 0 ? [] : [formatList(title, files, limit)];
    }),
  ];
}

function formatList(title: string, files: readonly string[], limit: number): string {
  const more = files.length > limit ? `, and ${files.length - limit} more` : '';
  return `${title}: ${files.slice(0, limit).join(', ')}${more}`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function byDepth(a: string, b: string): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : 1);
}

/** A program that builds sites: what it is set up by, and where it reads its navigation. */
interface Program {
  readonly name: string;
  readonly settings: RegExp;
  /** Names without folders, of files below the settings' folder. Without one, the settings hold the navigation. */
  readonly navigation?: RegExp;
  /** Where the settings stand at the top, pages may lie in any folder. */
  readonly readsEveryFolder?: true;
}

/** In this order; the first whose settings are there. */
const programs: readonly Program[] = [
  { name: 'Mintlify', settings: /(?:^|\/)(?:docs|mint)\.json$/u, readsEveryFolder: true },
  {
    name: 'Docusaurus',
    settings: /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/u,
    navigation: /^(?:[\w-]*sidebars?[\w-]*\.(?:[cm]?[jt]s|json)|_category_\.(?:json|ya?ml))$/iu,
  },
  {
    name: 'VitePress',
    settings: /(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/u,
    navigation: /^[\w-]*(?:sidebar|nav)[\w-]*\.(?:[cm]?[jt]s|json)$/iu,
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
    navigation: /^[\w-]*sidebar[\w-]*\.(?:[cm]?[jt]s|json)$/iu,
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
  /** Of the settings; ends with a slash, empty for the top. */
  readonly folder: string;
  readonly isWholeRepository: boolean;
  readonly navigation: RegExp | undefined;
}

/** The site that a repository is set up for, by the settings closest to its top. */
export function findSite(paths: readonly string[]): Site | undefined {
  for (const { name, settings, navigation, readsEveryFolder } of programs) {
    const [path] = paths.filter((file) => settings.test(file)).sort(byDepth);
    if (path === undefined) continue;
    const folder = path.replace(/(?:\.vitepress\/config(?:\/index)?|config\/_default\/\w+|[^/]+)\.\w+$/u, '');
    const isWholeRepository = folder === '' && readsEveryFolder === true;
    return { name, settings: path, folder, isWholeRepository, navigation };
  }
  return undefined;
}

/** What else is named, by the names of files without their folders. */
const kinds: readonly (readonly [title: string, isMeant: (name: string) => boolean, most: number])[] = [
  [
    'Redirects',
    (name) =>
      /^(?:_redirects|vercel\.json|netlify\.toml|staticwebapp\.config\.json)$/u.test(name) ||
      (name.includes('redirect') && /\.(?:json|[cm]?[jt]s|ya?ml|csv|txt)$/u.test(name)),
    4,
  ],
  ['API descriptions', (name) => /^[\w.-]*(?:openapi|swagger|asyncapi)[\w.-]*\.(?:json|ya?ml)$/iu.test(name), 3],
  [
    'Writing guides',
    (name) =>
      /^(?:AGENTS|CLAUDE|CONTRIBUTING|STYLE[-_]?GUIDE|WRITING|GLOSSARY|TRANSLAT(?:ING|ION)|\.cursorrules|copilot-instructions)(?:\.mdx?|\.rst|\.adoc|\.txt)?$/iu.test(
        name,
      ),
    8,
  ],
];

/** The files that a change most often needs besides pages, a line for each kind. `pages` is the documentation alone. */
export function siteFiles(all: readonly string[], pages: readonly string[], site: Site | undefined): string[] {
  const isNearPages = (path: string) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    return (
      folder === '' ||
      folder === site?.folder ||
      folder.startsWith('.') ||
      pages.some((each) => each.startsWith(folder))
    );
  };
  const near = all.filter((path) => !/(?:^|\/)node_modules\//u.test(path)).sort(byDepth);
  const navigation = near.filter(
    (path) => site?.navigation?.test(nameOf(path)) === true && path.startsWith(site.folder) && isNearPages(path),
  );
  return [
    ...(site === undefined
      ? []
      : [
          `Framework: ${site.name} (${site.settings})`,
          listed('Navigation', navigation.length > 0 ? navigation : [site.settings], 6),
        ]),
    ...kinds.flatMap(([title, isMeant, most]) => {
      const files = near.filter((path) => isMeant(nameOf(path)) && (title !== 'Writing guides' || isNearPages(path)));
      return files.length === 0 ? [] : [listed(title, files, most)];
    }),
  ];
}

function listed(title: string, files: readonly string[], most: number): string {
  const more = files.length > most ? `, and ${files.length - most} more` : '';
  return `${title}: ${files.slice(0, most).join(', ')}${more}`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function byDepth(one: string, other: string): number {
  return one.split('/').length - other.split('/').length || (one < other ? -1 : 1);
}

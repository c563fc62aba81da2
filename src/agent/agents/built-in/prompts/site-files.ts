/** What the framework of a site is told by, the first that is there. */
const frameworks: readonly (readonly [name: string, settings: RegExp])[] = [
  ['Mintlify', /(?:^|\/)(?:docs|mint)\.json$/],
  ['Docusaurus', /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/],
  ['VitePress', /(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/],
  ['MkDocs', /(?:^|\/)mkdocs\.ya?ml$/],
  ['Fumadocs', /(?:^|\/)source\.config\.[cm]?[jt]s$/],
  ['Astro Starlight', /(?:^|\/)astro\.config\.[cm]?[jt]s$/],
  ['Antora', /(?:^|\/)antora\.yml$/],
  ['GitBook', /(?:^|\/)\.gitbook\.yaml$/],
  ['mdBook', /(?:^|\/)book\.toml$/],
  ['Hugo', /(?:^|\/)hugo\.(?:toml|ya?ml)$/],
  ['Sphinx', /(?:^|\/)conf\.py$/],
  ['Jekyll', /(?:^|\/)_config\.yml$/],
  ['Next.js', /(?:^|\/)next\.config\.[cm]?[jt]s$/],
];

const kinds: readonly (readonly [title: string, files: RegExp, most: number])[] = [
  [
    'Navigation',
    /(?:^|\/)(?:docs\.json|mint\.json|[\w-]*sidebars?[\w-]*\.(?:[cm]?[jt]s|json|ya?ml)|mkdocs\.ya?ml|_toc\.ya?ml|SUMMARY\.md|nav\.(?:adoc|ya?ml|json)|navigation\.(?:[jt]s|ya?ml|json)|_?meta(?:\.global)?\.(?:json|[jt]sx?)|\.pages)$/,
    6,
  ],
  [
    'Redirects',
    /(?:^|\/)(?:_redirects|[\w-]*redirects?[\w-]*\.(?:json|[cm]?[jt]s|ya?ml|csv|txt)|vercel\.json|netlify\.toml|staticwebapp\.config\.json)$/,
    4,
  ],
  [
    'For whoever writes',
    /(?:^|\/)(?:AGENTS|CLAUDE|CONTRIBUTING|STYLE[-_]?GUIDE|WRITING|GLOSSARY|llms|\.cursorrules|copilot-instructions)(?:\.mdx?|\.txt)?$/i,
    6,
  ],
];

/** The files that a change most often needs besides pages, a line for each kind. `all` is the whole repository. */
export function siteFiles(all: readonly string[], inside: readonly string[]): string[] {
  const shortest = [...inside].sort(
    (one, other) => one.split('/').length - other.split('/').length || (one < other ? -1 : 1),
  );
  const settings = frameworks.flatMap(([name, pattern]) => {
    const path = [...all]
      .sort((one, other) => one.length - other.length || (one < other ? -1 : 1))
      .find((file) => pattern.test(file));
    return path === undefined ? [] : [`${name} (${path})`];
  });
  return [
    ...(settings[0] === undefined ? [] : [`Framework: ${settings[0]}`]),
    ...kinds.flatMap(([title, pattern, most]) => {
      const files = shortest.filter((path) => pattern.test(path));
      if (files.length === 0) return [];
      const more = files.length > most ? `, and ${files.length - most} more` : '';
      return [`${title}: ${files.slice(0, most).join(', ')}${more}`];
    }),
  ];
}

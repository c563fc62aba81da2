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
  ['Hugo', /(?:^|\/)(?:hugo|config\/_default\/(?:hugo|config))\.(?:toml|ya?ml)$/],
  ['Sphinx', /(?:^|\/)conf\.py$/],
  ['Jekyll', /(?:^|\/)_config\.yml$/],
  ['Next.js', /(?:^|\/)next\.config\.[cm]?[jt]s$/],
];

/** What is told of a repository, by the names of its files without their folders. */
const kinds: readonly (readonly [title: string, isMeant: (name: string) => boolean, most: number])[] = [
  [
    'Navigation',
    (name) =>
      /^(?:(?:docs|mint)\.json|mkdocs\.ya?ml|_toc\.ya?ml|SUMMARY\.md|nav\.(?:adoc|ya?ml|json)|navigation\.(?:[jt]s|ya?ml|json)|_?meta(?:\.global)?\.(?:json|[jt]sx?)|\.pages)$/.test(
        name,
      ) ||
      (name.includes('sidebar') && /\.(?:[cm]?[jt]s|json|ya?ml)$/.test(name)),
    6,
  ],
  [
    'Redirects',
    (name) =>
      /^(?:_redirects|vercel\.json|netlify\.toml|staticwebapp\.config\.json)$/.test(name) ||
      (name.includes('redirect') && /\.(?:json|[cm]?[jt]s|ya?ml|csv|txt)$/.test(name)),
    4,
  ],
  [
    'Writing guides',
    (name) =>
      /^(?:AGENTS|CLAUDE|CONTRIBUTING|STYLE[-_]?GUIDE|WRITING|GLOSSARY|llms|\.cursorrules|copilot-instructions)(?:\.mdx?|\.txt)?$/i.test(
        name,
      ),
    6,
  ],
];

/** The files that a change most often needs besides pages, a line for each kind. `all` is the whole repository. */
export function siteFiles(all: readonly string[], inside: readonly string[]): string[] {
  const shortest = [...inside].sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  const settings = frameworks.flatMap(([name, pattern]) => {
    const path = [...all].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).find((file) => pattern.test(file));
    return path === undefined ? [] : [`${name} (${path})`];
  });
  return [
    ...(settings[0] === undefined ? [] : [`Framework: ${settings[0]}`]),
    ...kinds.flatMap(([title, isMeant, most]) => {
      const files = shortest.filter((path) => isMeant(path.slice(path.lastIndexOf('/') + 1)));
      if (files.length === 0) return [];
      const more = files.length > most ? `, and ${files.length - most} more` : '';
      return [`${title}: ${files.slice(0, most).join(', ')}${more}`];
    }),
  ];
}

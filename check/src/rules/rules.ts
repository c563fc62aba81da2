export interface Rule {
  readonly severity: 'error' | 'warning' | 'notice';
  /** What is wrong when a finding has this name; the user guide shows it. */
  readonly summary: string;
}

/** Every rule by name, with the severity that it has unless `.docwright/check.yml` says otherwise. */
export const rules: Readonly<Record<string, Rule>> = {
  'mdx-syntax': { severity: 'error', summary: 'MDX that does not parse' },
  'frontmatter-syntax': { severity: 'error', summary: 'frontmatter that is not valid YAML or never closed' },
  'frontmatter-field': { severity: 'error', summary: 'a frontmatter field that the framework refuses or misses' },
  'unclosed-fence': { severity: 'error', summary: 'a code block that is never closed' },
  'unclosed-comment': { severity: 'error', summary: 'a comment that is never closed, so that it hides what follows' },
  'unclosed-block': {
    severity: 'error',
    summary: 'a block such as `:::note` that is not begun or not closed as it has to be',
  },
  'template-syntax': {
    severity: 'error',
    summary: 'an element or an expression in `{{ }}` for which Vue refuses a page',
  },
  'conflict-marker': { severity: 'error', summary: 'a conflict that git left behind' },
  'page-too-complex': {
    severity: 'warning',
    summary: 'a page that is too long, or does not parse within 20 seconds, and is not checked',
  },
  'broken-link': { severity: 'error', summary: 'a link that leads to no page and no file' },
  'broken-anchor': { severity: 'error', summary: 'a link to an anchor that the page does not have' },
  'missing-file': { severity: 'error', summary: 'an image or file that does not exist' },
  'malformed-link': {
    severity: 'error',
    summary:
      'an address that does not decode, names no host, was pasted twice, begins with a quotation mark or has spaces',
  },
  'empty-link': { severity: 'error', summary: 'a link without an address' },
  'undefined-reference': { severity: 'warning', summary: 'a reference or footnote that is defined nowhere' },
  'redirected-link': { severity: 'notice', summary: 'a link that only a redirect saves' },
  'broken-import': { severity: 'error', summary: 'an import of a file that does not exist' },
  'broken-include': { severity: 'error', summary: 'an included file or snippet that does not exist' },
  'unknown-component': { severity: 'error', summary: 'a component that nothing defines' },
  'navigation-missing-page': { severity: 'error', summary: 'a navigation entry that names no page' },
  'unreachable-page': { severity: 'warning', summary: 'a page that no navigation and no link leads to' },
  'not-in-navigation': { severity: 'warning', summary: 'a page that the change added without listing it' },
  'duplicate-route': { severity: 'error', summary: 'two pages published at the same address' },
  'duplicate-anchor': {
    severity: 'warning',
    summary: 'an anchor that is given twice on a page, or a target on two pages of Sphinx',
  },
  'redirect-loop': { severity: 'error', summary: 'a redirect that comes back to itself' },
  'redirect-to-nowhere': { severity: 'error', summary: 'a redirect to a page that does not exist' },
  'moved-page-without-redirect': {
    severity: 'warning',
    summary: 'a page that the change took away without a redirect',
  },
  'settings-syntax': { severity: 'error', summary: 'a settings file that does not parse' },
  settings: { severity: 'error', summary: 'a setting that is not as the framework needs it' },
  'openapi-syntax': { severity: 'error', summary: 'an OpenAPI file that does not parse' },
  'openapi-invalid': { severity: 'warning', summary: 'an OpenAPI file that breaks the specification' },
  'openapi-missing-operation': {
    severity: 'error',
    summary: 'a page about an operation that the OpenAPI file does not have',
  },
  'heading-skips-level': { severity: 'notice', summary: 'a heading that leaves a level out' },
  'missing-alt': { severity: 'notice', summary: 'an image without alternative text' },
  'external-link': { severity: 'warning', summary: 'with `--external`: a link to a page or host that is gone' },
  'not-checked': { severity: 'error', summary: 'what could not be checked, because it is too much for the checker' },
  'too-many-findings': { severity: 'notice', summary: 'how many findings a report had no room for' },
  'build-says': {
    severity: 'error',
    summary: "with `--with-build`: what the framework's own build alone says is wrong",
  },
  doubted: {
    severity: 'warning',
    summary: 'errors alike, so many that the site probably has something that makes them right',
  },
  'check-settings': { severity: 'error', summary: '`.docwright/check.yml` itself is wrong' },
};

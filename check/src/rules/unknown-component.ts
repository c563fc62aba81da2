import { fileNameOf } from '../site/paths.ts';
import type { Site } from '../site/site.ts';
import type { Rule } from './rule.ts';

export const unknownComponent: Rule = {
  name: 'unknown-component',
  severity: 'error',
  finds: 'a component that neither the page, nor the framework, nor the repository defines',
  fix: 'Import the component, correct its name, or write it inside backticks.',
  example: '`<Crad title="Start">` on a Mintlify page',
  source: 'https://mdxjs.com/docs/using-mdx/#components',
  *onPage({ site }, path, { definedNames, components, parsed }) {
    // What a page that does not parse imports is not known.
    if (site.components === undefined || !parsed) return;
    const known = new Set(definedNames);
    for (const { name, line, column } of components) {
      const root = name.split('.', 1)[0] ?? name;
      if (known.has(root) || site.components(name) || site.components(root)) continue;
      if (isDefinedByPages(site, path, root)) continue;
      known.add(root);
      const message = `The component \`<${name}>\` is not imported here, and no page may use it without that.`;
      yield { path, line, column, message, sought: { kind: 'component', written: name, at: name } };
    }
  },
};

/** A snippet is put into the pages that show it, with what these import. */
function isDefinedByPages(site: Site, path: string, name: string): boolean {
  if (site.routes.size === 0 || site.routeOf.has(path)) return false;
  const shows = [...site.pages.values()].filter(({ imports }) =>
    imports.some(({ source }) => fileNameOf(source) === fileNameOf(path)),
  );
  return shows.length > 0 && shows.every(({ definedNames }) => definedNames.includes(name));
}

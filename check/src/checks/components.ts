import { fileNameOf } from '../site/paths.ts';
import type { Site } from '../site/site.ts';
import type { PageCheck } from './check-context.ts';

/** Components that neither the page, nor the framework, nor the repository defines: they fail when the page is shown. */
export const unknownComponents: PageCheck = function* ({ site }, path, facts) {
  // What a page that does not parse imports is not known.
  if (site.components === undefined || !facts.parsed) return;
  const own = new Set(facts.definedNames);
  const told = new Set<string>();
  for (const { name, line, column } of facts.components) {
    const root = name.split('.', 1)[0] ?? name;
    if (own.has(root) || site.components(name) || site.components(root) || told.has(name)) continue;
    if (isBroughtByPages(site, path, root)) continue;
    told.add(name);
    const message = `The component <${name}> is not imported here and is none that every page may use.`;
    yield { path, line, column, rule: 'unknown-component', severity: 'error', message };
  }
};

/** Mintlify puts a snippet into the page that shows it, with what that page imports. */
function isBroughtByPages(site: Site, path: string, name: string): boolean {
  if (site.framework !== 'mintlify' || site.routeOf.has(path)) return false;
  const shows = [...site.pages.values()].filter(({ imports }) =>
    imports.some(({ source }) => fileNameOf(source) === fileNameOf(path)),
  );
  return shows.length > 0 && shows.every(({ definedNames }) => definedNames.includes(name));
}

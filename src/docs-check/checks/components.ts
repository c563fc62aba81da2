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
    told.add(name);
    const message = `The component <${name}> is not imported here and is none that every page may use.`;
    yield { path, line, column, rule: 'unknown-component', severity: 'error', message };
  }
};

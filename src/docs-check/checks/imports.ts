import { resolveImport } from '../site/resolve-import.ts';
import type { PageCheck } from './check-context.ts';

/** Imported files of the repository that do not exist: the page cannot be built. */
export const brokenImports: PageCheck = function* ({ site, files, madeByBuild }, path, facts) {
  for (const { source, line, column } of facts.imports) {
    const target = resolveImport(site, files, path, source);
    if (target.kind !== 'missing' || madeByBuild(target.looked)) continue;
    const message = `The import ${source} names no file (looked for ${target.looked}).`;
    yield { path, line, column, rule: 'broken-import', severity: 'error', message };
  }
};

import { folderOf, joinPath } from '../site/paths.ts';
import { includePlaces, resolveImport } from '../site/resolve-import.ts';
import type { PageCheck } from './check-context.ts';

/** Imported files of the repository that do not exist: the page cannot be built. */
export const brokenImports: PageCheck = function* ({ site, files, madeByBuild }, path, facts) {
  for (const { source, line, column } of facts.imports) {
    const target = resolveImport(site, files, path, source);
    if (target.kind !== 'missing' || madeByBuild(target.looked)) continue;
    const message = `The import ${source} names no file (looked for ${target.looked}).`;
    const sought = { kind: 'import', written: source, at: target.looked } as const;
    yield { path, line, column, rule: 'broken-import', severity: 'error', message, sought };
  }
  for (const { source, shows, whenMissing = 'error', line, column } of facts.includes) {
    const places = includePlaces(site, path, source);
    const climbsOut = joinPath(folderOf(path), source) === undefined;
    if (
      whenMissing === 'nothing' ||
      shows === 'generated' ||
      climbsOut ||
      places.length === 0 ||
      /^(?:https?|virtual):|[*{]/u.test(source)
    )
      continue;
    if (places.some((place) => files.has(place) || madeByBuild(place))) continue;
    const doubt = whenMissing === 'warning' ? ' Not certain: a template may be looked for elsewhere.' : '';
    const message = `The included file ${source} does not exist.${doubt}`;
    const sought = { kind: 'include', written: source, at: places[0] ?? source } as const;
    yield { path, line, column, rule: 'broken-include', severity: whenMissing, message, sought };
  }
};

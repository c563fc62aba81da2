import { folderOf, joinPath } from '../site/paths.ts';
import { includePlaces, resolveImport } from '../site/includes.ts';
import type { Rule } from './rule.ts';

export const brokenImport: Rule = {
  name: 'broken-import',
  severity: 'error',
  finds: 'an import of a file that does not exist',
  fix: 'Name the file that was meant; it is looked for beside the page.',
  example: "`import Note from './note.mdx'` where there is no `note.mdx`",
  source: 'https://mdxjs.com/docs/what-is-mdx/#esm',
  *onPage({ site, files, madeByBuild }, path, { imports }) {
    for (const { source, line, column } of imports) {
      const target = resolveImport(site, files, path, source);
      if (target.kind !== 'missing' || madeByBuild(target.looked)) continue;
      const message = `The import \`${source}\` does not resolve: there is no file at ${target.looked}.`;
      yield { path, line, column, message, sought: { kind: 'import', written: source, at: target.looked } };
    }
  },
};

/** What several versions, hosts or patterns stand for. */
const notOneFile = /^(?:https?|virtual):|[*{]/u;

export const brokenInclude: Rule = {
  name: 'broken-include',
  severity: 'error',
  finds: 'an included file or snippet that does not exist',
  fix: 'Name the file that was meant.',
  example: '`--8<-- "part.md"` where there is no `part.md`',
  source: 'https://facelessuser.github.io/pymdown-extensions/extensions/snippets/',
  *onPage({ site, files, madeByBuild }, path, { includes }) {
    for (const { source, shows, whenMissing, line, column } of includes) {
      const places = includePlaces(site, path, source);
      const climbsOut = joinPath(folderOf(path), source) === undefined;
      if (whenMissing === 'nothing' || shows === 'generated' || climbsOut || notOneFile.test(source)) continue;
      if (places.length === 0 || places.some((place) => files.has(place) || madeByBuild(place))) continue;
      const unsure = whenMissing === 'warning' ? { unsure: 'the template may be looked for elsewhere' } : {};
      const sought = { kind: 'include', written: source, at: places[0] ?? source } as const;
      yield { path, line, column, message: `The included file \`${source}\` does not exist.`, sought, ...unsure };
    }
  },
};

import type { PageFacts, Place } from '../../page/page-facts.ts';
import { nameOf } from '../../page/restructuredtext-names.ts';
import { extensionOf } from '../../site/paths.ts';
import { placeOf, type SiteProblem } from '../../site/site.ts';

interface Target extends Place {
  readonly path: string;
  readonly id: string;
}

/**
 * Targets that several pages give and a role names: they are names of the whole project, of which the last that is read counts, so
 * that the role leads to one of the pages alone, and Sphinx says so (`duplicate label`).
 * https://github.com/sphinx-doc/sphinx/blob/v8.0.2/sphinx/domains/std/__init__.py (`process_doc`)
 */
export function* repeatedTargets(
  pages: ReadonlyMap<string, PageFacts>,
  published: ReadonlySet<string>,
): Iterable<SiteProblem> {
  const isNamed = new Set(
    [...pages.values()].flatMap(({ links }) =>
      links.flatMap(({ element, url }) => (element === 'ref' ? [nameOf(url.slice(1))] : [])),
    ),
  );
  const targets = [...pages].flatMap(([path, { ids }]) =>
    published.has(path) && isOfText(path) ? writtenTargets(path, ids).filter(({ id }) => isNamed.has(id)) : [],
  );
  for (const [id, alike] of Map.groupBy(targets, (target) => target.id)) {
    const [first, other] = new Map(alike.map((target) => [target.path, target])).values();
    if (first === undefined || other === undefined) continue;
    const { path, line, column } = other;
    const message =
      `The target ${id} is given on ${first.path} too (line ${first.line}). ` +
      'Of a name that several pages have, Sphinx takes the last that it reads, so that :ref: leads to one of them alone.';
    yield { path, line, column, rule: 'duplicate-anchor', severity: 'warning', message };
  }
}

function isOfText(path: string): boolean {
  return !['.md', '.ipynb'].includes(extensionOf(path));
}

/** Without the ids that docutils makes of the names, which are no names of the project. */
function writtenTargets(path: string, ids: PageFacts['ids']): readonly Target[] {
  const seen = new Set<string>();
  return ids.flatMap(({ id, line, column }) => {
    const place = placeOf({ path, line, column });
    if (seen.has(place)) return [];
    seen.add(place);
    return [{ path, id, line, column }];
  });
}

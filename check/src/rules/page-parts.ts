import { folderOf, joinPath, fileNameOf } from '../site/paths.ts';
import { includePlaces, resolveImport } from '../site/includes.ts';
import type { Rule } from './rule.ts';
import type { Site, FrontmatterField } from '../site/site.ts';

export const brokenImport: Rule = {
  name: 'broken-import',
  severity: 'error',
  finds: 'an import of a file that does not exist',
  fix: 'Correct the path. It is resolved relative to the page.',
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
  fix: 'Correct the path.',
  example: '`--8<-- "part.md"` where there is no `part.md`',
  source: 'https://facelessuser.github.io/pymdown-extensions/extensions/snippets/',
  *onPage({ site, files, madeByBuild }, path, { includes }) {
    for (const { source, shows, whenMissing, line, column } of includes) {
      const places = includePlaces(site, path, source);
      const climbsOut = joinPath(folderOf(path), source) === undefined;
      if (whenMissing === 'nothing' || shows === 'generated' || climbsOut || notOneFile.test(source)) continue;
      if (places.length === 0 || places.some((place) => files.has(place) || madeByBuild(place))) continue;
      const unsure = whenMissing === 'warning' ? { unsure: 'the template may be resolved elsewhere' } : {};
      const sought = { kind: 'include', written: source, at: places[0] ?? source } as const;
      yield { path, line, column, message: `The included file \`${source}\` does not exist.`, sought, ...unsure };
    }
  },
};

export const unknownComponent: Rule = {
  name: 'unknown-component',
  severity: 'error',
  finds: 'a component that neither the page, nor the framework, nor the repository defines',
  fix: 'Import the component, correct its name, or put it in backticks.',
  example: '`<Crad title="Start">` on a Mintlify page',
  source: 'https://mdxjs.com/docs/using-mdx/#components',
  *onPage({ site }, path, { definedNames, components, parsed }) {
    // What a page that does not parse imports is not known.
    if (site.components === undefined || !parsed) return;
    const knownNames = new Set(definedNames);
    for (const { name, line, column } of components) {
      const root = name.split('.', 1)[0] ?? name;
      if (knownNames.has(root) || site.components(name) || site.components(root)) continue;
      if (isDefinedByPages(site, path, root)) continue;
      knownNames.add(root);
      const message = `The component \`<${name}>\` must be imported on this page, but is not.`;
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

export const frontmatterField: Rule = {
  name: 'frontmatter-field',
  severity: 'error',
  finds: 'a frontmatter field that is invalid for the framework, or required and missing',
  fix: 'Give the field the type in the message.',
  example: '`sidebar_position: first` where Docusaurus needs a number',
  source: 'https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#markdown-front-matter',
  *onPage({ site }, path, { frontmatter, parsed, problems }) {
    if (!parsed || !site.routeOf.has(path) || problems.some(({ rule }) => rule === 'frontmatter-syntax')) return;
    for (const declared of site.frontmatter(path)) {
      const { field, kind, required, stated } = declared;
      const value = frontmatter[field];
      const isMissing = value === undefined || value === null;
      if (isMissing ? !required : isTaken(value, declared)) continue;
      const message = isMissing
        ? `The frontmatter needs \`${field}\`. ${site.framework} cannot build a page without it.`
        : `\`${field}\` in the frontmatter must be a ${kind}, not a ${kindOf(value)}.`;
      const unsure = stated === 'enforced' ? {} : { unsure: `${site.framework} still builds the page` };
      yield { path, line: 1, column: 1, message, ...unsure };
    }
  },
};

function isTaken(value: unknown, { kind, converts }: FrontmatterField): boolean {
  if (kindOf(value) === kind) return true;
  if (converts !== true) return false;
  if (typeof value === 'number') return kind === 'string';
  if (typeof value !== 'string') return false;
  return kind === 'boolean' ? /^(?:true|false)$/iu.test(value) : kind === 'number' && /^-?\d+(?:\.\d+)?$/u.test(value);
}

function kindOf(value: unknown): FrontmatterField['kind'] | 'date' {
  if (Array.isArray(value)) return 'list';
  if (value instanceof Date) return 'date';
  const kind = typeof value;
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'map';
}

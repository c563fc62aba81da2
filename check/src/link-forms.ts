import type { CheckedSite } from './check-site.ts';
import { hasFile, ownFileOf } from './rules/own-repository-link.ts';
import { severityOf } from './rules/rules.ts';
import type { FileIndex } from './site/file-index.ts';
import { pathOfAddress, extensionOf, folderOf, joinPath } from './site/paths.ts';
import { resolveLink } from './site/resolve-link.ts';
import type { SiteProblem, Sought } from './site/site.ts';

/** What links have in common in how they are written or where they lead, and how many different ones resolve and do not. */
export interface LinkForm {
  readonly key: string;
  /** What they have in common, as the beginning of a sentence. */
  readonly says: string;
  readonly right: number;
  readonly wrong: number;
}

export interface LinkForms {
  of(problem: SiteProblem): readonly LinkForm[];
}

/** Counts, for the errors of a site, the links of their forms. */
export function linkForms(checked: CheckedSite, files: FileIndex): LinkForms {
  const counts = new Map<string, { readonly right: Set<string>; readonly wrong: Set<string> }>();
  for (const { rule, path, sought } of checked.problems) {
    if (sought === undefined || severityOf(rule) !== 'error') continue;
    for (const { key } of formsOf(path, sought)) {
      const count = counts.get(key) ?? { right: new Set(), wrong: new Set() };
      counts.set(key, count);
      count.wrong.add(addressOf(path, sought));
    }
  }
  for (const [path, sought] of counts.size === 0 ? [] : resolved(checked, files)) {
    const address = addressOf(path, sought);
    for (const { key } of formsOf(path, sought)) {
      const count = counts.get(key);
      if (count?.wrong.has(address) === false) count.right.add(address);
    }
  }
  return {
    of: ({ path, sought }) =>
      (sought === undefined ? [] : formsOf(path, sought)).map((form) => {
        const { right, wrong } = counts.get(form.key) ?? {};
        return { ...form, right: right?.size ?? 0, wrong: wrong?.size ?? 0 };
      }),
  };
}

/** Everything that a site names and that resolves. */
function* resolved({ site, pages, repository }: CheckedSite, files: FileIndex): Iterable<readonly [string, Sought]> {
  for (const [path, { links, imports, includes }] of site.pages) {
    for (const [index, { kind, url }] of links.entries()) {
      const target = pages.get(path)?.targets[index];
      const own = target?.kind === 'unjudged' ? ownFileOf(url, repository) : undefined;
      if (own !== undefined && hasFile(files, own.file)) yield [path, { kind: 'own file', written: url, at: own.file }];
      if (target?.kind !== 'page' && target?.kind !== 'file') continue;
      if (!url.startsWith('#')) yield [path, { kind, written: url, at: target.path }];
      if (target.kind === 'page' && target.anchor !== undefined)
        yield [path, { kind: 'anchor', written: target.anchor, at: target.path }];
    }
    for (const { source } of imports) yield [path, { kind: 'import', written: source, at: '' }];
    for (const { source } of includes) yield [path, { kind: 'include', written: source, at: '' }];
  }
  for (const link of site.settingsLinks ?? []) {
    const target = resolveLink(site, files, link.path, link);
    if (target.kind === 'page' || target.kind === 'file')
      yield [link.path, { kind: link.kind, written: link.url, at: target.path }];
  }
  for (const page of site.navigation?.pages ?? []) yield ['', { kind: 'entry', written: page, at: page }];
  for (const { from, to, path } of site.redirects) yield [path, { kind: 'redirect', written: to, at: from }];
}

function formsOf(path: string, sought: Sought): readonly Pick<LinkForm, 'key' | 'says'>[] {
  const { kind, written, at } = sought;
  switch (kind) {
    case 'anchor': {
      if (at === path)
        return [{ key: 'own anchors', says: 'most links of pages to anchors of their own do not resolve' }];
      return [
        { key: `anchors of ${at}`, says: `most links to anchors of ${at} do not resolve` },
        { key: 'anchors', says: 'most links to anchors of other pages do not resolve' },
      ];
    }
    case 'component':
    case 'operation':
      return [
        { key: `${kind} ${kind === 'component' ? written : ''}`, says: `several pages name the same unknown ${kind}` },
      ];
    case 'redirect':
      return [{ key: kind, says: 'most redirects of this site lead to no page' }];
    case 'entry':
      return [{ key: `entries of ${folderOf(at)}`, says: 'most navigation entries of that folder name no page' }];
    case 'own file':
      return [{ key: kind, says: 'most complete addresses of files of this repository do not resolve' }];
    default: {
      const address = pathOfAddress(written);
      const begins = /^(?:\/(?:[^/]+(?=\/))?|(?:\.{1,2}\/)+)/u.exec(address)?.[0] ?? '';
      const ends = written.endsWith('/') ? '/' : extensionOf(address);
      const way = `${begins.startsWith('/') ? begins : begins.slice(0, 3)}…${ends}`;
      const into = folderOf(addressOf(path, sought));
      return [
        { key: `${kind} ${way}`, says: `most links of this site of the form \`${way}\` do not resolve` },
        ...(kind === 'page' || kind === 'file'
          ? [
              {
                key: `${kind} into ${into}`,
                says: `most links into ${into === '' ? 'the top folder' : into} do not resolve`,
              },
            ]
          : []),
      ];
    }
  }
}

/** What is the same wherever it stands counts once. */
function addressOf(path: string, { kind, written, at }: Sought): string {
  if (kind === 'anchor') return `${at}#${written}`;
  if (kind === 'component' || kind === 'operation') return path;
  if (kind === 'entry' || kind === 'redirect') return at;
  const address = pathOfAddress(written);
  return address.startsWith('/') ? address : (joinPath(folderOf(path), address) ?? address);
}

import type { CheckedSite } from '../check-site.ts';
import { pathOfAddress } from '../site/parse-address.ts';
import { extensionOf, fileNameOf, folderOf, joinPath } from '../site/paths.ts';
import type { FileIndex } from '../site/file-index.ts';
import type { SiteProblem } from '../site/site.ts';
import { isOfCodeHost } from './code-host.ts';
import { closed, isSurelyWrong, isWrittenWrongly, styleOf } from './marks.ts';

/** Different addresses, or pages that name one address, that are no chance any more. */
const several = 3;
/** The same into one folder of a site that no build changes: what its host or a script makes there. */
const severalOfClosed = 5;
const firstPage = /^(?:_?index|readme)(?:\.|$)/iu;

/** What is written alike: how many different addresses are found, and how many are not. */
interface Count {
  readonly right: Set<string>;
  readonly wrong: Set<string>;
}

/** What addresses have in common. */
interface Company {
  readonly key: string;
  readonly says: string;
  /** True where it is where they lead, and not how they are written or where they stand. */
  readonly isPlace?: boolean;
}

/**
 * Addresses in a company of which no more are found than are not: nothing proves then that the site reads them as they are read
 * here. So it is with one that several pages name. What was there once needs no proof, nor does what stands in a README, which
 * a code host shows where it is. The same of anchors: a page of which most are not found may be filled by a program. A site that
 * nothing but its files makes is read in one way; but what its host or a script adds lies in one folder (batches 84 and 99 of
 * bench/docs-check-held-out).
 */
export function seldomRight(checked: readonly CheckedSite[], files: FileIndex): ReadonlyMap<SiteProblem, string> {
  const doubts = new Map<SiteProblem, string>();
  const named = new Set(files.paths.map(fileNameOf));
  for (const { site, pages, problems } of checked) {
    const errors = problems.flatMap((problem) => {
      const { severity, sought, path } = problem;
      if (severity !== 'error' || sought === undefined) return [];
      const { kind, written, at } = sought;
      if (kind === 'entry') return [{ problem, companies: [entriesInto(folderOf(at))], same: at, isElsewhere: false }];
      if (!site.pages.has(path) || isOfCodeHost(site, path)) return [];
      if (kind === 'anchor') return at === path ? [] : [{ problem, ...anchorOf(at, written), isElsewhere: false }];
      if ((kind !== 'page' && kind !== 'file') || isWrittenWrongly(sought)) return [];
      const same = addressOf(path, written);
      // What lies elsewhere is wrong, unless nothing on its page is right: then another program may read the page.
      return isSurelyWrong(site, sought, named)
        ? [{ problem, companies: [allOf(path)], same, isElsewhere: true }]
        : [{ problem, companies: companiesOf(path, kind, written), same, isElsewhere: false }];
    });
    if (errors.length === 0) continue;
    const counts = new Map<string, Count>();
    const namedBy = new Map<string, Set<string>>();
    for (const { problem, companies, same } of errors) {
      for (const { key } of companies) {
        const count = counts.get(key) ?? { right: new Set(), wrong: new Set() };
        counts.set(key, count);
        count.wrong.add(same);
      }
      const by = namedBy.get(same) ?? new Set();
      namedBy.set(same, by.add(nameOf(problem.path)));
    }
    for (const [path, { targets }] of pages) {
      for (const [index, { kind, url }] of (site.pages.get(path)?.links ?? []).entries()) {
        const found = targets[index];
        if ((found?.kind !== 'page' && found?.kind !== 'file') || url.startsWith('#')) continue;
        const same = addressOf(path, url);
        for (const { key } of [...companiesOf(path, kind, url), allOf(path)]) counts.get(key)?.right.add(same);
        if (found.kind !== 'page' || found.anchor === undefined || found.path === path) continue;
        const anchor = anchorOf(found.path, found.anchor);
        for (const { key } of anchor.companies) {
          const count = counts.get(key);
          if (count?.wrong.has(anchor.same) === false) count.right.add(anchor.same);
        }
      }
    }
    for (const path of site.navigation?.pages ?? []) counts.get(entriesInto(folderOf(path)).key)?.right.add(path);
    const isClosed = closed.has(site.framework);
    for (const { problem, companies, same, isElsewhere } of errors) {
      if (problem.former !== undefined) continue;
      const company = companies.find(({ key, isPlace }) => {
        const { right, wrong } = counts.get(key) ?? { right: new Set(), wrong: new Set() };
        if ((isClosed && isPlace !== true) || (isElsewhere && right.size > 0)) return false;
        return wrong.size >= (isClosed ? severalOfClosed : several) && wrong.size >= right.size;
      });
      const by = problem.sought?.kind === 'anchor' ? 0 : (namedBy.get(same)?.size ?? 0);
      if (company !== undefined) doubts.set(problem, company.says);
      else if (by >= several && !isClosed && !isElsewhere)
        doubts.set(problem, `${by} pages name it, which something may make that is not read here`);
    }
  }
  return doubts;
}

function anchorOf(at: string, anchor: string): { readonly companies: readonly Company[]; readonly same: string } {
  return {
    companies: [
      { key: 'anchors', says: 'most anchors of other pages that this site names are not found' },
      { key: `anchors of ${at}`, says: 'most anchors of that page that others name are not found' },
    ],
    same: `${at}#${anchor}`,
  };
}

function companiesOf(path: string, kind: string, written: string): readonly Company[] {
  const way = `${kind} ${wayOf(written)}`;
  const folder = folderOf(path);
  const into = folderOf(addressOf(path, written));
  return [
    { key: `way ${way}`, says: 'most addresses of this site that are written so are not found' },
    { key: `page ${path} ${way}`, says: 'most addresses of this page that are written so are not found' },
    { key: `folder ${folder} ${way}`, says: 'most addresses of this folder that are written so are not found' },
    { key: `into ${into}`, says: 'most addresses into that folder are not found', isPlace: true },
  ];
}

function allOf(path: string): Company {
  return { key: `all of ${path}`, says: 'no address of this page is found' };
}

function entriesInto(folder: string): Company {
  const says = 'most entries of the navigation into that folder are not found';
  return { key: `entries into ${folder}`, says, isPlace: true };
}

/** How it begins and ends, as far as that tells how it is read. */
function wayOf(written: string): string {
  const path = pathOf(written);
  const [name = ''] = firstPage.exec(fileNameOf(path)) ?? [];
  return `${styleOf(path)} ${name} ${path.endsWith('/') ? '/' : extensionOf(path)}`;
}

function addressOf(path: string, written: string): string {
  const address = pathOfAddress(written);
  return address.startsWith('/') ? address : (joinPath(folderOf(path), address) ?? address);
}

function pathOf(written: string): string {
  return written.replace(/[?#].*$/su, '');
}

/** A page has the same name in every language and version. */
function nameOf(path: string): string {
  const name = fileNameOf(path);
  return firstPage.test(name) ? `${fileNameOf(folderOf(path))}/${name}` : name;
}

import { anchorsOfSite, type CheckedSite } from '../check-site.ts';
import type { AnchorIndex } from '../site/anchor-index.ts';
import type { FileIndex } from '../site/file-index.ts';
import { decode } from '../site/parse-address.ts';
import { extensionOf, fileNameOf, folderOf } from '../site/paths.ts';
import { githubSlugs, looseForm } from '../site/slugs.ts';

/** Which one a code host shows on the page of a repository, the first that is there. */
const readmes = ['.github/README.md', 'README.md', 'readme.md', 'docs/README.md'];
/** Below a folder it shows one in any of the languages that it reads: https://github.com/github/markup#markups */
const isReadme = /^readme(?:\.\w+)*$/iu;
/** Lines of a file, and parts of the page that the code host puts around it. */
const ofHost = /^(?:L\d|readme$|readme-ov-file$|user-content-)/u;

/** Anchors of Markdown as GitHub shows it, whatever site it is of: `#L12` is a line there. */
export interface FileAnchors {
  /** What an address names that the file, or the README of the folder, does not have, in words. The file is empty for the README of the repository. */
  without(file: string, url: string): string | undefined;
}

export function createFileAnchors(checked: readonly CheckedSite[], files: FileIndex): FileAnchors {
  const known = new Map<CheckedSite, AnchorIndex>();
  const indexOf = (site: CheckedSite): AnchorIndex => {
    const index = known.get(site) ?? anchorsOfSite(site);
    known.set(site, index);
    return index;
  };
  /** True for what neither the site makes of the headings of the page nor GitHub. */
  const isMissing = (one: CheckedSite, page: string, anchor: string): boolean => {
    if (indexOf(one).lookup(page, anchor) !== 'missing') return false;
    if (one.site.framework === 'markdown') return true;
    const headings = one.site.pages.get(page)?.headings ?? [];
    // GitHub knows no ids of the author's own: they are words of the heading there.
    const made = [
      ...githubSlugs(headings.map((heading) => ({ ...heading, id: undefined }))),
      ...headings.map(({ text, id = '' }) => text + id),
    ];
    return !made.some((slug) => looseForm(slug) === looseForm(anchor));
  };
  let shown: ReadonlyMap<string, readonly string[]> | undefined;
  /** The READMEs that a code host may show below the files of a folder. */
  const readmesIn = (folder: string): readonly string[] => {
    shown ??= Map.groupBy(
      files.paths.filter((path) => isReadme.test(fileNameOf(path))),
      folderOf,
    );
    return shown.get(folder) ?? [];
  };
  return {
    without(file, url) {
      const anchor = decode(url.split('#', 2)[1] ?? '') ?? '';
      if (anchor === '' || ofHost.test(anchor)) return undefined;
      const ofFolder = file !== '' && files.hasFolder(file) ? readmesIn(file) : undefined;
      if (ofFolder?.length === 0) return `${file}, a folder without a README that could have an anchor #${anchor}`;
      const top = file === '' ? readmes.find((path) => files.has(path)) : file;
      const [page, ...others] = ofFolder ?? [top];
      if (page === undefined || others.length > 0 || extensionOf(page) !== '.md') return undefined;
      const site = checked.find((one) => one.site.pages.has(page));
      return site !== undefined && isMissing(site, page, anchor)
        ? `${page}, which has no anchor #${anchor}`
        : undefined;
    },
  };
}

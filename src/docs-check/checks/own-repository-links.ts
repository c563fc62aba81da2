import type { CheckedSite } from '../check-site.ts';
import type { Link } from '../pages/page-facts.ts';
import type { FileIndex } from '../site/file-index.ts';
import { fileNameOf, foldersAbove, withoutSlashAtEnd } from '../site/paths.ts';
import { decode } from '../site/parse-address.ts';
import type { SiteProblem } from '../site/site.ts';

/** Different paths below the top that are found before a repository is taken for this one, and such as no other has: names such as `LICENSE` are in any. */
const fewestFound = 3;
const fewestOfOwnName = 2;
/** Of all that are named, the most that may be missing, and of the repository that settings name. */
const mostMissing = { none: 1 / 3, declared: 1 / 2 };
/** A file or folder on a code host, at the branch that people work on; a tag or commit tells nothing of the files of now, and no file has a longer path. */
const onHost =
  /^https?:\/\/(?:www\.)?((?:github|gitlab)\.com\/[\w.-]+(?:\/[\w.-]+)+?)\/(?:-\/)?(?:blob|tree|raw)\/(?:main|master|HEAD|develop|trunk)\/([^?#]{1,500})(?=[?#]|$)/iu;
/** The same of GitHub, as pictures are often written. */
const onRawHost =
  /^https?:\/\/raw\.githubusercontent\.com\/([\w.-]+\/[\w.-]+)\/(?:refs\/heads\/)?(?:main|master|HEAD|develop|trunk)\/([^?#]{1,500})(?=[?#]|$)/iu;
/** Names that files of any repository have. */
const common =
  /^(?:readme|license|index|main|mod|lib|package|__init__|config|setup|changelog|contributing)\b|^[^.]*$/iu;

interface Reference {
  readonly path: string;
  readonly link: Link;
  readonly file: string;
}

/**
 * Complete addresses of files of this repository on its code host that are not there. Which repository it is no file has to
 * tell: most of what is named of it is found here. Where settings name it (`declared`, such as `github.com/acme/tool`), one that is
 * found is enough, and a file of that name elsewhere in the tree, since it was moved.
 */
export function* ownRepositoryLinks(
  checked: readonly CheckedSite[],
  files: FileIndex,
  declared: ReadonlySet<string>,
  madeByBuild: (path: string) => boolean,
): Iterable<SiteProblem> {
  const references: (Reference & { readonly repository: string })[] = [];
  for (const { site } of checked)
    for (const [path, { links }] of site.pages)
      for (const link of links) {
        const { repository, written } = ofRepository(link.url);
        const file = written === undefined ? undefined : decoded(written);
        if (repository === undefined || file === undefined) continue;
        references.push({ path, link, file, repository: repository.toLowerCase() });
      }
  const names = new Set(files.paths.map(fileNameOf));
  for (const [repository, named] of Map.groupBy(references, (one) => one.repository)) {
    const all = new Set(named.map(({ file }) => file));
    const missing = new Set([...all].filter((file) => !isThere(files, file)));
    const found = [...all].filter((file) => !missing.has(file) && file.includes('/'));
    const ofOwnName = found.filter((file) => !common.test(fileNameOf(file))).length;
    const isDeclared = declared.has(repository);
    const most = mostMissing[isDeclared ? 'declared' : 'none'] * all.size;
    const isKnown = isDeclared ? found.length > 0 : found.length >= fewestFound || ofOwnName >= fewestOfOwnName;
    const isOwn = isKnown && missing.size <= most;
    const isMoved = (file: string): boolean =>
      isDeclared && names.has(fileNameOf(file)) && !common.test(fileNameOf(file));
    for (const { path, link, file } of named) {
      if (!missing.has(file) || !(isOwn || isMoved(file)) || madeByBuild(file)) continue;
      const { line, column, url } = link;
      const message = `The link ${url} leads to a file of this repository that is not there (looked for ${file}).`;
      yield { path, line, column, rule: 'broken-link', severity: 'warning', message };
    }
  }
}

function ofRepository(url: string): {
  readonly repository?: string | undefined;
  readonly written?: string | undefined;
} {
  const [, raw, file] = onRawHost.exec(url) ?? [];
  if (raw !== undefined) return { repository: `github.com/${raw}`, written: file };
  const [, repository, written] = onHost.exec(url) ?? [];
  return { repository, written };
}

/** What a symbolic link shows lies elsewhere, and may do so outside of the repository. */
function isThere(files: FileIndex, path: string): boolean {
  return files.has(path) || files.hasFolder(path) || foldersAbove(path).some((folder) => files.isSymbolicLink(folder));
}

function decoded(path: string): string | undefined {
  const plain = withoutSlashAtEnd(decode(path) ?? '');
  return plain === '' || /[{}<>$*]|\.\.\.|(?:^|\/)\.{1,2}(?:\/|$)/u.test(plain) ? undefined : plain;
}

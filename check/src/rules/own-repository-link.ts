import type { HostedRepository } from '../docs-tree.ts';
import { decode, foldersAbove, withoutSlashAtEnd } from '../site/paths.ts';
import type { FileIndex } from '../site/file-index.ts';
import { repositoryAt } from '../tree/git.ts';
import type { Rule } from './rule.ts';

export const ownRepositoryLink: Rule = {
  name: 'own-repository-link',
  severity: 'error',
  finds: 'a complete address of a file in this repository on its code host, where there is no such file',
  fix: 'Name the file as it is called now; for an old file, link to a tag or commit.',
  example: '`https://github.com/acme/tool/blob/main/docs/gone.md` in the README of `acme/tool`',
  source: 'https://docs.github.com/en/repositories/working-with-files/using-files/getting-permanent-links-to-files',
  formerly: ['broken-link'],
  onLink({ files, repository, madeByBuild }, { link }) {
    const named = ownFileOf(link.url, repository);
    if (named === undefined || hasFile(files, named.file) || madeByBuild(named.file)) return undefined;
    const message = `\`${link.url}\` does not resolve: this repository has no ${named.file}.`;
    const unsure = named.isOfBranch ? {} : { unsure: `the branch ${named.branch} may have it` };
    return { message, sought: { kind: 'own file', written: link.url, at: named.file }, ...unsure };
  },
};

/** A file or folder on a code host, at a branch, tag or commit. */
const onHost =
  /^https?:\/\/(?:www\.)?([\w.-]{1,253}(?:\/[\w.-]{1,100}){2,8}?)\/(?:-\/)?(?:blob|tree|raw)\/(?:refs\/heads\/)?([^/?#]{1,200})\/([^?#]{1,500})(?=[?#]|$)/iu;
const onRawHost =
  /^https?:\/\/raw\.githubusercontent\.com\/([\w.-]+\/[\w.-]+)\/(?:refs\/heads\/)?([^/?#]{1,200})\/([^?#]{1,500})(?=[?#]|$)/iu;
/** Branches whose files are those of now: of a tag or commit they need not be. */
const usualBranch = /^(?:main|master|HEAD)$/iu;

interface OwnFile {
  readonly file: string;
  readonly branch: string;
  /** False where the tree stands on another branch that people link to. */
  readonly isOfBranch: boolean;
}

/** What a complete address names in this repository, where it does. */
export function ownFileOf(url: string, repository: HostedRepository | undefined): OwnFile | undefined {
  if (repository === undefined || !/^https?:/iu.test(url)) return undefined;
  const raw = onRawHost.exec(url);
  const [, name = '', branch = '', written = ''] = raw ?? onHost.exec(url) ?? [];
  const host = raw === null ? '' : 'github.com/';
  if ((host + name).toLowerCase() !== repositoryAt(repository.url)) return undefined;
  const isOfBranch =
    branch === repository.branch || (usualBranch.test(branch) && !usualBranch.test(repository.branch ?? ''));
  if (!isOfBranch && !usualBranch.test(branch)) return undefined;
  const file = withoutSlashAtEnd(decode(written) ?? '');
  return file === '' || /[{}<>$*]|\.\.\.|(?:^|\/)\.{1,2}(?:\/|$)/u.test(file)
    ? undefined
    : { file, branch, isOfBranch };
}

/** What lies below a symbolic link may be outside of the repository. */
export function hasFile(files: FileIndex, path: string): boolean {
  return files.has(path) || files.hasFolder(path) || foldersAbove(path).some((folder) => files.isSymbolicLink(folder));
}

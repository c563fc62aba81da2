import { decode } from '../site/parse-address.ts';
import { withoutSlashAtEnd } from '../site/paths.ts';

/** What a complete address names on a code host. */
export interface RepositoryAddress {
  /** As `github.com/Acme/tool`; undefined for an address of something else. */
  readonly repository?: string | undefined;
  /** Branch, tag or commit: its first name, where it has several. */
  readonly branch?: string | undefined;
  /** What stands behind that, empty for the page of the repository. */
  readonly written?: string | undefined;
  /** True for the page or the badge of a workflow, whose file it names. */
  readonly isWorkflow?: true;
}

/**
 * A file or folder on a code host, at a branch, tag or commit; no file has a longer path. Or the page of the repository, on which
 * its README is shown.
 */
const onHost =
  /^https?:\/\/(?:www\.)?([\w.-]{1,253}(?:\/[\w.-]{1,100}){2,8}?)(?:\/(?:-\/)?(?:blob|tree|raw)\/(?:refs\/(?:heads|tags)\/)?([^/?#]{1,200})(?:\/([^?#]{1,500}))?)?\/?(?=[?#]|$)/iu;
/** The same of GitHub, as pictures are often written. */
const onRawHost =
  /^https?:\/\/raw\.githubusercontent\.com\/([\w.-]+\/[\w.-]+)\/(?:refs\/(?:heads|tags)\/)?([^/?#]{1,200})\/([^?#]{1,500})(?=[?#]|$)/iu;
/** https://docs.github.com/en/actions/how-tos/monitor-workflows/add-a-status-badge */
const ofWorkflow =
  /^https?:\/\/(?:www\.)?(github\.com\/[\w.-]{1,100}\/[\w.-]{1,100})\/actions\/workflows\/([^/?#]{1,200}\.ya?ml)(?:\/badge\.svg)?\/?(?:\?(?:[^#]*?&)?(?:branch=|query=branch(?::|%3A))([^&#]{1,200}))?(?=[?#&]|$)/iu;

export function ofRepository(url: string): RepositoryAddress {
  const [, raw, branchOfRaw, file] = onRawHost.exec(url) ?? [];
  if (raw !== undefined) return { repository: `github.com/${raw}`, branch: branchOfRaw, written: file };
  const [, withWorkflow, workflow, branchOfRuns] = ofWorkflow.exec(url) ?? [];
  if (workflow !== undefined)
    return {
      repository: withWorkflow,
      branch: branchOfRuns,
      written: `.github/workflows/${workflow}`,
      isWorkflow: true,
    };
  const [, repository, branch, written = ''] = onHost.exec(url) ?? [];
  return { repository, branch, written };
}

/** Undefined for what is filled in, and for what climbs. */
export function decodedPath(path: string): string | undefined {
  const plain = withoutSlashAtEnd(decode(path) ?? '');
  if (plain === '') return path === '' ? '' : undefined;
  return /[{}<>$*]|\.\.\.|(?:^|\/)\.{1,2}(?:\/|$)/u.test(plain) ? undefined : plain;
}

import { formatFileDiff } from '../format-file-diff.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { changesAnswer, fileAnswer, pullAnswer, type AzurePull } from './azure-answers.ts';
import { branchOf } from './azure-pull-requests.ts';
import { aboutPull, aboutRepository, versionQuery } from './azure-requests.ts';

/** Of one diff: each file costs two requests. Further files are only named. */
const mostFiles = 50;

/** Azure's API has no diffs, so this compares the files that it names, from where the branches parted. */
export async function readAzureDiff(repository: OpenedRepository, number: number): Promise<string> {
  const pull = await repository.api.send(aboutPull(repository, number), pullAnswer);
  const query = { ...sideOf(pull, 'base'), ...sideOf(pull, 'target'), diffCommonCommit: 'true', $top: 1_000 };
  const asked = aboutRepository(repository, 'read pull requests', { ending: '/diffs/commits', query });
  const { changes, commonCommit, targetCommit } = await repository.api.send(asked, changesAnswer);
  const files = changes.filter(({ item }) => item.isFolder !== true);
  let diff = '';
  for (const [index, { item, changeType, originalPath, sourceServerItem }] of files.entries()) {
    const before = originalPath ?? sourceServerItem ?? item.path;
    const paths = [
      /\badd\b/.test(changeType) ? undefined : before,
      /\bdelete\b/.test(changeType) ? undefined : item.path,
    ];
    const read = (path: string | undefined, commit: string) =>
      path === undefined || index >= mostFiles ? '' : readText(repository, path, commit);
    const [oldText, newText] = await Promise.all([read(paths[0], commonCommit), read(paths[1], targetCommit)]);
    diff += formatFileDiff([paths[0], paths[1]], [oldText, newText]);
  }
  return diff;
}

/** Azure's `target` is the head of the pull request, and its `base` the branch that it is merged into. */
function sideOf(pull: AzurePull, side: 'base' | 'target') {
  const commit = side === 'base' ? pull.lastMergeTargetCommit : pull.lastMergeSourceCommit;
  const ref = side === 'base' ? pull.targetRefName : pull.sourceRefName;
  // Azure computes the commits some seconds after it opens a pull request.
  return commit
    ? versionQuery('commit', commit.commitId, `${side}Version`)
    : versionQuery('branch', branchOf(ref), `${side}Version`);
}

/** Undefined for a binary file. */
async function readText(repository: OpenedRepository, path: string, commit: string): Promise<string | undefined> {
  const content = { path, includeContent: 'true', includeContentMetadata: 'true', $format: 'json' };
  const query = { ...content, ...versionQuery('commit', commit) };
  const asked = aboutRepository(repository, 'read contents', { ending: '/items', query });
  const file = await repository.api.send(asked, fileAnswer);
  return file.contentMetadata?.isBinary === true ? undefined : (file.content ?? '');
}

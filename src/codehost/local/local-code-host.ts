import { isBranchName } from '../../git/branch-name.ts';
import { fileBehind } from '../../git/file-behind.ts';
import { listTree, type TreeEntry } from '../../git/tree-listing.ts';
import { runGit } from '../../git/run-git.ts';
import type { CodeHost, PullRequest, PullRequestSummary } from '../code-host.ts';
import { BaseBranchNotFound, MergeConflict, MergeRefused, PullRequestStateWrong } from '../errors.ts';
import { findPullRequestTemplate, templateOf } from '../pull-request-template.ts';
import { resolveCommit, type LocalPullRequests } from './local-pull-requests.ts';
import type { LocalRepositories } from './local-repositories.ts';
import type { PullRequestRecord } from './pull-request-records.ts';

/** Author of the merges that no person decides. */
const docwright = { name: 'Docwright', email: 'docwright@localhost' };
/** In bytes. Git gives a file only whole. */
const longestReadable = 1024 * 1024;

export interface LocalCodeHostOptions {
  readonly repositories: LocalRepositories;
  readonly pullRequests: LocalPullRequests;
  /** URL of the page of all its pull requests; each has its page at the number below. No path of the server is shown. */
  readonly pageUrl: string;
}

/** The code host for people without one: bare repositories in the data directory, reviewed on a page of our own. */
export function createLocalCodeHost({ repositories, pullRequests, pageUrl }: LocalCodeHostOptions): CodeHost {
  const present = (record: PullRequestRecord): PullRequest => ({
    number: record.number,
    url: `${pageUrl}/${record.number}`,
    state: record.state,
    draft: record.draft,
  });
  const summarise = (record: PullRequestRecord): PullRequestSummary => ({
    ...present(record),
    title: record.title,
    headBranch: record.headBranch,
    baseBranch: record.baseBranch,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  });

  return {
    kind: 'local',
    webUrl: () => pageUrl,
    webHost: undefined,
    preflight: async (repository, signal) => {
      signal.throwIfAborted();
      const { name, path } = repositories.find(repository.url);
      const { stdout } = await runGit(['symbolic-ref', '--short', 'HEAD'], { gitDirectory: path });
      const defaultBranch = stdout.toString('utf8').trim();
      const baseBranch = repository.baseBranch ?? defaultBranch;
      const baseSha = isBranchName(baseBranch) ? await resolveCommit(path, `refs/heads/${baseBranch}`) : undefined;
      if (baseSha === undefined) throw new BaseBranchNotFound(name, baseBranch);
      const files = await listTree(path, baseSha);
      return {
        webUrl: pageUrl,
        defaultBranch,
        baseBranch,
        baseSha,
        pullRequestTemplate: await readTemplate(path, files),
      };
    },
    gitRemote: (repository) =>
      Promise.resolve({
        url: repositories.find(repository.url).path,
        authorizationHeader: undefined,
        isLocalPath: true,
      }),
    findPullRequest: async ({ repository, headBranch }) => {
      const records = await pullRequests.list(repositories.find(repository.url).path);
      const pullRequest = records.find((record) => record.headBranch === headBranch);
      return pullRequest === undefined ? undefined : present(pullRequest);
    },
    ensurePullRequest: async ({ repository, headBranch, baseBranch, title, body, draft }) => {
      const { path } = repositories.find(repository.url);
      const record = await pullRequests.ensure(path, { headBranch, baseBranch, title, body, draft });
      return present(record);
    },
    listPullRequests: async (repository) => {
      const { path } = repositories.find(repository.url);
      const tips = await readTips(path);
      return (await pullRequests.list(path)).map((record) => {
        const headSha = record.settled?.headSha ?? tips.get(`refs/heads/${record.headBranch}`);
        return { ...summarise(record), ...(headSha !== undefined && { headSha }) };
      });
    },
    readPullRequest: async ({ repository, number }) => {
      const { record, headSha, commits } = await pullRequests.get(repositories.find(repository.url).path, number);
      return { ...summarise(record), body: record.body, headSha, commits };
    },
    readDiff: ({ repository, number }) => pullRequests.diff(repositories.find(repository.url).path, number),
    readComments: async ({ repository, number }) => {
      await pullRequests.get(repositories.find(repository.url).path, number);
      return [];
    },
    merge: async ({ repository, number, head }) => {
      try {
        await pullRequests.merge(repositories.find(repository.url).path, number, docwright, head);
      } catch (error) {
        if (error instanceof MergeConflict || error instanceof PullRequestStateWrong)
          throw new MergeRefused(number, error.message);
        throw error;
      }
    },
    close: async ({ repository, number }) => {
      await pullRequests.close(repositories.find(repository.url).path, number);
    },
    decide: async ({ repository, number, action, seenHead, who: author }) => {
      const { path } = repositories.find(repository.url);
      if (action === 'merge') await pullRequests.merge(path, number, author, seenHead);
      else await pullRequests[action](path, number);
    },
  };
}

async function readTips(gitDirectory: string): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await runGit(['for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads'], {
    gitDirectory,
  });
  const refs = stdout.toString('utf8').trim().split('\n');
  return new Map(refs.map((line): [string, string] => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']));
}

async function readTemplate(gitDirectory: string, files: ReadonlyMap<string, TreeEntry>): Promise<string | undefined> {
  const read = async (sha: string) => (await runGit(['cat-file', 'blob', sha], { gitDirectory })).stdout;
  const named = findPullRequestTemplate([...files.keys()]);
  const path = named && (await fileBehind(files, named, async (sha) => (await read(sha)).toString('utf8')));
  const template = files.get(path ?? '');
  if (template === undefined) return undefined;
  const { stdout: size } = await runGit(['cat-file', '-s', template.sha], { gitDirectory });
  // Nobody wrote it to be filled in, and git would have to give all of it.
  return Number(size.toString()) > longestReadable ? undefined : templateOf(await read(template.sha));
}

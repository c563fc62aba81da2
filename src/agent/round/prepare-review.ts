import { z } from 'zod';
import type { CodeHost, PullRequest, RepositoryRef } from '../../codehost/code-host.ts';
import { findCodeOwners } from '../../codehost/code-owners.ts';
import type { PullRequestSettings } from '../../contract/project.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { ChangedFile, Workspace } from '../../workspace/workspace.ts';
import type { JobRun } from '../jobs/job-run.ts';

/** People who are asked for one review: more of them feel less asked. */
const mostReviewers = 5;
/** Pull requests whose authors are looked up. */
const mostRead = 5;

interface Preparation {
  readonly run: Pick<JobRun, 'job' | 'step' | 'emit' | 'transcript'>;
  readonly settings: PullRequestSettings;
  readonly codeHost: CodeHost;
  readonly repository: RepositoryRef;
  /** By the names under which the agent knows them. */
  readonly contexts: Readonly<Record<string, RepositoryRef>>;
  readonly workspace: Pick<Workspace, 'readAtBase'>;
  readonly files: readonly ChangedFile[];
  readonly pullRequest: PullRequest;
  readonly signal: AbortSignal;
}

/**
 * Gives a new pull request the labels and reviewers of the project. A follow-up leaves them to people. Whatever cannot be set is
 * a notice of the job: the pull request is worth more than its labels.
 */
export async function prepareReview(preparation: Preparation): Promise<void> {
  const { run, settings, codeHost, repository, pullRequest, signal } = preparation;
  const { labels, reviewers } = settings;
  const isNew = pullRequest.number !== run.job.pull_request_number && pullRequest.state === 'open';
  if (!isNew || (labels.length === 0 && reviewers === 'none')) return;
  await run.step('review', async () => {
    try {
      if (codeHost.addDetails === undefined) throw new NoDetails();
      const { accounts, notices } = await findReviewers(preparation);
      const details = { repository, number: pullRequest.number, labels, reviewers: accounts };
      const leftOut = [...notices, ...(await codeHost.addDetails(details, signal))];
      if (leftOut.length > 0) await run.emit({ type: 'notice', text: leftOut.join(' ') });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError) && !(error instanceof NoDetails)) throw error;
      await run.emit({ type: 'notice', text: `The pull request has no labels and reviewers. ${error.message}` });
    }
    return true;
  });
}

class NoDetails extends Error {
  override readonly message = 'This code host has none.';
}

async function findReviewers(
  preparation: Preparation,
): Promise<{ accounts: readonly string[]; notices: readonly string[] }> {
  const { settings } = preparation;
  if (settings.reviewers === 'none') return { accounts: [], notices: [] };
  const found = settings.reviewers === 'authors' ? await readAuthors(preparation) : await readOwners(preparation);
  const isAddress = (name: string) => name.includes('@');
  const accounts = found.filter((name) => !isAddress(name) && !name.endsWith('[bot]'));
  const notices = [
    ...found.filter(isAddress).map((name) => `The code owner ${name} is named by address, not by account.`),
    ...(accounts.length > mostReviewers
      ? [`Of ${accounts.length} reviewers, the first ${mostReviewers} were asked.`]
      : []),
  ];
  return { accounts: accounts.slice(0, mostReviewers), notices };
}

async function readOwners({ codeHost, workspace, files }: Preparation): Promise<string[]> {
  const { places = [], dialect = 'globs' } = codeHost.codeOwners ?? {};
  const paths = files.flatMap(({ path, previousPath }) => [
    path,
    ...(previousPath === undefined ? [] : [previousPath]),
  ]);
  for (const place of places) {
    const bytes = await workspace.readAtBase(place);
    if (bytes !== undefined) return findCodeOwners(new TextDecoder().decode(bytes), dialect, paths);
  }
  return [];
}

const readCall = z.object({ number: z.int().positive(), repository: z.string().optional() });

/** Of the pull requests that the agent read: whoever changed the code knows whether the docs describe it. */
async function readAuthors({
  run,
  codeHost,
  repository,
  contexts,
  pullRequest,
  signal,
}: Preparation): Promise<string[]> {
  const { entries } = await run.transcript();
  const calls = entries.flatMap((entry) => (entry.role === 'assistant' ? entry.parts : []));
  const read = calls.flatMap((part) => {
    const input =
      part.type === 'tool-call' && part.tool === 'read_pull_request' ? readCall.safeParse(part.input).data : undefined;
    if (input === undefined) return [];
    const name = input.repository?.replace(/^@context\//, '') ?? '';
    const target = name === '' ? repository : Object.hasOwn(contexts, name) ? contexts[name] : undefined;
    return target === undefined ? [] : [{ repository: target, number: input.number }];
  });
  const authors: string[] = [];
  const isOwn = (query: { repository: RepositoryRef; number: number }) =>
    query.repository === repository && query.number === pullRequest.number;
  const distinct = new Map(read.map((query) => [`${query.repository.url} ${query.number}`, query]));
  for (const query of [...distinct.values()].filter((each) => !isOwn(each)).slice(0, mostRead)) {
    const { author = '' } = await codeHost.readPullRequest(query, signal);
    if (author !== '') authors.push(author);
  }
  return [...new Set(authors)];
}

import type { CodeHost, PullRequestReviews, RepositoryRef } from '../../codehost/code-host.ts';
import { ReviewRefused } from '../../codehost/errors.ts';
import type { JobReview, ReviewComment } from '../../contract/agent-job.ts';
import type { Project } from '../../contract/project.ts';
import type { Check } from '../../../check/src/check.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ResolveModel } from '../../model/create-models.ts';
import type { ConnectRepository } from '../../projects/projects.ts';
import type { Workspaces } from '../../workspace/workspace.ts';
import type { JobFinder } from '../jobs/find-jobs.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { readReview } from '../jobs/present-job.ts';
import type { WorkControl } from '../jobs/work-control.ts';
import { requirePrice } from '../round/round-budget.ts';
import { readChange } from './changed-lines.ts';
import { checkChange } from './checker-remarks.ts';
import {
  chooseRemarks,
  describeReview,
  lineComment,
  missingRemarks,
  reviewBody,
  reviewMarker,
  type Findings,
} from './compose-review.ts';
import { converse } from './converse.ts';
import { ReviewsUnavailable } from './errors.ts';
import { isReviewed, proveRemark, type Proof, type Remark } from './remark.ts';
import { whyNotReviewed } from './reviewable.ts';

export interface RunReviewOptions {
  readonly connect: ConnectRepository;
  readonly resolveModel: ResolveModel;
  readonly workspaces: Workspaces;
  readonly docsCheck: Pick<Check, 'check'>;
  readonly jobs: Pick<JobFinder, 'isReviewOvertaken'>;
  /** Literal values that must never be published. */
  readonly secretsOf: (projectId: string) => Promise<readonly string[]>;
  readonly clock: Clock;
}

/** Nobody reads comments on more. */
const mostFiles = 300;

/** What was found, and about which commit. */
interface Found extends Findings {
  readonly headSha: string;
  readonly unfinished?: string | undefined;
}

/**
 * The story of a review: read the pull request, check it, ask the model, post one review. Each step is recorded, so that
 * another worker goes on where this one stopped. It runs nothing that the pull request brings.
 */
export function createRunReview(options: RunReviewOptions): (run: JobRun, control: WorkControl) => Promise<void> {
  return async (run, control) => {
    const { signal } = control;
    const { job } = run;
    const { project, codeHost, repository } = await options.connect(job.project_id);
    const review = readReview(job.review ?? '');
    const query = { repository, number: review.number };
    const { reviews } = codeHost;
    if (reviews === undefined) throw new ReviewsUnavailable(codeHost.kind);

    await run.enterPhase('preparing');
    const found = await run.step('review', () =>
      findRemarks({ ...options, run, control, review, project, codeHost, repository, reviews }),
    );
    // Where nothing was asked of the model, the request is still unread, and would begin another round.
    await run.takeMessages();
    if ('skipped' in found) {
      await run.update({ summary: `Not reviewed: ${found.skipped}.` });
      await run.complete(undefined);
      return;
    }
    const { headSha, unfinished } = found;

    await run.enterPhase('publishing');
    // Recorded before anything is posted, which would count as said before.
    const { remarks, elsewhere } = await run.step('choose', async () =>
      chooseRemarks(found, await codeHost.readComments(query, signal)),
    );
    const count = remarks.length + elsewhere.length;
    const posted = await run.step('post', async () => {
      if (review.dryRun || count === 0) return false;
      const comments = await codeHost.readComments(query, signal);
      if (comments.some(({ body }) => body.includes(reviewMarker(job.id)))) return true;
      const body = reviewBody({ jobId: job.id, headSha, model: job.model, elsewhere, unfinished });
      const missing = missingRemarks(remarks, comments).map(lineComment);
      // Proves the lease right before the one call that others can see.
      await run.update({});
      await reviews.post({ ...query, headSha, body, comments: missing }, signal);
      return true;
    });
    const outcome: JobReview = {
      ...review,
      headSha,
      posted,
      comments: remarks.map(presentRemark),
      elsewhere: elsewhere.map(({ path, line, text }) => ({ path, line, text })),
    };
    const summary = describeReview({ headSha, count, dryRun: review.dryRun, unfinished });
    await run.update({ review: JSON.stringify(outcome), summary });
    await run.complete(undefined);
  };
}

/** Opens the tree at the head of the pull request, checks it, and lets the model read it. */
async function findRemarks({
  run,
  control,
  project,
  review,
  codeHost,
  repository: { url },
  reviews,
  workspaces,
  docsCheck,
  jobs,
  resolveModel,
  secretsOf,
  clock,
}: RunReviewOptions & {
  run: JobRun;
  control: WorkControl;
  project: Project;
  codeHost: CodeHost;
  repository: RepositoryRef;
  reviews: PullRequestReviews;
  review: JobReview;
}): Promise<Found | { readonly skipped: string }> {
  const { signal } = control;
  const { job } = run;
  const { number } = review;
  const model = await resolveModel(job.model, project);
  requirePrice(project, model);
  const details = await codeHost.readPullRequest({ repository: { url, baseBranch: undefined }, number }, signal);
  const reason = whyNotReviewed(details);
  if (reason !== undefined) return { skipped: `pull request #${number} ${reason}` };
  if (!review.dryRun && (await jobs.isReviewOvertaken(project.id, job.id)))
    return { skipped: 'a later review of the pull request is on its way' };
  const repository: RepositoryRef = { url, baseBranch: details.baseBranch };
  const facts = await codeHost.preflight(repository, signal, review.dryRun ? 'read' : 'write');
  await run.update({ repository: facts.webUrl, base_branch: facts.baseBranch, head_branch: details.headBranch });
  const remote = await codeHost.gitRemote(repository, signal);
  const headBranch = `docwright/review-${number}-head`;
  const headRef = reviews.headRef(number);
  const request = { jobId: job.id, remote, baseBranch: facts.baseBranch, headBranch, headRef, resumeFrom: undefined };
  const workspace = await workspaces.open(request, signal);
  try {
    const headSha = workspace.remoteHeadSha;
    if (headSha === undefined) throw new ReviewRefused(number, `git finds no ${headRef} in the repository.`);
    // What the model was shown before a crash must still be what is reviewed.
    if ((await run.step('head', () => Promise.resolve(headSha))) !== headSha)
      return { skipped: 'the pull request changed while it was reviewed' };
    const bounds = { docsFolder: project.docsFolder, allowedPaths: project.settings.allowedProtectedPaths };
    const changed = await (await workspace.stage()).files();
    if (!changed.some(({ path, previousPath = path }) => isReviewed(path, bounds) || isReviewed(previousPath, bounds)))
      return { skipped: `pull request #${number} changes no documentation` };
    if (changed.length > mostFiles)
      return { skipped: `pull request #${number} changes ${changed.length} files; the limit is ${mostFiles}` };
    const files = readChange(await (await workspace.stage()).diff()).filter(({ path }) => isReviewed(path, bounds));
    const proof: Proof = { files, bounds, secrets: await secretsOf(project.id) };
    const { docsFolder } = project;
    const { remarks, elsewhere } = await checkChange({ docsCheck, workspace, docsFolder, proof, signal });
    const lines = remarks.map(({ path, lastLine, text }) => `${path}:${lastLine} ${text}`).join('\n');
    await run.emit({ type: 'findings', introduced: remarks.length + elsewhere.length, standing: 0, text: lines });
    if (files.length === 0) return { headSha, said: [], found: remarks, elsewhere };
    await run.enterPhase('running');
    const comments = await codeHost.readComments({ repository, number }, signal);
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    const found = { run, control, model, project, workspace, details, comments, proof, found: remarks, today };
    const conversation = await converse(found);
    const said: Remark[] = [];
    for (const comment of conversation.comments) {
      const remark = await proveRemark(comment, proof);
      if (typeof remark !== 'string') said.push(remark);
    }
    return { headSha, said, found: remarks, elsewhere, unfinished: conversation.unfinished };
  } finally {
    await workspace.dispose();
  }
}

function presentRemark({ path, firstLine, lastLine, text, replacement }: Remark): ReviewComment {
  return { path, firstLine, lastLine, text, replacement };
}

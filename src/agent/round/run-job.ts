import { dirname, join } from 'node:path';
import type { RepositoryRef } from '../../codehost/code-host.ts';
import type { Project } from '../../contract/project.ts';
import type { Check } from '../../../check/src/check.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import type { ConnectRepository } from '../../projects/projects.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { WebPages } from '../../web-pages/web-pages.ts';
import type { Workspaces } from '../../workspace/workspace.ts';
import type { AgentTree, DocsAgent } from '../agents/docs-agent.ts';
import type { JobRun } from '../jobs/job-run.ts';
import type { WorkControl } from '../jobs/work-control.ts';
import { attachmentsContext } from '../../contract/attachment.ts';
import { createAttachmentFolder } from './attachment-folder.ts';
import { createBuildCheck } from './build-check.ts';
import { changeDocs } from './change-docs.ts';
import { draftNote } from './draft-note.ts';
import { tellable } from './command-output.ts';
import { openProjectCommands } from './project-commands.ts';
import { openContextRepositories, type ContextRepositories } from './context-repositories.ts';
import { chooseBranch } from './former-pull-request.ts';
import { createOutside } from './outside.ts';
import { openTree } from './open-tree.ts';
import { chooseFreeBranch } from './free-branch.ts';
import { findProjectInstructions } from './project-instructions.ts';
import { prepareReview } from './prepare-review.ts';
import { publishChange } from './publish-change.ts';
import { pullRequestWords } from './pull-request-words.ts';
import { refuseUnpublishable } from './refuse-unpublishable.ts';
import { requirePrice, roundBudget } from './round-budget.ts';

export interface RunJobOptions {
  /** The project of a job, and what its repository is reached with. */
  readonly connect: ConnectRepository;
  /** The agent that works with the model of that name as the project wants it; throws with a remedy when there is none. */
  readonly resolveAgent: (model: string, project: Project) => Promise<DocsAgent>;
  readonly workspaces: Workspaces;
  readonly docsCheck: Check;
  /** Where commands of projects run. */
  readonly sandbox: Sandbox;
  readonly webPages: WebPages;
  /** Literal values that must never be published: keys in the environment of the server, tokens of the project. */
  readonly secretsOf: (projectId: string) => Promise<readonly string[]>;
  readonly clock: Clock;
}

/**
 * The story of a job, from its claim to its end. Each step is recorded when it is done, so that another worker goes on
 * where this one stopped. Throws AppErrors for whatever cannot be done, LeaseLost and HandedBack from `control`.
 */
export function createRunJob(options: RunJobOptions): (run: JobRun, control: WorkControl) => Promise<void> {
  return async (run, control) => {
    const { signal } = control;
    const { sandbox, clock } = options;
    const { job } = run;
    const { project, codeHost, repository } = await options.connect(job.project_id);
    const agent = await options.resolveAgent(job.model, project);

    const { buildCommand: command } = project.settings;

    await run.enterPhase('preparing');
    // Before anything is paid for: what could not be built would not be published.
    if (command !== null) await sandbox.requireAvailable();
    requirePrice(project, agent);
    const repositoryRef: RepositoryRef = { ...repository, baseBranch: job.base_branch ?? undefined };
    const facts = await run.step('preflight', () => codeHost.preflight(repositoryRef, signal));
    await run.update({ repository: facts.webUrl, base_branch: facts.baseBranch });
    const chosen = await chooseBranch({ run, codeHost, repository: repositoryRef, signal });
    const { former } = chosen;
    const remote = await codeHost.gitRemote(repositoryRef, signal);
    const { workspaces } = options;
    const { baseBranch } = facts;
    const free = await chooseFreeBranch(chosen.headBranch, { run, workspaces, remote, baseBranch, signal });
    const { headBranch } = free;
    const request = { jobId: job.id, remote, baseBranch, ...free };
    const workspace = await openTree({ run, workspaces, request, signal });
    let contexts: ContextRepositories | undefined;
    try {
      if (workspace.remoteHeadSha === undefined)
        await run.step('try-branch', async () => {
          await workspace.tryBranch(remote, signal);
          await codeHost.requireBranchAllowed?.({ repository: repositoryRef, headBranch }, signal);
          return true;
        });
      contexts = await openContextRepositories({
        jobId: job.id,
        wanted: project.settings.contextRepositories,
        codeHost,
        workspaces,
        signal,
      });
      const start = await run.step('prepare', () =>
        Promise.resolve({
          // Of a tree that a round before left, which does not know the tip, the branch must not be there: it is looked at.
          remoteHeadSha: (workspace.remoteHeadSha === workspace.startSha ? workspace.remoteHeadSha : undefined) ?? null,
          dateSeconds: Math.floor(clock.now() / duration.second),
          hasForeign: workspace.remoteHeadSha !== undefined && workspace.remoteHeadSha !== job.head_sha,
        }),
      );
      const attachments = createAttachmentFolder(join(dirname(workspace.root), attachmentsContext), run);
      await attachments.fill();
      const tree: AgentTree = {
        root: workspace.root,
        docsFolder: project.docsFolder,
        contexts: { ...contexts.folders, [attachmentsContext]: attachments.path },
        allowedPaths: project.settings.allowedProtectedPaths,
        symbolicLinks: await workspace.symbolicLinks(),
        submodules: await workspace.submodules(),
        basePaths: await workspace.listAtBase(),
      };
      const instructions = await findProjectInstructions(workspace);
      const ownSecrets = () => options.secretsOf(project.id);
      const build =
        command === null ? undefined : createBuildCheck({ command, sandbox, workspace, run, ownSecrets, clock });
      const commands = await openProjectCommands({ project, sandbox, workspace, run, ownSecrets });
      const { repositories } = contexts;
      const outside = createOutside({
        ...options,
        project,
        codeHost,
        repository: repositoryRef,
        contexts: repositories,
        run,
        ownSecrets,
      });
      const budget = roundBudget(project, job.worked);
      const { pullRequestTemplate } = facts;
      const today = new Date(start.dateSeconds * duration.second).toISOString().slice(0, 10);
      // Recorded, so that a host that is away when it is published costs no second look, and no deadline ends it.
      const changed = await run.step('change', () =>
        changeDocs({
          ...options,
          run,
          attachments,
          agent,
          workspace,
          tree,
          outside,
          commands,
          instructions,
          pullRequestTemplate,
          today,
          // Addresses of files name the default branch.
          repository:
            facts.baseBranch === facts.defaultBranch ? { url: facts.webUrl, branch: facts.baseBranch } : undefined,
          build,
          budget,
          control,
        }),
      );
      const isQuestion = changed.isQuestion ?? false;
      // The whole pull request is scanned before it is published; the job shows these words in any case.
      const shown = (words: string) => ownSecrets().then((secrets) => tellable(words, secrets));
      const [title, summary] = [await shown(changed.title), await shown(changed.summary)];
      await run.update({
        title,
        summary: `${summary}${draftNote(changed.unfinished)}`,
        needs_answer: isQuestion ? 1 : 0,
      });
      if (isQuestion) {
        await run.complete(undefined);
        return;
      }

      await run.enterPhase('publishing');
      const staged = await workspace.stage();
      const files = await staged.files();
      const isOutside = ({ path }: { path: string }) =>
        project.docsFolder !== '' && !path.startsWith(`${project.docsFolder}/`);
      const words = pullRequestWords({
        ...changed,
        outside: files.filter(isOutside).map(({ path }) => path),
        jobId: job.id,
        former: former?.url,
        said: await run.said(),
        coAuthors: project.settings.pullRequests.coAuthors ? await run.authors() : [],
        model: agent.name,
      });
      await refuseUnpublishable({ staged, tree, words, budget, ownSecrets: await ownSecrets() });
      const isDraft = job.draft === 1 || changed.unfinished !== undefined;
      const { pullRequest, isRebased } = await publishChange({
        run,
        workspace,
        staged,
        codeHost,
        headBranch,
        formerEnded: former !== undefined,
        repository: repositoryRef,
        facts,
        expectedRemoteSha: start.remoteHeadSha ?? undefined,
        dateSeconds: start.dateSeconds,
        words,
        draft: isDraft,
        signal,
      });
      if (pullRequest !== undefined) {
        const { pullRequests: settings } = project.settings;
        const target = { codeHost, repository: repositoryRef, contexts: repositories };
        await prepareReview({ ...target, run, settings, workspace, files, pullRequest, signal });
      }
      const isToMerge = project.settings.pullRequests.mode === 'merge' && !isDraft;
      await run.complete(pullRequest, {
        isToMerge: isToMerge && pullRequest?.state === 'open',
        hasForeign: start.hasForeign || isRebased,
      });
    } finally {
      await contexts?.dispose();
      await workspace.dispose();
    }
  };
}

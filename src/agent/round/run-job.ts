import type { CodeHost, RepositoryRef } from '../../codehost/code-host.ts';
import type { Project } from '../../contract/project.ts';
import type { DocsCheck } from '../../docs-check/docs-check.ts';
import type { Clock } from '../../kernel/clock.ts';
import { duration } from '../../kernel/clock.ts';
import type { LanguageModel } from '../../model/language-model.ts';
import type { Workspace, Workspaces } from '../../workspace/workspace.ts';
import type { Budget } from '../agents/built-in/budget.ts';
import { changeDocs, type ChangedDocs } from './change-docs.ts';
import { openContextRepositories, type ContextRepositories } from './context-repositories.ts';
import { ChangeTooLarge, SecretInChange } from '../errors.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { findProjectInstructions } from '../agents/built-in/prompts/project-instructions.ts';
import { repositoryMap } from '../agents/built-in/prompts/repository-map.ts';
import { systemPrompt } from '../agents/built-in/prompts/system-prompt.ts';
import { publishChange } from './publish-change.ts';
import { describeFinding, scanForSecrets } from '../../secrets/secret-scan.ts';
import { createTreeAccess } from '../agents/built-in/tools/tree-access.ts';
import type { WorkControl } from '../jobs/worker.ts';

export interface RunJobOptions {
  /** The project of a job, and what its repository is reached with. */
  readonly connect: (projectId: string) => Promise<{ project: Project; codeHost: CodeHost; repository: RepositoryRef }>;
  readonly resolveModel: (name: string) => LanguageModel;
  readonly workspaces: Workspaces;
  readonly docsCheck: DocsCheck;
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
    const { job } = run;
    const { project, codeHost, repository } = await options.connect(job.project_id);
    const { docsFolder } = project;
    const model = options.resolveModel(job.model);

    await run.enterPhase('preparing');
    const wanted: RepositoryRef = { ...repository, baseBranch: job.base_branch ?? undefined };
    const facts = await run.step('preflight', () => codeHost.preflight(wanted, signal));
    await run.update({ repository: facts.webUrl, base_branch: facts.baseBranch });
    const workspace = await options.workspaces.open(
      {
        jobId: job.id,
        remote: await codeHost.gitRemote(wanted, signal),
        baseBranch: facts.baseBranch,
        headBranch: job.head_branch,
        resumeFrom: (await run.transcript()).tree,
      },
      signal,
    );
    let contexts: ContextRepositories | undefined;
    try {
      contexts = await openContextRepositories({
        jobId: job.id,
        wanted: project.settings.contextRepositories,
        codeHost,
        workspaces: options.workspaces,
        signal,
      });
      const start = await run.step('prepare', () =>
        Promise.resolve({
          remoteHeadSha: workspace.remoteHeadSha ?? null,
          dateSeconds: Math.floor(options.clock.now() / duration.second),
        }),
      );
      const tree = createTreeAccess({
        root: workspace.root,
        docsFolder,
        contexts: contexts.folders,
        allowed: project.settings.allowedProtectedPaths,
        symbolicLinks: await workspace.symbolicLinks(),
      });
      const system = systemPrompt({
        map: repositoryMap(await workspace.listAtBase(), { docsFolder }),
        docsFolder,
        instructions: await findProjectInstructions((path) => workspace.readAtBase(path)),
        contexts: tree.contexts,
      });
      const budget = budgetOf(project, job.started_at ?? options.clock.now());
      const changed = await changeDocs({
        ...options,
        run,
        workspace,
        model,
        system,
        tree,
        docsFolder,
        budget,
        control,
      });
      await run.update({ title: changed.title, summary: changed.summary });

      await run.enterPhase('publishing');
      await refuseUnpublishable({ workspace, changed, budget, ownSecrets: await options.secretsOf(project.id) });
      const pullRequest = await publishChange({
        run,
        workspace,
        codeHost,
        repository: wanted,
        facts,
        expectedRemoteSha: start.remoteHeadSha ?? undefined,
        dateSeconds: start.dateSeconds,
        title: changed.title,
        draft: job.draft === 1 || changed.unfinished !== undefined,
        description: {
          ...changed,
          jobId: job.id,
          prompt: job.prompt,
          model: model.name,
          template: facts.pullRequestTemplate,
        },
        signal,
      });
      await run.complete(pullRequest);
    } finally {
      await contexts?.dispose();
      await workspace.dispose();
    }
  };
}

function budgetOf({ settings }: Project, startedAt: number): Budget {
  const { deadlineMinutes, modelCalls, tokens, diffFiles, diffBytes } = settings.budgets;
  const deadline = startedAt + deadlineMinutes * duration.minute;
  return { modelCalls, tokens, deadline, changedFiles: diffFiles, changedBytes: diffBytes };
}

/** The last look at what would become public. Throws ChangeTooLarge or SecretInChange. */
async function refuseUnpublishable({
  workspace,
  changed,
  budget,
  ownSecrets,
}: {
  workspace: Workspace;
  changed: ChangedDocs;
  budget: Budget;
  ownSecrets: readonly string[];
}): Promise<void> {
  const files = await workspace.changedFiles();
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (files.length > budget.changedFiles) {
    throw new ChangeTooLarge(`${files.length} files; the limit is ${budget.changedFiles}`);
  }
  if (bytes > budget.changedBytes) throw new ChangeTooLarge(`${bytes} bytes; the limit is ${budget.changedBytes}`);
  const { title, summary: body } = changed;
  const found = scanForSecrets({ diff: await workspace.diff(), title, body, ownSecrets });
  if (found.length > 0) throw new SecretInChange(found.map(describeFinding));
}

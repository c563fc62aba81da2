import type { Workspaces, WorkspaceRequest } from '../../workspace/workspace.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { BranchNotAvailable } from './errors.ts';

/**
 * The branch of this round under a name that the repository can take: where a branch `docwright` stands in the way of
 * `docwright/x`, it is `docwright-x`. Decided once in a round, before anything is paid for. Throws BranchNotAvailable.
 */
export async function chooseFreeBranch(
  headBranch: string,
  {
    run,
    workspaces,
    remote,
    signal,
  }: {
    run: Pick<JobRun, 'step' | 'update' | 'emit'>;
    workspaces: Pick<Workspaces, 'branchInTheWay'>;
    remote: WorkspaceRequest['remote'];
    signal: AbortSignal;
  },
): Promise<string> {
  const chosen = await run.step('branch', async () => {
    const inTheWay = await workspaces.branchInTheWay({ remote, headBranch }, signal);
    if (inTheWay === undefined) return headBranch;
    const free = headBranch.replaceAll('/', '-');
    const another = await workspaces.branchInTheWay({ remote, headBranch: free }, signal);
    if (another !== undefined) throw new BranchNotAvailable(headBranch, [inTheWay, another]);
    const text = `The repository has a branch ${inTheWay}, beside which git can keep no ${headBranch}. This job uses ${free}.`;
    await run.emit({ type: 'notice', text });
    return free;
  });
  if (chosen !== headBranch) await run.update({ head_branch: chosen });
  return chosen;
}

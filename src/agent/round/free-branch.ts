import type { RemoteBranches, Workspaces, WorkspaceRequest } from '../../workspace/workspace.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { BranchNotAvailable } from './errors.ts';

/**
 * The branch of this round under a name that the repository can take: where a branch `docwright` stands in the way of
 * `docwright/x`, it is `docwright-x`. Decided once in a round, before anything is paid for. Throws BranchNotAvailable.
 * `branches` is what the remote had when it was asked; undefined in a round that goes on.
 */
export async function chooseFreeBranch(
  headBranch: string,
  {
    run,
    workspaces,
    remote,
    baseBranch,
    signal,
  }: {
    run: Pick<JobRun, 'step' | 'update' | 'emit'>;
    workspaces: Pick<Workspaces, 'findBranches'>;
    remote: WorkspaceRequest['remote'];
    baseBranch: string;
    signal: AbortSignal;
  },
): Promise<{ headBranch: string; branches: RemoteBranches | undefined }> {
  let branches: RemoteBranches | undefined;
  const findInTheWay = async (name: string): Promise<string | undefined> => {
    branches = await workspaces.findBranches({ remote, baseBranch, headBranch: name }, signal);
    return branches.inTheWay;
  };
  const chosen = await run.step('branch', async () => {
    const inTheWay = await findInTheWay(headBranch);
    if (inTheWay === undefined) return headBranch;
    const free = headBranch.replaceAll('/', '-');
    const another = await findInTheWay(free);
    if (another !== undefined) throw new BranchNotAvailable(headBranch, [inTheWay, another]);
    const text = `The repository has a branch ${inTheWay}, beside which git can keep no ${headBranch}. This job uses ${free}.`;
    await run.emit({ type: 'notice', text });
    return free;
  });
  if (chosen !== headBranch) await run.update({ head_branch: chosen });
  return { headBranch: chosen, branches };
}

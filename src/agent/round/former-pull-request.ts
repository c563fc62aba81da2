import type { CodeHost, RepositoryRef } from '../../codehost/code-host.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { startsAnew } from '../jobs/job-turns.ts';
import { countNotes, type RoundNote } from '../jobs/transcript.ts';

/** Where a round publishes, and the pull request of the rounds before it, if that has ended. */
export interface RoundBranch {
  readonly headBranch: string;
  readonly former: { readonly url: string; readonly state: 'merged' | 'closed' } | undefined;
}

/**
 * The branch of this round. After a merge or a close nobody looks at the former branch any more, so the round starts anew
 * from the base branch, on a branch of its own. Decided once in a round, since a pull request may end at any time.
 */
export async function chooseBranch({
  run,
  codeHost,
  repository,
  signal,
}: {
  run: JobRun;
  codeHost: CodeHost;
  repository: RepositoryRef;
  signal: AbortSignal;
}): Promise<RoundBranch> {
  const { head_branch: headBranch, pull_request_url: url, round } = run.job;
  if (url === null) return { headBranch, former: undefined };
  const { ended } = await run.step('former', async () => {
    const found = await codeHost.findPullRequest({ repository, headBranch }, signal);
    return { ended: found === undefined || found.state === 'open' ? null : { url: found.url, state: found.state } };
  });
  if (ended === null) return { headBranch, former: undefined };
  const { entries } = await run.transcript();
  if (countNotes(entries, 'former-ended') === 0) {
    await run.emit({
      type: 'notice',
      text: `The pull request ${ended.url} was ${ended.state}; a new one begins on the base branch.`,
    });
    await run.recordEntries({ entries: [formerEndedNote(ended)] });
  }
  const own = await run.step(startsAnew, () => Promise.resolve(`${headBranch.replace(/-r\d+$/u, '')}-r${round}`));
  await run.update({ head_branch: own });
  return { headBranch: own, former: ended };
}

function formerEndedNote({ url, state }: NonNullable<RoundBranch['former']>): RoundNote {
  const text =
    `Your pull request ${url} was ${state}. The files are now those of the base branch, which ` +
    `${state === 'merged' ? 'has your change' : 'does not have your change'}, and a new pull request will be opened. Read files again before you change them.`;
  return { role: 'user', origin: 'round', kind: 'former-ended', text };
}

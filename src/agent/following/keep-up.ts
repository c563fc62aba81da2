import { duration } from '../../kernel/clock.ts';
import { lastActivity } from './close-if-stale.ts';
import { actAlone, isWhereWeLeftIt, type FollowOptions, type LookedAt } from './looked-at.ts';

/** How long the tip of a base branch is taken for known without an event, in milliseconds: a look is a request by git. */
const tipLife = 5 * duration.minute;
/** Between two updates of a branch, in milliseconds: each starts its checks again. */
const pause = duration.hour;
const mostPaths = 10;

export interface KeepUp {
  /** Merges the base branch into the branch if it moved. True if the branch has a new commit. */
  mergeBase(looked: LookedAt, signal: AbortSignal): Promise<boolean>;
  /** The tip of the base branch; undefined if it is gone. */
  readonly readBase: (looked: LookedAt, signal: AbortSignal) => Promise<string | undefined>;
  forget(projectId: string): void;
}

export function createKeepUp({ jobs, workspaces, clock }: FollowOptions): KeepUp {
  /** By project and branch. */
  const tips = new Map<string, { sha: string | undefined; until: number }>();
  /** The base that each pull request was last compared with, and when Docwright last updated its branch. By project and number. */
  const compared = new Map<string, string>();

  const readBase: KeepUp['readBase'] = async ({ project, codeHost, repository, summary }, signal) => {
    const key = `${project.id} ${summary.baseBranch}`;
    const known = tips.get(key);
    if (known !== undefined && known.until > clock.now()) return known.sha;
    const remote = await codeHost.gitRemote(repository, signal);
    const sha = await workspaces.readTip({ remote, branch: summary.baseBranch }, signal);
    tips.set(key, { sha, until: clock.now() + tipLife });
    return sha;
  };

  return {
    readBase,
    async mergeBase(looked, signal) {
      const { project, codeHost, repository, summary, followed } = looked;
      const key = `${project.id} ${summary.number}`;
      const base = await readBase(looked, signal);
      const headSha = followed.headSha;
      if (base === undefined || headSha === null || compared.get(key) === `${base} ${headSha}`) return false;
      if (!isWhereWeLeftIt(looked)) return false;
      if (clock.now() < (followed.follow.updatedSince ?? -Infinity) + pause) return false;
      let isUpdated = false;
      await actAlone(looked, jobs, async ({ jobId, headBranch, follow }) => {
        const remote = await codeHost.gitRemote(repository, signal);
        const { baseBranch } = summary;
        const now = clock.now();
        const branches = { remote, baseBranch, headBranch, headSha };
        const dateSeconds = Math.floor(now / duration.second);
        const outcome = await workspaces.mergeBase(
          { ...branches, trailer: `Docwright-Job: ${jobId}`, dateSeconds },
          signal,
        );
        if (outcome.kind !== 'moved') compared.set(key, `${base} ${headSha}`);
        if (outcome.kind === 'current') return follow.hasConflict ? { follow: { hasConflict: false } } : {};
        if (outcome.kind === 'conflict') {
          if (follow.hasConflict) return {};
          return { follow: { hasConflict: true }, notice: conflictNotice(baseBranch, outcome.paths) };
        }
        if (outcome.kind !== 'merged') return {};
        isUpdated = true;
        return {
          headSha: outcome.headSha,
          follow: { hasConflict: false, updatedSince: now, quietSince: lastActivity(looked) },
          notice: `${baseBranch} moved, and was merged into the branch of the pull request.`,
        };
      });
      return isUpdated;
    },
    forget(projectId) {
      for (const key of tips.keys()) if (key.startsWith(`${projectId} `)) tips.delete(key);
    },
  };
}

function conflictNotice(baseBranch: string, paths: readonly string[]): string {
  const more = paths.length > mostPaths ? ` and ${paths.length - mostPaths} more` : '';
  return (
    `The pull request conflicts with ${baseBranch}: both changed ${paths.slice(0, mostPaths).join(', ')}${more}. ` +
    'Merge the base branch into its branch by hand, or close it and send the job a message for a new one.'
  );
}

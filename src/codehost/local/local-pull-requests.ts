import { isBranchName } from '../../git/branch-name.ts';
import { runGit, type GitCall } from '../../git/run-git.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { CommitSummary } from '../code-host.ts';
import { PullRequestBranchGone, PullRequestNotFound, PullRequestRefused, PullRequestStateWrong } from '../errors.ts';
import { RepositoryBusy } from './errors.ts';
import { mergeBranches, type Person } from './merge-branches.ts';
import { headRef, readRecords, recordRef, storeRecord, updateRefs } from './pull-request-records.ts';
import type { PullRequestRecord, RefChange, StoredRecord } from './pull-request-records.ts';

/** Pull requests of bare repositories. They live in the repository itself, so no second store can disagree with it. */
export interface LocalPullRequests {
  /** The newest first. */
  list(path: string): Promise<PullRequestRecord[]>;
  /** Throws `PullRequestNotFound`. */
  get(path: string, number: number): Promise<PullRequestView>;
  /** Finds the newest from this head branch, or opens one; an open one gets the new body. */
  ensure(path: string, request: Wanted): Promise<PullRequestRecord>;
  /** Unified diff of what the pull request brings in. */
  diff(path: string, number: number): Promise<string>;
  /**
   * Merges into the base branch with a merge commit. `seenHead` is the commit that the person looked at: what was pushed
   * since is never merged unseen. Throws `MergeConflict`, `PullRequestStateWrong`.
   */
  merge(path: string, number: number, author: Person, seenHead?: string): Promise<PullRequestRecord>;
  close(path: string, number: number): Promise<PullRequestRecord>;
  reopen(path: string, number: number): Promise<PullRequestRecord>;
}

interface Wanted {
  readonly headBranch: string;
  readonly baseBranch: string;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
}

export interface PullRequestView {
  readonly record: PullRequestRecord;
  /** The commit both sides share, or the base as it was before the merge. */
  readonly baseSha: string;
  readonly headSha: string;
  /** Oldest first. */
  readonly commits: readonly CommitSummary[];
}

const attempts = 5;

export function createLocalPullRequests({ clock }: { clock: Clock }): LocalPullRequests {
  const now = (): string => new Date(clock.now()).toISOString();

  /** Reads, decides, writes; all again when somebody else wrote meanwhile. */
  const change = async (
    path: string,
    number: number,
    decide: (stored: StoredRecord) => Promise<{ record: PullRequestRecord; refs?: RefChange[] }>,
  ): Promise<PullRequestRecord> => {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const stored = await readOne(path, number);
      const { record, refs = [] } = await decide(stored);
      const to = await storeRecord(path, record);
      if (await updateRefs(path, [...refs, { ref: recordRef(number), to, from: stored.version }])) return record;
    }
    throw new RepositoryBusy(`pull request #${number} was written`);
  };

  return {
    list: async (path) => (await readRecords(path)).map(({ record }) => record),

    get: async (path, number) => {
      const { record } = await readOne(path, number);
      const { baseSha, headSha } = await endsOf(path, record);
      return { record, baseSha, headSha, commits: await commitsBetween(path, baseSha, headSha) };
    },

    ensure: async (path, request) => {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const stored = await readRecords(path);
        const existing = stored.find(({ record }) => record.headBranch === request.headBranch);
        if (existing !== undefined && existing.record.state !== 'open') return existing.record;
        const headSha = await branchTip(path, request.headBranch);
        const number = existing?.record.number ?? (stored[0]?.record.number ?? 0) + 1;
        const from = existing === undefined ? undefined : await resolveCommit(path, headRef(number));
        if (existing?.record.body === request.body && from === headSha) return existing.record;
        const created = existing?.record ?? {
          ...request,
          number,
          state: 'open' as const,
          createdAt: now(),
          updatedAt: now(),
        };
        if (existing === undefined) await assertHasCommits(path, request, headSha);
        const record = { ...created, body: request.body, updatedAt: now() };
        const to = await storeRecord(path, record);
        const changes = [
          { ref: recordRef(number), to, from: existing?.version },
          { ref: headRef(number), to: headSha, from },
        ];
        if (await updateRefs(path, changes)) return record;
      }
      throw new RepositoryBusy('its pull request was opened');
    },

    diff: async (path, number) => {
      const { baseSha, headSha } = await endsOf(path, (await readOne(path, number)).record);
      const options = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames'];
      // To its last line end, without which it cannot be applied and the last file looks changed.
      const { stdout } = await runGit(['diff', ...options, baseSha, headSha], { gitDirectory: path });
      return stdout.toString('utf8');
    },

    merge: (path, number, author, seenHead) =>
      change(path, number, async ({ record }) => {
        if (record.state !== 'open') throw new PullRequestStateWrong(number, record.state, 'merged');
        const { headSha, baseSha } = await endsOf(path, record);
        if (seenHead !== undefined && seenHead !== headSha) {
          throw new PullRequestStateWrong(
            number,
            'no longer at the commit you reviewed',
            'merged before you review it again',
          );
        }
        const baseTip = await branchTip(path, record.baseBranch);
        const message = `Merge pull request #${number} from ${record.headBranch}\n\n${record.title}\n`;
        const merged = { number, baseTip, headSha, message, who: author, dateSeconds: Math.floor(clock.now() / 1_000) };
        const mergeSha = await mergeBranches(path, merged);
        return {
          record: { ...record, state: 'merged', updatedAt: now(), settled: { baseSha, headSha, mergeSha } },
          refs: [
            { ref: `refs/heads/${record.baseBranch}`, to: mergeSha, from: baseTip },
            { ref: headRef(number), to: headSha, from: await resolveCommit(path, headRef(number)) },
          ],
        };
      }),

    close: (path, number) =>
      change(path, number, async ({ record }) => {
        if (record.state !== 'open') throw new PullRequestStateWrong(number, record.state, 'closed');
        const settled = await endsOf(path, record);
        const head = { ref: headRef(number), to: settled.headSha, from: await resolveCommit(path, headRef(number)) };
        return { record: { ...record, state: 'closed', updatedAt: now(), settled }, refs: [head] };
      }),

    reopen: (path, number) =>
      change(path, number, async ({ record }) => {
        if (record.state !== 'closed') throw new PullRequestStateWrong(number, record.state, 'reopened');
        const { settled, ...fields } = record;
        const gone = (await resolveCommit(path, `refs/heads/${record.headBranch}`)) === undefined;
        // Reopening brings a deleted branch back to where it stood.
        const restored = { ref: `refs/heads/${record.headBranch}`, to: settled?.headSha ?? '', from: undefined };
        return {
          record: { ...fields, state: 'open', updatedAt: now() },
          refs: gone && settled !== undefined ? [restored] : [],
        };
      }),
  };
}

async function readOne(path: string, number: number): Promise<StoredRecord> {
  const storedRecord = (await readRecords(path)).find(({ record }) => record.number === number);
  if (storedRecord === undefined) throw new PullRequestNotFound(number);
  return storedRecord;
}

/**
 * Where the change starts and ends: kept once it is merged or closed, else as the branches stand now. Throws
 * `PullRequestBranchGone`.
 */
async function endsOf(path: string, record: PullRequestRecord): Promise<{ baseSha: string; headSha: string }> {
  if (record.settled !== undefined) return { baseSha: record.settled.baseSha, headSha: record.settled.headSha };
  const headSha = await keptHead(path, record);
  const baseTip = await resolveCommit(path, `refs/heads/${record.baseBranch}`);
  if (headSha === undefined) throw new PullRequestBranchGone(record.number, record.headBranch);
  if (baseTip === undefined) throw new PullRequestBranchGone(record.number, record.baseBranch);
  const parted = await text(path, ['merge-base', baseTip, headSha], { answers: [0, 1] });
  return { baseSha: parted === '' ? baseTip : parted, headSha };
}

/**
 * The newest commit of the head branch, kept under a ref of the pull request: what people pushed and were shown outlives
 * the branch.
 */
async function keptHead(path: string, { number, headBranch }: PullRequestRecord): Promise<string | undefined> {
  const storedHead = await resolveCommit(path, headRef(number));
  const tip = await resolveCommit(path, `refs/heads/${headBranch}`);
  if (tip === undefined || tip === storedHead) return storedHead;
  // Where somebody else moved it meanwhile, that one saw the branch later.
  await updateRefs(path, [{ ref: headRef(number), to: tip, from: storedHead }]);
  return tip;
}

async function assertHasCommits(path: string, request: Wanted, headSha: string): Promise<void> {
  const baseTip = await branchTip(path, request.baseBranch);
  const count = await text(path, ['rev-list', '--count', `${baseTip}..${headSha}`]);
  if (count === '0') {
    throw new PullRequestRefused(request.headBranch, `it has no commits beyond ${request.baseBranch}.`);
  }
}

async function commitsBetween(path: string, baseSha: string, headSha: string): Promise<CommitSummary[]> {
  const lines = await text(path, [
    'log',
    '--reverse',
    '--max-count=250',
    '--format=%H%x00%s%x00%an%x00%cI',
    `${baseSha}..${headSha}`,
  ]);
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [sha = '', subject = '', author = '', date = ''] = line.split('\0');
      return { sha, subject, author, date };
    });
}

async function branchTip(path: string, branch: string): Promise<string> {
  const tip = isBranchName(branch) ? await resolveCommit(path, `refs/heads/${branch}`) : undefined;
  if (tip === undefined) throw new PullRequestRefused(branch, 'the branch does not exist.');
  return tip;
}

/** The commit that a full ref name leads to. */
export async function resolveCommit(path: string, ref: string): Promise<string | undefined> {
  const sha = await text(path, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`], {
    answers: [0, 1],
  });
  return sha === '' ? undefined : sha;
}

async function text(path: string, args: readonly [string, ...string[]], call: Partial<GitCall> = {}): Promise<string> {
  return (await runGit(args, { gitDirectory: path, ...call })).stdout.toString('utf8').trimEnd();
}

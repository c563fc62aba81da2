import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnswerFault } from '../../test/answer-fault.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Check, CodeHost, LineComment, PullRequestWanted, RepositoryRef } from './code-host.ts';
import {
  BaseBranchNotFound,
  CodeHostAnswerUnexpected,
  CodeHostRateLimited,
  CodeHostUnavailable,
  CredentialsRefused,
  IssueNotFound,
  MergeRefused,
  PermissionMissing,
  PullRequestNotFound,
  PullRequestRefused,
  RepositoryAddressInvalid,
  RepositoryNotFound,
  ReviewRefused,
} from './errors.ts';

/** One repository on a real host or a double, and the actions of people there. */
export interface CodeHostSetting {
  readonly host: CodeHost;
  /** The token; undefined if the host needs none. */
  readonly token?: string;
  /** Has the default branch `main`, a branch `next`, and a pull request template that says `What and why`. */
  readonly repository: RepositoryRef;
  readonly missingRepository: RepositoryRef;
  /** Makes a branch with one commit of its own on top of `main`. */
  pushBranch(name: string): Promise<void>;
  /** Makes a branch at the tip of `main`. */
  pushEmptyBranch(name: string): Promise<void>;
  readBody(number: number): Promise<string>;
  closePullRequest(number: number): Promise<void>;
  mergePullRequest(number: number): Promise<void>;
  /** Actions on hosts with comments, and with issues. */
  readonly talk?: {
    /** Whether its API can reply on a line; otherwise replies go below the pull request. */
    readonly answersOnLines: boolean;
    /** Whether it refuses reviews of lines that the change does not show. */
    readonly reviewsChangeOnly: boolean;
    /** An account that may push. */
    readonly writer: string;
    comment(number: number, body: string): Promise<void>;
    /** Returns the id of the thread. */
    commentOnLine(number: number, place: { path: string; line: number; body: string }): Promise<string>;
    commentOnIssue?(number: number, body: string): Promise<void>;
    openIssue?(issue: { title: string; body: string; labels: readonly string[] }): Promise<number>;
    closeIssue?(number: number): Promise<void>;
  };
  /** Actions on hosts with checks, labels and reviews. */
  readonly review?: {
    /** A label of the repository, and an account that may review. */
    readonly label: string;
    readonly reviewer: string;
    /** Runs a check of the tip of a branch; it replaces the one of this name. */
    check(branch: string, check: { name: string; state: Check['state']; log: string }): Promise<void>;
    readDetails(number: number): Promise<{ labels: readonly string[]; reviewers: readonly string[] }>;
  };
  /** Control of the connection, if the host is a double. */
  readonly api?: {
    /** Answers every request with these methods by this fault, until it is undefined. */
    readonly answerAll: (fault: AnswerFault | undefined, methods?: readonly string[]) => void;
    /** Waits that the adapter requested, in milliseconds; tests skip them. */
    readonly waits: number[];
    /** What the host's published description does not allow in the requests so far; empty without a description. */
    readonly undescribed?: () => string[];
    /** Opens one from a branch of a fork that has this name. */
    readonly openFromFork?: (headBranch: string) => void;
  };
  readonly dispose: () => Promise<void>;
}

/** The contract of code-host adapters; run it from the adapter's own test file. */
export function testCodeHost(
  kind: string,
  open: () => Promise<CodeHostSetting>,
  { hasApi = false }: { readonly hasApi?: boolean } = {},
): void {
  describe(`${kind} as a code host`, () => {
    let here: CodeHostSetting;
    beforeAll(async () => {
      here = await open();
    });
    afterAll(() => here.dispose());

    const signal = new AbortController().signal;
    const wanted = (headBranch: string, more: Partial<PullRequestWanted> = {}): PullRequestWanted => ({
      repository: here.repository,
      headBranch,
      baseBranch: 'main',
      title: 'Add a quickstart',
      body: `Adds a quickstart.\n\n<!-- docwright:job=${headBranch} -->`,
      draft: false,
      ...more,
    });

    it('says its kind', () => {
      expect(here.host.kind).toBe(kind);
    });

    describe('preflight', () => {
      it('finds the default branch and the template', async () => {
        const facts = await here.host.preflight({ ...here.repository, baseBranch: undefined }, signal);
        expect(facts).toMatchObject({ defaultBranch: 'main', baseBranch: 'main' });
        expect(facts.baseSha).toMatch(/^[0-9a-f]{40}$/);
        expect(facts.pullRequestTemplate).toContain('What and why');
        expect(facts.webUrl).toMatch(/^https?:\/\/[^@]+$/);
        expect(here.host.webUrl(here.repository.url)).toBe(facts.webUrl);
        const { isLocalPath } = await here.host.gitRemote(here.repository, signal);
        expect(here.host.webHost).toBe(isLocalPath ? undefined : new URL(facts.webUrl).host);
      });
      it('takes the named base branch', async () => {
        const facts = await here.host.preflight({ ...here.repository, baseBranch: 'next' }, signal);
        expect(facts).toMatchObject({ defaultBranch: 'main', baseBranch: 'next' });
      });
      it('names a missing repository', async () => {
        await expect(here.host.preflight(here.missingRepository, signal)).rejects.toThrow(RepositoryNotFound);
      });
      it.each(['trunk', '../main', '-x', 'a..b', ''])('names the missing base branch %j', async (baseBranch) => {
        const check = here.host.preflight({ ...here.repository, baseBranch }, signal);
        await expect(check).rejects.toThrow(BaseBranchNotFound);
      });
      it.each(['--upload-pack=touch /tmp/x', 'ext::sh -c id', '/etc', 'ftp://example.com/a/b', ''])(
        'refuses the address %j',
        async (url) => {
          const check = here.host.preflight({ ...here.repository, url }, signal);
          await expect(check).rejects.toThrow(RepositoryAddressInvalid);
        },
      );
      it('stops when told to', async () => {
        await expect(here.host.preflight(here.repository, AbortSignal.abort())).rejects.toThrow(/abort/i);
      });
    });

    describe('remote for git', () => {
      it('has no credentials in its URL', async () => {
        const remote = await here.host.gitRemote(here.repository, signal);
        if (here.token !== undefined) expect(remote.url).not.toContain(here.token);
        expect(remote.url).not.toContain('@');
        expect(remote.authorizationHeader === undefined).toBe(here.token === undefined);
      });
    });

    describe('pull requests', () => {
      it('are absent before they are opened', async () => {
        const query = { repository: here.repository, headBranch: 'docwright/nothing' };
        expect(await here.host.findPullRequest(query, signal)).toBeUndefined();
      });

      it('are opened once, however often they are asked for', async () => {
        await here.pushBranch('docwright/once');
        const first = await here.host.ensurePullRequest(wanted('docwright/once'), signal);
        expect(first).toMatchObject({ state: 'open', draft: false });
        expect(first.url).toMatch(new RegExp(`^https?://.*/${first.number}$`));
        expect(await here.host.ensurePullRequest(wanted('docwright/once'), signal)).toMatchObject({
          number: first.number,
        });
        const found = await here.host.findPullRequest(wanted('docwright/once'), signal);
        expect(found).toMatchObject({ number: first.number, url: first.url, state: 'open' });
      });

      it('are opened once when two ask at the same time', async () => {
        await here.pushBranch('docwright/together');
        const both = await Promise.all(
          [1, 2, 3].map(() => here.host.ensurePullRequest(wanted('docwright/together'), signal)),
        );
        expect(new Set(both.map(({ number }) => number)).size).toBe(1);
      });

      it('are apart for each head branch, even when one name begins with the other', async () => {
        await here.pushBranch('docwright/one');
        await here.pushBranch('docwright/one-more');
        const more = await here.host.ensurePullRequest(wanted('docwright/one-more'), signal);
        const one = await here.host.ensurePullRequest(wanted('docwright/one'), signal);
        expect(one.number).not.toBe(more.number);
        expect(await here.host.findPullRequest(wanted('docwright/one-more'), signal)).toMatchObject({
          number: more.number,
        });
      });

      it('get the new body of a follow-up', async () => {
        await here.pushBranch('docwright/follow-up');
        const { number } = await here.host.ensurePullRequest(wanted('docwright/follow-up'), signal);
        await here.host.ensurePullRequest(wanted('docwright/follow-up', { body: 'Now with an example.' }), signal);
        expect(await here.readBody(number)).toBe('Now with an example.');
      });

      it('can be drafts', async () => {
        await here.pushBranch('docwright/draft');
        const opened = await here.host.ensurePullRequest(wanted('docwright/draft', { draft: true }), signal);
        expect(opened.draft).toBe(true);
      });

      it('take a body of any length, keeping its last line', async () => {
        await here.pushBranch('docwright/long');
        const body = `${'A long line of text. '.repeat(10_000)}\n\n<!-- docwright:job=long -->`;
        const { number } = await here.host.ensurePullRequest(wanted('docwright/long', { body }), signal);
        expect(await here.readBody(number)).toMatch(/<!-- docwright:job=long -->$/);
      });

      it('that a person closed are a result, not a reason to open another', async () => {
        await here.pushBranch('docwright/closed');
        const { number } = await here.host.ensurePullRequest(wanted('docwright/closed'), signal);
        await here.closePullRequest(number);
        expect(await here.host.ensurePullRequest(wanted('docwright/closed'), signal)).toMatchObject({
          number,
          state: 'closed',
        });
        expect(await here.host.findPullRequest(wanted('docwright/closed'), signal)).toMatchObject({
          number,
          state: 'closed',
        });
      });

      it('that a person merged are a result too', async () => {
        await here.pushBranch('docwright/merged');
        const { number } = await here.host.ensurePullRequest(wanted('docwright/merged'), signal);
        await here.mergePullRequest(number);
        expect(await here.host.ensurePullRequest(wanted('docwright/merged'), signal)).toMatchObject({
          number,
          state: 'merged',
        });
      });

      it('are refused without a branch, and without commits', async () => {
        await here.pushEmptyBranch('docwright/empty');
        for (const branch of ['docwright/empty', 'docwright/not-pushed']) {
          const opened = here.host.ensurePullRequest(wanted(branch), signal);
          await expect(opened).rejects.toThrow(PullRequestRefused);
          await expect(opened).rejects.toThrow(branch);
        }
        expect(await here.host.findPullRequest(wanted('docwright/empty'), signal)).toBeUndefined();
      });

      it('are listed, the newest first, and only those of our branches', async () => {
        await here.pushBranch('docwright/listed-1');
        await here.pushBranch('docwright/listed-2');
        const one = await here.host.ensurePullRequest(wanted('docwright/listed-1', { title: 'The first' }), signal);
        const two = await here.host.ensurePullRequest(wanted('docwright/listed-2'), signal);
        const listed = await here.host.listPullRequests(here.repository, signal);
        const numbers = listed.map(({ number }) => number);
        expect(numbers).toEqual([...numbers].sort((left, right) => right - left));
        expect(numbers.indexOf(two.number)).toBeLessThan(numbers.indexOf(one.number));
        expect(listed.every(({ headBranch }) => headBranch.startsWith('docwright/'))).toBe(true);
        expect(listed.find(({ number }) => number === one.number)).toMatchObject({
          url: one.url,
          state: 'open',
          draft: false,
          title: 'The first',
          headBranch: 'docwright/listed-1',
          baseBranch: 'main',
        });
      });

      it('are shown with their commits and what they bring in', async () => {
        await here.pushBranch('docwright/shown');
        const { number } = await here.host.ensurePullRequest(
          wanted('docwright/shown', { body: 'Says *why*.' }),
          signal,
        );
        const query = { repository: here.repository, number };
        const shown = await here.host.readPullRequest(query, signal);
        expect(shown).toMatchObject({ number, title: 'Add a quickstart', body: 'Says *why*.', state: 'open' });
        expect(shown.commits.length).toBeGreaterThan(0);
        expect(shown.commits.at(-1)?.sha).toBe(shown.headSha);
        for (const { sha, subject, author, date } of shown.commits) {
          expect(sha).toMatch(/^[0-9a-f]{40}$/);
          expect([subject, author]).not.toContain('');
          expect(new Date(date).getTime()).not.toBeNaN();
        }
        const diff = await here.host.readDiff(query, signal);
        expect(diff).toContain('diff --git a/docwright-shown.md b/docwright-shown.md');
        expect(diff).toMatch(/^\+docwright\/shown/m);
      });

      it('are read with what people said of them, the oldest first', async () => {
        await here.pushBranch('docwright/talked');
        const { number } = await here.host.ensurePullRequest(wanted('docwright/talked'), signal);
        const query = { repository: here.repository, number };
        expect(await here.host.readComments(query, signal)).toEqual([]);
        if (here.talk === undefined) return;
        await here.talk.comment(number, 'Say *why*.');
        await here.talk.commentOnLine(number, { path: 'docwright-talked.md', line: 1, body: 'A typo.' });
        const comments = await here.host.readComments(query, signal);
        expect(comments.map(({ body, path, line }) => [body, path, line]).sort()).toEqual([
          ['A typo.', 'docwright-talked.md', 1],
          ['Say *why*.', undefined, undefined],
        ]);
        const dates = comments.map(({ date }) => new Date(date).getTime());
        expect(dates).toEqual([...dates].sort((one, other) => one - other));
        expect(comments.map(({ author }) => author)).not.toContain('');
      });

      it('tell the commit that they are at, and who opened them', async () => {
        await here.pushBranch('docwright/told');
        const { number } = await here.host.ensurePullRequest(wanted('docwright/told'), signal);
        const { headSha, author } = await here.host.readPullRequest({ repository: here.repository, number }, signal);
        const listed = await here.host.listPullRequests(here.repository, signal);
        // Bitbucket lists shortened ones only.
        expect([headSha, undefined]).toContain(listed.find((each) => each.number === number)?.headSha);
        expect(author).not.toBe('');
      });

      it('are merged at the commit that was seen, and no other; or closed', async () => {
        const { host, repository } = here;
        if (host.merge === undefined) return;
        for (const name of ['to-merge', 'to-close']) {
          await here.pushBranch(`docwright/${name}`);
          await host.ensurePullRequest(wanted(`docwright/${name}`), signal);
        }
        const stateOf = (name: string) => host.findPullRequest(wanted(`docwright/${name}`), signal);
        const [toMerge, toClose] = [(await stateOf('to-merge'))?.number ?? 0, (await stateOf('to-close'))?.number ?? 0];
        const { headSha: head } = await host.readPullRequest({ repository, number: toMerge }, signal);
        const other = host.merge({ repository, number: toMerge, head: '0'.repeat(40) }, signal);
        await expect(other).rejects.toThrow(MergeRefused);
        expect(await stateOf('to-merge')).toMatchObject({ state: 'open' });
        // A real Gitea refuses until it has looked for conflicts in the background.
        await vi.waitFor(() => host.merge?.({ repository, number: toMerge, head }, signal), {
          timeout: 30_000,
          interval: 300,
        });
        expect(await stateOf('to-merge')).toMatchObject({ state: 'merged' });
        await expect(host.merge({ repository, number: toMerge, head }, signal)).rejects.toThrow(MergeRefused);
        await host.close?.({ repository, number: toClose }, signal);
        expect(await stateOf('to-close')).toMatchObject({ state: 'closed' });
        const missing = { repository, number: 99_999 };
        await expect(host.merge({ ...missing, head }, signal)).rejects.toThrow(PullRequestNotFound);
        await expect(host.close?.(missing, signal)).rejects.toThrow(PullRequestNotFound);
      });

      it('have checks, each by its latest run, and their logs', async () => {
        const { host, repository, review } = here;
        expect(host.readChecks === undefined).toBe(review === undefined);
        if (host.readChecks === undefined || review === undefined) return;
        await here.pushBranch('docwright/checked');
        const { number } = await host.ensurePullRequest(wanted('docwright/checked'), signal);
        const { headSha: sha } = await host.readPullRequest({ repository, number }, signal);
        expect(await host.readChecks({ repository, sha }, signal)).toEqual([]);
        const check = (name: string, state: Check['state'], log = '') =>
          review.check('docwright/checked', { name, state, log });
        await check('build', 'passed');
        await check('lint', 'failed', 'Line 3 is too long.');
        await check('test', 'failed');
        await check('test', 'pending');
        const checks = await host.readChecks({ repository, sha }, signal);
        expect(Object.fromEntries(checks.map(({ name, state }) => [name, state]))).toEqual({
          build: 'passed',
          lint: 'failed',
          test: 'pending',
        });
        const { logId, summary } = checks.find(({ name }) => name === 'lint') ?? {};
        const log = logId === undefined ? summary : await host.readCheckLog?.({ repository, logId }, signal);
        expect(log).toContain('Line 3 is too long.');
        expect(await host.readCheckLog?.({ repository, logId: '99999' }, signal)).toBeUndefined();
      });

      it('get labels and reviewers that exist, and say which do not', async () => {
        const { host, repository, review } = here;
        expect(host.addDetails === undefined).toBe(review === undefined);
        if (host.addDetails === undefined || review === undefined) return;
        await here.pushBranch('docwright/labelled');
        const { number } = await host.ensurePullRequest(wanted('docwright/labelled'), signal);
        const { author = '' } = await host.readPullRequest({ repository, number }, signal);
        const details = {
          labels: [review.label, 'no-such-label'],
          reviewers: [author.toUpperCase(), 'nobody-at-all', review.reviewer],
        };
        for (let time = 0; time < 2; time += 1) {
          const leftOut = await host.addDetails({ repository, number, ...details }, signal);
          expect(leftOut).toEqual([expect.stringContaining('no-such-label'), expect.stringContaining('nobody-at-all')]);
          const { labels, reviewers } = await review.readDetails(number);
          expect({ labels, reviewers }).toEqual({ labels: [review.label], reviewers: [review.reviewer] });
        }
        const nothing = { repository, number, labels: [], reviewers: [] };
        expect(await host.addDetails(nothing, signal)).toEqual([]);
        const missing = host.addDetails({ ...nothing, number: 99_999 }, signal);
        await expect(missing).rejects.toThrow(PullRequestNotFound);
      });

      it('are answered where people talk, and know who may push', async () => {
        const { host, repository, talk } = here;
        expect(host.reply === undefined).toBe(host.mayWrite === undefined);
        if (host.reply === undefined || talk === undefined) return;
        await here.pushBranch('docwright/answered');
        const { number } = await host.ensurePullRequest(wanted('docwright/answered'), signal);
        const body = 'Done. <!-- marker -->';
        await host.reply({ repository, number, thread: { kind: 'conversation', id: '' }, body }, signal);
        const line = { path: 'docwright-answered.md', line: 1, body: 'A typo.' };
        const thread = { kind: 'line', id: await talk.commentOnLine(number, line) } as const;
        await host.reply({ repository, number, thread, body: 'Mended.' }, signal);
        const comments = await host.readComments({ repository, number }, signal);
        expect(comments.map((each) => each.body).sort()).toEqual(['A typo.', body, 'Mended.']);
        const place = talk.answersOnLines ? line.path : undefined;
        expect(comments.find((each) => each.body === 'Mended.')).toMatchObject({ path: place });
        expect(await host.mayWrite?.({ repository, account: talk.writer }, signal)).toBe(true);
        expect(await host.mayWrite?.({ repository, account: 'nobody-at-all' }, signal)).toBe(false);
        const nowhere = { repository, number: 999_999, thread: { kind: 'conversation', id: '' }, body } as const;
        await expect(host.reply(nowhere, signal)).rejects.toThrow(PullRequestNotFound);
      });

      it('are reviewed in one go, on lines that the change shows', async () => {
        const { host, repository } = here;
        if (host.reviews === undefined) return;
        const path = 'docwright-reviewed.md';
        await here.pushBranch('docwright/reviewed');
        const { number } = await host.ensurePullRequest(wanted('docwright/reviewed'), signal);
        const { headSha } = await host.readPullRequest({ repository, number }, signal);
        const review = { repository, number, headSha, body: 'One thing.\n\n<!-- review-1 -->' };
        const comment: LineComment = {
          ...{ path, previousPath: path, firstLine: 1, lastLine: 1, previousLine: undefined },
          body: 'Say *why*.\n\n<!-- remark-1 -->',
          replacement: 'Why:\n\n```sh\nls\n```',
        };
        if (here.talk?.reviewsChangeOnly === true) {
          const beyond = { ...comment, firstLine: 40, lastLine: 41, body: 'Nowhere.' };
          await expect(host.reviews.post({ ...review, comments: [beyond] }, signal)).rejects.toThrow(ReviewRefused);
          expect(await host.readComments({ repository, number }, signal)).toEqual([]);
        }
        await host.reviews.post({ ...review, comments: [comment] }, signal);
        const comments = await host.readComments({ repository, number }, signal);
        expect(comments).toHaveLength(2);
        const onLine = comments.find(({ body }) => body.startsWith(comment.body));
        expect(onLine).toMatchObject({ path, line: 1 });
        expect(onLine?.body).toMatch(/\n````\S*\nWhy:\n\n```sh\nls\n```\n````$/);
        expect(comments.find(({ body }) => body === review.body)).toMatchObject({ path: undefined });
        expect(await here.host.readPullRequest({ repository, number }, signal)).toMatchObject({ state: 'open' });
        const nowhere = host.reviews.post({ ...review, number: 999_999, comments: [] }, signal);
        await expect(nowhere).rejects.toThrow(PullRequestNotFound);
        await here.closePullRequest(number);
        const late = await host.reviews.post({ ...review, comments: [] }, signal).catch((error: unknown) => error);
        if (late !== undefined) expect(late).toBeInstanceOf(ReviewRefused);
      });

      it('that are not there are named', async () => {
        const query = { repository: here.repository, number: 987_654 };
        await expect(here.host.readComments(query, signal)).rejects.toThrow(PullRequestNotFound);
        await expect(here.host.readPullRequest(query, signal)).rejects.toThrow(PullRequestNotFound);
        await expect(here.host.readDiff(query, signal)).rejects.toThrow(PullRequestNotFound);
      });
    });

    describe('issues', () => {
      it('are kept only where people can open them', () => {
        expect(here.host.readIssue === undefined).toBe(here.talk?.openIssue === undefined);
      });

      it('are read with their labels and what people said', async () => {
        const { host, talk } = here;
        if (host.readIssue === undefined || talk?.openIssue === undefined) return;
        const number = await talk.openIssue({ title: 'Retries are not told', body: 'How *many*?', labels: ['docs'] });
        await talk.commentOnIssue?.(number, 'Five.');
        const query = { repository: here.repository, number };
        const issue = await host.readIssue(query, signal);
        expect(issue).toMatchObject({ number, state: 'open', title: 'Retries are not told', body: 'How *many*?' });
        expect(issue.url).toMatch(new RegExp(`^https?://.*/${number}$`));
        expect([issue.labels, issue.comments.map(({ body }) => body)]).toEqual([['docs'], ['Five.']]);
        expect(issue.author).not.toBe('');
        expect(new Date(issue.createdAt).getTime()).not.toBeNaN();
        await talk.closeIssue?.(number);
        expect(await host.readIssue(query, signal)).toMatchObject({ state: 'closed' });
      });

      it('that are not there, or are pull requests, are named', async () => {
        const { host } = here;
        if (host.readIssue === undefined) return;
        await here.pushBranch('docwright/no-issue');
        const { number } = await host.ensurePullRequest(wanted('docwright/no-issue'), signal);
        for (const wrong of [number, 987_654]) {
          const asked = host.readIssue({ repository: here.repository, number: wrong }, signal);
          await expect(asked).rejects.toThrow(IssueNotFound);
        }
      });
    });

    if (!hasApi) return;
    describe('a host at fault', () => {
      const api = (): NonNullable<CodeHostSetting['api']> => {
        if (here.api === undefined) throw new Error('the setting has no API');
        return here.api;
      };
      afterEach(() => {
        api().answerAll(undefined);
      });
      /** Every method of the port; each succeeds without a fault. */
      type Question = keyof CodeHost | 'read-only preflight';
      type Questions = Partial<Record<Question, (host: CodeHost, abort?: AbortSignal) => Promise<unknown>>>;
      const questions: Questions = {
        preflight: (host, abort = signal) => host.preflight(here.repository, abort),
        'read-only preflight': (host, abort = signal) => host.preflight(here.repository, abort, 'read'),
        findPullRequest: (host, abort = signal) => host.findPullRequest(wanted('docwright/fault'), abort),
        ensurePullRequest: (host, abort = signal) => host.ensurePullRequest(wanted('docwright/fault'), abort),
        listPullRequests: (host, abort = signal) => host.listPullRequests(here.repository, abort),
        readPullRequest: (host, abort = signal) => host.readPullRequest(pull(), abort),
        readDiff: (host, abort = signal) => host.readDiff(pull(), abort),
        readComments: (host, abort = signal) => host.readComments(pull(), abort),
        readIssue: (host, abort = signal) => host.readIssue?.(issue(), abort) ?? nobody(),
      };
      const answering: typeof questions = {
        mayWrite: (host) =>
          host.mayWrite?.({ repository: here.repository, account: here.talk?.writer ?? '' }, signal) ?? nobody(),
        reply: (host) =>
          host.reply?.({ ...pull(), thread: { kind: 'conversation', id: '' }, body: 'Done.' }, signal) ?? nobody(),
        reviews: (host) =>
          host.reviews?.post({ ...pull(), headSha, body: 'Nothing.', comments: [] }, signal) ?? nobody(),
        readChecks: (host) => host.readChecks?.({ repository: here.repository, sha: headSha }, signal) ?? nobody(),
        addDetails: (host) =>
          host.addDetails?.({ ...pull(), labels: [here.review?.label ?? ''], reviewers: ['ada'] }, signal) ?? nobody(),
        merge: (host) => host.merge?.({ ...pull(), head: headSha }, signal) ?? nobody(),
        close: (host) => host.close?.(pull(), signal) ?? nobody(),
      };
      const nobody = () => Promise.reject(new Error('the host answers no comments'));
      let [pullNumber, issueNumber, headSha] = [0, 0, ''];
      const pull = () => ({ repository: here.repository, number: pullNumber });
      const issue = () => ({ repository: here.repository, number: issueNumber });
      beforeAll(async () => {
        await here.pushBranch('docwright/fault');
        pullNumber = (await here.host.ensurePullRequest(wanted('docwright/fault'), signal)).number;
        headSha = (await here.host.readPullRequest(pull(), signal)).headSha;
        issueNumber = (await here.talk?.openIssue?.({ title: 'A title', body: 'A body', labels: [] })) ?? 0;
      });
      const names = Object.keys(questions);
      const everything = { ...questions, ...answering };
      const ask = (name: string, abort?: AbortSignal) =>
        everything[name as Question]?.(here.host, abort) ?? Promise.reject(new Error(name));
      const isOffered = (name: string) => name === 'read-only preflight' || name in here.host;
      const allNames = () => Object.keys(everything).filter(isOffered);
      const errorOf = async (asked: Promise<unknown>): Promise<AppError> => {
        const error: unknown = await asked.then(
          (answer) => new Error(`it was answered: ${JSON.stringify(answer)}`),
          (thrown: unknown) => thrown,
        );
        if (!(error instanceof AppError)) throw new Error('no typed error', { cause: error });
        return error;
      };

      it('answers each question when nothing is wrong', async () => {
        for (const name of allNames()) await expect(ask(name), name).resolves.not.toBe('never');
      });

      const html = { 'Content-Type': 'text/html; charset=utf-8' };
      const page = '\n<!doctype html><title>Sign in</title>\n<p>Who are you?';
      it.each<[string, AnswerFault, shown: RegExp]>([
        ['a page', { status: 200, headers: html, body: page }, /answered 200: text\/html.*doctype html/],
        ['nothing', { status: 200, body: '' }, /answered 200: application\/json, nothing/],
        ['half of JSON', { status: 200, body: '{"number": 1' }, /answered 200: application\/json.*number/],
        ['a list of something', { status: 200, body: [{ surprise: 1 }] }, /answered 200: application\/json.*surprise/],
        ['an object', { status: 200, body: { surprise: 1 } }, /answered 200: application\/json.*surprise/],
        ['a word', { status: 200, body: '"surprise"' }, /answered 200: application\/json.*surprise/],
        [
          'a redirect to a page',
          { status: 302, headers: { ...html, location: '/users/sign_in' }, body: page },
          /text\/html/,
        ],
        [
          'a page about what is not there',
          { status: 404, headers: html, body: page },
          /answered 404: text\/html.*doctype/,
        ],
      ])('that answers %s is never believed', async (_, fault, shown) => {
        for (const name of allNames()) {
          api().answerAll(fault);
          const error = await errorOf(ask(name));
          expect(error, name).toBeInstanceOf(CodeHostAnswerUnexpected);
          expect(error.message, name).toMatch(shown);
        }
      });

      it.each<[string, AnswerFault]>([
        ['breaks off in the middle of an answer', 'cut'],
        ['closes each connection', 'drop'],
        ['is down', { status: 503, headers: html, body: page }],
      ])('that %s is tried again, then said to be away', async (_, fault) => {
        for (const name of allNames()) {
          api().answerAll(fault);
          const error = await errorOf(ask(name));
          expect(error, name).toBeInstanceOf(CodeHostUnavailable);
          expect(error.facts, name).toMatchObject({ retryable: true, away: true });
        }
      });

      it.each(names)('that falls silent holds nobody who gives up: %s', async (name) => {
        if (!isOffered(name)) return;
        const controller = new AbortController();
        api().answerAll({
          hang: () => {
            controller.abort(new Error('the job was archived'));
          },
        });
        await expect(ask(name, controller.signal)).rejects.toThrow('the job was archived');
      });

      it('that refuses the token says so, and never which', async () => {
        const refusals = [
          [{ status: 401, body: { message: `bad token ${here.token}` } }, CredentialsRefused],
          [{ status: 403, body: { message: `not with ${here.token}` } }, PermissionMissing],
          [{ status: 200, headers: html, body: `Hello ${here.token}` }, CodeHostAnswerUnexpected],
          [{ status: 500, body: { message: here.token } }, CodeHostUnavailable],
        ] as const;
        for (const [fault, kindOfError] of refusals) {
          api().answerAll(fault);
          for (const name of allNames()) {
            const error = await errorOf(ask(name));
            expect(error, name).toBeInstanceOf(kindOfError);
            expect(JSON.stringify([error.message, error.details, String(error.cause)])).not.toContain(here.token);
          }
        }
      });

      it('that limits requests is waited for when that is soon, and else not', async () => {
        const { waits } = api();
        for (const [seconds, waited] of [
          ['7', [7_000, 7_000]],
          ['86400', []],
        ] as const) {
          waits.length = 0;
          api().answerAll({ status: 429, headers: { 'Retry-After': seconds } });
          const error = await errorOf(ask('findPullRequest'));
          expect(error).toBeInstanceOf(CodeHostRateLimited);
          expect([error.retryAfterSeconds, waits]).toEqual([Number(seconds), waited]);
        }
      });

      it.each<[string, AnswerFault]>([
        ['a page', { status: 200, headers: html, body: page }],
        ['a redirect', { status: 302, headers: { location: '/users/sign_in' } }],
        ['a failure', { status: 502, headers: html, body: page }],
        ['half of an answer', 'cut'],
      ])('that answers the opening with %s has opened nothing', async (what, fault) => {
        const branch = `docwright/not-opened-${what.replaceAll(' ', '-')}`;
        await here.pushBranch(branch);
        api().answerAll(fault, ['POST']);
        await errorOf(here.host.ensurePullRequest(wanted(branch), signal));
        api().answerAll(undefined);
        expect(await here.host.findPullRequest(wanted(branch), signal)).toBeUndefined();
      });

      it('that loses the answer to an opening has opened one', async () => {
        await here.pushBranch('docwright/lost');
        api().answerAll('lose-answer', ['POST']);
        const opened = await here.host.ensurePullRequest(wanted('docwright/lost'), signal);
        expect(opened).toMatchObject({ state: 'open' });
        api().answerAll(undefined);
        const listed = await here.host.listPullRequests(here.repository, signal);
        expect(listed.filter(({ headBranch }) => headBranch === 'docwright/lost')).toHaveLength(1);
      });

      it('gets no request that its published description does not allow', () => {
        expect(api().undescribed?.() ?? []).toEqual([]);
      });

      it('with a fork whose branch has our name shows the one of the repository', async () => {
        const { openFromFork } = api();
        if (openFromFork === undefined) return;
        await here.pushBranch('docwright/forked');
        openFromFork('docwright/forked');
        expect(await here.host.findPullRequest(wanted('docwright/forked'), signal)).toBeUndefined();
        const { number } = await here.host.ensurePullRequest(wanted('docwright/forked'), signal);
        openFromFork('docwright/forked');
        expect(await here.host.findPullRequest(wanted('docwright/forked'), signal)).toMatchObject({ number });
      });
    });
  });
}

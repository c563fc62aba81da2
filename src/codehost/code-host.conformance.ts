import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeHost, PullRequestWanted, RepositoryRef } from './code-host.ts';
import {
  BaseBranchNotFound,
  IssueNotFound,
  PullRequestNotFound,
  PullRequestRefused,
  RepositoryAddressInvalid,
  RepositoryNotFound,
} from './errors.ts';

/** One repository on a real or doubled host, and what people do there beside us. */
export interface CodeHostSetting {
  readonly host: CodeHost;
  /** What the host was opened with; undefined where it needs none. */
  readonly token?: string;
  /** Has the default branch `main`, a branch `next`, and a pull request template that says `What and why`. */
  readonly repository: RepositoryRef;
  readonly missingRepository: RepositoryRef;
  /** Makes a branch with one commit of its own on top of `main`. */
  pushBranch(name: string): Promise<void>;
  /** Makes a branch that stands where `main` stands. */
  pushEmptyBranch(name: string): Promise<void>;
  readBody(number: number): Promise<string>;
  closePullRequest(number: number): Promise<void>;
  mergePullRequest(number: number): Promise<void>;
  /** What people do where the host takes comments and keeps issues. */
  readonly talk?: {
    /** An account that may push. */
    readonly writer: string;
    comment(number: number, body: string): Promise<void>;
    /** Returns the id of the thread. */
    commentOnLine(number: number, place: { path: string; line: number; body: string }): Promise<string>;
    openIssue(issue: { title: string; body: string; labels: readonly string[] }): Promise<number>;
    closeIssue(number: number): Promise<void>;
  };
  readonly dispose: () => Promise<void>;
}

/** What every code host adapter must do; run it from the adapter's own test file. */
export function testCodeHost(kind: string, open: () => Promise<CodeHostSetting>): void {
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
        expect(comments.find((each) => each.body === 'Mended.')).toMatchObject({ path: line.path });
        expect(await host.mayWrite?.({ repository, account: talk.writer }, signal)).toBe(true);
        expect(await host.mayWrite?.({ repository, account: 'nobody-at-all' }, signal)).toBe(false);
        const nowhere = { repository, number: 999_999, thread: { kind: 'conversation', id: '' }, body } as const;
        await expect(host.reply(nowhere, signal)).rejects.toThrow(PullRequestNotFound);
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
        expect(here.host.readIssue === undefined).toBe(here.talk === undefined);
      });

      it('are read with their labels and what people said', async () => {
        const { host, talk } = here;
        if (host.readIssue === undefined || talk === undefined) return;
        const number = await talk.openIssue({ title: 'Retries are not told', body: 'How *many*?', labels: ['docs'] });
        await talk.comment(number, 'Five.');
        const query = { repository: here.repository, number };
        const issue = await host.readIssue(query, signal);
        expect(issue).toMatchObject({ number, state: 'open', title: 'Retries are not told', body: 'How *many*?' });
        expect(issue.url).toMatch(new RegExp(`^https?://.*/${number}$`));
        expect([issue.labels, issue.comments.map(({ body }) => body)]).toEqual([['docs'], ['Five.']]);
        expect(issue.author).not.toBe('');
        expect(new Date(issue.createdAt).getTime()).not.toBeNaN();
        await talk.closeIssue(number);
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
  });
}

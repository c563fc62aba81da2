import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { parsePatch } from 'diff';
import { createAnswerFaults, type AnswerFaults } from './answer-fault.ts';
import { git, makeBareRepository, pushFiles, temporaryFolder } from './git-fixture.ts';
import { runBackend } from './git-server.ts';

/** A pull request as a code host stores it; git provides the rest. */
export interface ForgePull {
  readonly number: number;
  readonly head: string;
  readonly base: string;
  title: string;
  body: string;
  state: 'open' | 'closed' | 'merged';
  readonly createdAt: string;
  /** Whether it comes from a fork, whose branch may have any name. */
  readonly isForeign: boolean;
  /** Last known tip of the branch. */
  headSha: string;
  baseSha: string;
  readonly labels: Set<string>;
  readonly reviewers: Set<string>;
}

/** A run of a check. The newest of a commit and name counts. */
export interface ForgeCheck {
  readonly id: number;
  readonly sha: string;
  readonly name: string;
  readonly state: 'pending' | 'passed' | 'failed';
  readonly log: string;
}

export interface ForgeRemark {
  readonly id: number;
  readonly on: number;
  readonly kind: 'pull' | 'issue' | 'review';
  /** Of a review, such as `COMMENT`. */
  readonly event?: string;
  readonly body: string;
  readonly at: string;
  readonly place?: { readonly path: string; readonly line: number };
}

export interface ForgeIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly at: string;
  state: 'open' | 'closed';
}

/** A code host with one repository: real git over `git http-backend`, a state in memory, and faults on request. */
export interface Forge extends Omit<AnswerFaults, 'play'> {
  readonly server: string;
  /** Of the repository, on disk. */
  readonly folder: string;
  /** `acme/docs`, or what it was started with. */
  readonly path: string;
  readonly repositoryUrl: string;
  readonly token: string;
  readonly readOnlyToken: string;
  readonly answersOnLines: boolean;
  readonly reviewsChangeOnly: boolean;
  readonly pulls: ForgePull[];
  readonly remarks: ForgeRemark[];
  readonly issues: ForgeIssue[];
  readonly checks: ForgeCheck[];
  /** Why the rules of the repository forbid a merge; undefined if they do not. */
  mergeRefusal: string | undefined;
  /** Open pull requests that the duplicate check misses, because they were opened simultaneously. */
  readonly unseen: Set<number>;
  /** Every request so far, as in an access log, with bodies. */
  readonly requests: { readonly method: string; readonly url: string; readonly body: string }[];
  /** ISO 8601; each a second after the one before. */
  now(): string;
  tip(branch: string): string | undefined;
  /** The newest first. */
  commits(range: string): { sha: string; subject: string; message: string; author: string; date: string }[];
  openPull(pull: Pick<ForgePull, 'head' | 'base' | 'title' | 'body'> & { readonly isForeign?: boolean }): ForgePull;
  pull(number: number): ForgePull | undefined;
  /** What a review says as a whole. */
  sayReview(number: number, review: { event: string; body: string }): void;
  readonly pushBranch: (name: string) => Promise<void>;
  readonly pushEmptyBranch: (name: string) => Promise<void>;
  readonly close: (number: number) => Promise<void>;
  readonly merge: (number: number) => Promise<void>;
  readonly talk: {
    readonly writer: string;
    readonly comment: (number: number, body: string) => Promise<void>;
    commentOnLine(number: number, place: { path: string; line: number; body: string }): Promise<string>;
    commentOnIssue(number: number, body: string): Promise<void>;
    openIssue(issue: { title: string; body: string; labels: readonly string[] }): Promise<number>;
    closeIssue(number: number): Promise<void>;
  };
  readonly review: {
    readonly label: string;
    readonly reviewer: string;
    readonly check: (branch: string, check: Pick<ForgeCheck, 'name' | 'state' | 'log'>) => Promise<void>;
    readonly readDetails: (number: number) => Promise<{ labels: string[]; reviewers: string[] }>;
  };
  /** The newest run of each check of a commit. */
  readonly checksOf: (sha: string) => readonly ForgeCheck[];
  readonly stop: () => Promise<void>;
}

/** One answer of the API: a status with JSON, or with text. */
export interface ForgeAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request about one pull request. `ending` is the path after its number. */
export interface ForgeItemRequest {
  readonly method: string;
  readonly ending: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly paged: (items: readonly unknown[]) => ForgeAnswer;
}

/** The API of one product. */
export interface ForgeFace {
  /** Path of the API, such as `/api/v1`. */
  readonly apiPath: string;
  /** Where git finds the head of a pull request, also of one from a fork. */
  headRef(number: number): string;
  /** Whether issues and pull requests share their numbers. */
  readonly countsTogether: boolean;
  /** Whether its API can reply on a line. */
  readonly answersOnLines: boolean;
  /** Whether it refuses reviews of lines that the change does not show. */
  readonly reviewsChangeOnly: boolean;
  /** Of a request to the API, or git's user and password. */
  tokenOf(request: IncomingMessage): string | undefined;
  /** `path` is below the API; undefined where there is nothing. */
  answer(
    forge: Forge,
    request: {
      method: string;
      path: string;
      query: URLSearchParams;
      body: Readonly<Record<string, unknown>>;
      /** Media types that it asks for. */
      accept: string;
    },
  ): ForgeAnswer | undefined;
  /** Its answers without a token, with a wrong token, and with a read-only token. */
  readonly refusals: { readonly unknown: ForgeAnswer; readonly readOnly: ForgeAnswer; readonly missing: ForgeAnswer };
  /** Requests that it answers without a token. */
  isOpen(path: string): boolean;
}

/** A forge's clock advances by this much with each event. */
const second = 1_000;

export async function startForge(
  face: ForgeFace,
  { path = 'acme/docs', prefix = '', token = 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678', files = {} } = {},
): Promise<Forge> {
  const root = temporaryFolder();
  const folder = join(root.path, `${path}.git`);
  makeBareRepository(folder, { 'index.md': '# Docs\n', ...files });
  git(folder, ['config', 'http.receivepack', 'true']);
  git(folder, ['branch', 'next', 'main']);
  const faults = createAnswerFaults();
  const requests: Forge['requests'] = [];
  const readOnlyToken = `${token.slice(0, -8)}readonly`;
  let time = Date.UTC(2026, 10, 1);
  let counts = { pull: 0, issue: 0, remark: 0 };
  const nextNumber = (kind: 'pull' | 'issue'): number => {
    const most = Math.max(counts.pull, counts.issue);
    counts = { ...counts, [kind]: (face.countsTogether ? most : counts[kind]) + 1 };
    return counts[kind];
  };
  const remark = (on: number, kind: 'pull' | 'issue', body: string, place?: ForgeRemark['place']): Promise<void> => {
    counts.remark += 1;
    forge.remarks.push({ id: counts.remark, on, kind, body, at: forge.now(), ...(place && { place }) });
    return Promise.resolve();
  };
  // References stay unpacked in so small a repository. Reading files avoids a process for each, which would be slow.
  const tip = (branch: string): string | undefined => {
    const file = join(folder, 'refs/heads', branch);
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file, 'utf8').trim() : undefined;
  };

  const keepHead = ({ number, headSha }: ForgePull): void => {
    const file = join(folder, face.headRef(number));
    mkdirSync(dirname(file), { recursive: true });
    if (headSha !== '') writeFileSync(file, `${headSha}\n`);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = request.method ?? 'GET';
    const whole = request.url ?? '/';
    const url = whole.startsWith(prefix) ? whole.slice(prefix.length) : '/none';
    if (!url.startsWith(face.apiPath)) {
      requests.push({ method, url: whole, body: '' });
      const held = face.tokenOf(request);
      const writes = url.includes('git-receive-pack');
      if (held !== token && (held !== readOnlyToken || writes)) {
        response.writeHead(held === undefined ? 401 : 403, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
        return;
      }
      request.url = url;
      runBackend(root.path, request, response, false);
      return;
    }
    const text = await readBody(request);
    requests.push({ method, url: whole, body: text });
    const fault = faults.play(request, response, `${method} ${url}`);
    if (fault === 'answered') return;
    const held = face.tokenOf(request);
    const target = new URL(url, 'http://forge');
    const answer =
      held !== token && held !== readOnlyToken && !face.isOpen(target.pathname)
        ? face.refusals.unknown
        : held === readOnlyToken && method !== 'GET'
          ? face.refusals.readOnly
          : (face.answer(forge, {
              method,
              path: target.pathname.slice(face.apiPath.length),
              query: target.searchParams,
              accept: request.headers.accept ?? '',
              body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
            }) ?? face.refusals.missing);
    if (fault === 'lose-answer') {
      request.socket.destroy();
      return;
    }
    const isText = typeof answer.body === 'string';
    response
      .writeHead(answer.status, { 'Content-Type': isText ? 'text/plain' : 'application/json', ...answer.headers })
      .end(isText ? answer.body : JSON.stringify(answer.body));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500).end(JSON.stringify({ message: String(error) }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;

  const forge: Forge = {
    server: origin,
    folder,
    path,
    repositoryUrl: `${origin}/${path}`,
    token,
    readOnlyToken,
    answersOnLines: face.answersOnLines,
    reviewsChangeOnly: face.reviewsChangeOnly,
    pulls: [],
    unseen: new Set(),
    remarks: [],
    issues: [],
    checks: [],
    mergeRefusal: undefined,
    requests,
    fail: faults.fail,
    answerAll: faults.answerAll,
    now: () => new Date((time += second)).toISOString(),
    tip,
    commits: (range) =>
      git(folder, ['log', '--format=%H%x00%s%x00%B%x00%an%x00%cI%x01', range])
        .split('\u0001')
        .map((record) => record.trim().split('\0'))
        .flatMap(([sha = '', subject = '', message = '', author = '', date = '']) =>
          sha === '' ? [] : [{ sha, subject, message, author, date }],
        ),
    openPull: ({ head, base, title, body, isForeign = false }) => {
      const shas = { headSha: tip(head) ?? '', baseSha: tip(base) ?? '' };
      const number = nextNumber('pull');
      const pull: ForgePull = {
        number,
        head,
        base,
        title,
        body,
        isForeign,
        state: 'open',
        createdAt: forge.now(),
        labels: new Set(),
        reviewers: new Set(),
        ...shas,
      };
      forge.pulls.unshift(pull);
      keepHead(pull);
      return pull;
    },
    pull: (number) => {
      const found = forge.pulls.find((pull) => pull.number === number);
      if (found?.state !== 'open') return found;
      found.headSha = tip(found.head) ?? found.headSha;
      keepHead(found);
      return found;
    },
    sayReview: (on, { event, body }) => {
      counts.remark += 1;
      forge.remarks.push({ id: counts.remark, on, kind: 'review', event, body, at: forge.now() });
    },
    pushBranch: (name) => {
      git(folder, ['branch', name, 'main']);
      pushFiles(folder, name, { [`${name.replaceAll('/', '-')}.md`]: `${name}\n` }, `Work on ${name}`);
      return Promise.resolve();
    },
    pushEmptyBranch: (name) => {
      git(folder, ['branch', name, 'main']);
      return Promise.resolve();
    },
    close: (number) => {
      const pull = forge.pull(number);
      if (pull !== undefined) pull.state = 'closed';
      return Promise.resolve();
    },
    merge: (number) => {
      const pull = forge.pull(number);
      if (pull === undefined) throw new Error(`no pull request ${number}`);
      pull.baseSha = git(folder, ['merge-base', pull.base, pull.head]);
      const tree = git(folder, ['merge-tree', '--write-tree', pull.base, pull.head]);
      const parents = ['-p', pull.base, '-p', pull.head];
      const commit = git(folder, ['commit-tree', tree, ...parents, '-m', `Merge #${number}`]);
      git(folder, ['update-ref', `refs/heads/${pull.base}`, commit]);
      pull.state = 'merged';
      return Promise.resolve();
    },
    talk: {
      writer: 'ada',
      comment: (number, body) => remark(number, forge.pull(number) === undefined ? 'issue' : 'pull', body),
      async commentOnLine(number, { body, ...place }) {
        await remark(number, 'pull', body, place);
        return String(counts.remark);
      },
      commentOnIssue: (number, body) => remark(number, 'issue', body),
      openIssue: (issue) => {
        const number = nextNumber('issue');
        forge.issues.push({ ...issue, number, state: 'open', at: forge.now() });
        return Promise.resolve(number);
      },
      closeIssue: (number) => {
        const issue = forge.issues.find((each) => each.number === number);
        if (issue !== undefined) issue.state = 'closed';
        return Promise.resolve();
      },
    },
    review: {
      label: 'documentation',
      reviewer: 'ada',
      check: (branch, check) => {
        forge.checks.push({ ...check, id: forge.checks.length + 1, sha: tip(branch) ?? '' });
        return Promise.resolve();
      },
      readDetails: (number) => {
        const { labels = [], reviewers = [] } = forge.pull(number) ?? {};
        return Promise.resolve({ labels: [...labels], reviewers: [...reviewers] });
      },
    },
    checksOf: (sha) => [
      ...new Map(forge.checks.filter((check) => check.sha === sha).map((check) => [check.name, check])).values(),
    ],
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      root.remove();
    },
  };
  return forge;
}

/** The lines that a pull request shows, by `path:line` on the new side. */
export function linesOfDiff(
  forge: Forge,
  pull: ForgePull,
): Map<string, { previousPath: string; previousLine: number | undefined }> {
  const lines = new Map<string, { previousPath: string; previousLine: number | undefined }>();
  for (const patch of parsePatch(git(forge.folder, ['diff', `${pull.base}...${pull.headSha}`]))) {
    const [previous, path] = [patch.oldFileName, patch.newFileName].map((name = '') => name.replace(/^[ab]\//, ''));
    for (const { oldStart, newStart, lines: texts } of patch.hunks) {
      let [before, line] = [oldStart, newStart];
      for (const text of texts) {
        const previousPath = previous === '/dev/null' ? (path ?? '') : (previous ?? '');
        const previousLine = text.startsWith('+') ? undefined : before;
        if (!text.startsWith('-')) lines.set(`${path}:${line}`, { previousPath, previousLine });
        if (!text.startsWith('+')) before += 1;
        if (!text.startsWith('-')) line += 1;
      }
    }
  }
  return lines;
}

/** A page of a listing, with the host's headers about the next page. */
export function pageOf<Item>(items: readonly Item[], { page, size }: { page: number; size: number }): Item[] {
  return items.slice((page - 1) * size, page * size);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

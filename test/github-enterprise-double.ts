import { git } from './git-fixture.ts';
import {
  linesOfDiff,
  startForge,
  type Forge,
  type ForgeAnswer,
  type ForgeCheck,
  type ForgeFace,
  type ForgePull,
} from './forge-double.ts';

/**
 * The parts of GitHub Enterprise that a job needs, with git. `github-double.ts` has no git, but is closer to GitHub in
 * everything else.
 */
export function startGithubEnterpriseDouble(options: Parameters<typeof startForge>[1] = {}): Promise<Forge> {
  return startForge(face, { token: 'github_pat_writer0000000000000000', ...options });
}

const message = (status: number, text: string): ForgeAnswer => ({ status, body: { message: text } });
const ok = (body: unknown): ForgeAnswer => ({ status: 200, body });
const user = { login: 'octocat' };

const face: ForgeFace = {
  apiPath: '/api/v3',
  countsTogether: true,
  reviewsChangeOnly: true,
  answersOnLines: true,
  headRef: (number) => `refs/pull/${number}/head`,
  isOpen: () => false,
  tokenOf({ headers: { authorization = '' } }) {
    const basic = /^Basic (.+)$/.exec(authorization)?.[1];
    const [name, password] = Buffer.from(basic ?? '', 'base64')
      .toString('utf8')
      .split(':');
    if (basic !== undefined) return name === 'x-access-token' ? password : '';
    return /^(?:token|bearer) (.+)$/i.exec(authorization)?.[1];
  },
  refusals: {
    unknown: message(401, 'Bad credentials'),
    readOnly: message(403, 'Resource not accessible by personal access token'),
    missing: message(404, 'Not Found'),
  },
  answer(forge, { method, path, query, body, accept }) {
    const prefix = `/repos/${forge.path}`;
    if (!path.startsWith(prefix)) return undefined;
    const place = decodeURIComponent(path.slice(prefix.length));
    if (place === '') return ok(repositoryOf(forge));
    const branch = /^\/branches\/(.+)$/.exec(place)?.[1];
    const sha = forge.tip(branch ?? '');
    if (sha !== undefined) return ok({ name: branch, commit: { sha } });
    if (method === 'POST' && place === '/git/refs') return message(422, 'Object does not exist');
    if (method === 'POST' && place === '/pulls') return open(forge, body as Readonly<Record<string, string>>);
    if (place === '/pulls') {
      const head = query.get('head')?.replace(/^acme:/, '');
      const pulls = forge.pulls.filter((pull) => head === undefined || pull.head === head);
      return ok(pulls.map((pull) => present(forge, pull)));
    }
    const checked = /^\/commits\/(\w+)\/(check-runs|status)$/.exec(place);
    if (checked?.[2] === 'status') return ok({ statuses: [] });
    if (checked !== null) return ok({ check_runs: forge.checksOf(checked[1] ?? '').map(runOf) });
    const job = /^\/actions\/jobs\/(\d+)\/logs$/.exec(place)?.[1];
    if (job !== undefined) return ok(forge.checks.find(({ id }) => String(id) === job)?.log ?? '');
    const [, number = '', ending = ''] = /^\/(?:pulls|issues)\/(\d+)(.*)$/.exec(place) ?? [];
    const pull = forge.pull(Number(number));
    if (pull === undefined) return undefined;
    if (place.startsWith('/issues') && method === 'POST') {
      void forge.talk.comment(pull.number, String(body['body']));
      return { status: 201, body: { id: forge.remarks.length } };
    }
    if (place.startsWith('/issues')) return ok(below(forge, pull));
    if (ending === '/merge') return merge(forge, pull, body);
    if (ending === '/reviews' && method === 'POST') return review(forge, pull, body);
    if (ending === '/comments' || ending === '/reviews') return ok(saidOn(forge, pull, ending));
    const range = `${pull.state === 'merged' ? pull.baseSha : pull.base}...${pull.headSha}`;
    if (ending === '/commits') return ok(commitsIn(forge, range.replace('...', '..')));
    if (accept.includes('diff')) return ok(`${git(forge.folder, ['diff', range])}\n`);
    if (method === 'PATCH' && typeof body['body'] === 'string') pull.body = body['body'];
    if (body['state'] === 'closed') pull.state = 'closed';
    return ok(present(forge, pull));
  },
};

function repositoryOf({ path, repositoryUrl }: Forge): object {
  return {
    full_name: path,
    html_url: repositoryUrl,
    default_branch: 'main',
    private: true,
    archived: false,
    permissions: { push: true },
  };
}

function open(
  forge: Forge,
  { head = '', base = '', title = '', body = '' }: Readonly<Record<string, string>>,
): ForgeAnswer {
  const isOpen = forge.pulls.some((pull) => pull.state === 'open' && pull.head === head);
  if (isOpen) return message(422, `A pull request already exists for acme:${head}.`);
  if (forge.tip(head) === forge.tip(base)) return message(422, `No commits between ${base} and ${head}`);
  return { status: 201, body: present(forge, forge.openPull({ head, base, title, body })) };
}

function present(forge: Forge, { number, head, base, title, body, state, createdAt, headSha }: ForgePull): object {
  return {
    number,
    html_url: `${forge.repositoryUrl}/pull/${number}`,
    state: state === 'open' ? 'open' : 'closed',
    merged_at: state === 'merged' ? createdAt : null,
    draft: false,
    title,
    body,
    created_at: createdAt,
    updated_at: createdAt,
    head: { ref: head, sha: (state === 'open' ? forge.tip(head) : undefined) ?? headSha },
    base: { ref: base },
    user,
  };
}

function runOf({ id, name, state, log }: ForgeCheck): object {
  return {
    id,
    name,
    status: state === 'pending' ? 'in_progress' : 'completed',
    conclusion: { pending: null, passed: 'success', failed: 'failure' }[state],
    html_url: `https://github.example/checks/${id}`,
    output: { title: null, summary: log },
    app: { slug: 'github-actions' },
  };
}

function merge(forge: Forge, pull: ForgePull, body: Readonly<Record<string, unknown>>): ForgeAnswer {
  if (forge.mergeRefusal !== undefined) return message(405, forge.mergeRefusal);
  if (body['sha'] !== pull.headSha) return message(409, 'Head branch was modified. Review and try the merge again.');
  void forge.merge(pull.number);
  return ok({ merged: true });
}

/** The oldest first. */
function commitsIn(forge: Forge, range: string): object[] {
  return forge
    .commits(range)
    .reverse()
    .map(({ sha, message: text, author: name, date }) => ({
      sha,
      commit: { message: text, author: { name, date }, committer: { name, date } },
    }));
}

function below(forge: Forge, { number }: ForgePull): object[] {
  const said = forge.remarks.filter(({ on, place, kind }) => on === number && place === undefined && kind === 'pull');
  return said.map(({ id, body, at }) => ({ id, user, body, created_at: at }));
}

function saidOn(forge: Forge, { number }: ForgePull, kind: '/comments' | '/reviews'): object[] {
  const said = forge.remarks.filter(({ on }) => on === number);
  if (kind === '/reviews')
    return said
      .filter((each) => each.kind === 'review')
      .map(({ id, body, at, event }) => ({ id, user, body, state: event, submitted_at: at }));
  return said.flatMap(({ id, body, at, place }) => (place ? [{ id, user, body, created_at: at, ...place }] : []));
}

function review(forge: Forge, pull: ForgePull, fields: Readonly<Record<string, unknown>>): ForgeAnswer {
  interface Comment {
    path: string;
    line: number;
    side: string;
    body: string;
  }
  const { event, commit_id: commit, comments } = fields as { event: string; commit_id: string; comments: Comment[] };
  const lines = linesOfDiff(forge, pull);
  const isShown = ({ path, line, side }: Comment) => side === 'RIGHT' && lines.has(`${path}:${line}`);
  if (commit !== pull.headSha || !comments.every(isShown)) return message(422, 'Line could not be resolved');
  for (const { path, line, body } of comments) void forge.talk.commentOnLine(pull.number, { path, line, body });
  forge.sayReview(pull.number, { event, body: String(fields['body']) });
  return { status: 200, body: { id: forge.remarks.at(-1)?.id } };
}

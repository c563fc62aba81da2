import { git } from './git-fixture.ts';
import {
  pageOf,
  startForge,
  type Forge,
  type ForgeAnswer,
  type ForgeItemRequest,
  type ForgeFace,
  type ForgePull,
} from './forge-double.ts';

/**
 * Gitea's API over a forge, like Gitea 1.26 in `npm run gitea`: pull requests and issues share numbers, pages have at most 50
 * items, commits come newest first, and error messages are Gitea's.
 */
export function startGiteaDouble(options: Parameters<typeof startForge>[1] = {}): Promise<Forge> {
  return startForge(face, { files: { '.gitea/pull_request_template.md': 'What and why\n' }, ...options });
}

const message = (status: number, text: string): ForgeAnswer => ({
  status,
  body: { message: text, url: 'https://gitea.example/api/swagger' },
});
const ok = (body: unknown): ForgeAnswer => ({ status: 200, body });
const user = { id: 1, login: 'bot', email: 'bot@noreply.gitea.example' };

const face: ForgeFace = {
  apiPath: '/api/v1',
  countsTogether: true,
  reviewsChangeOnly: false,
  answersOnLines: false,
  headRef: (number) => `refs/pull/${number}/head`,
  isOpen: (path) => path === '/api/v1/version',
  tokenOf({ headers: { authorization = '' } }) {
    const basic = /^Basic (.+)$/.exec(authorization)?.[1];
    if (basic !== undefined) return Buffer.from(basic, 'base64').toString('utf8').split(':')[1];
    return /^token (.+)$/.exec(authorization)?.[1];
  },
  refusals: {
    unknown: message(401, 'user does not exist [uid: 0, name: ]'),
    readOnly: message(403, 'token does not have at least one of required scope(s): [write:repository]'),
    missing: { status: 404, body: { errors: null, message: 'not found', url: 'https://gitea.example/api/swagger' } },
  },
  answer(forge, { method, path, query, body }) {
    if (path === '/version') return ok({ version: '1.26.0' });
    if (path.startsWith('/orgs/')) return message(403, 'token does not have the required scope read:organization');
    if (path.startsWith('/teams/2/')) return message(403, 'Must be a team member');
    if (path === '/teams/3/members/grace' || path === '/teams/4/members/bob') return ok(user);
    const prefix = `/repos/${forge.path}`;
    if (!path.toLowerCase().startsWith(prefix.toLowerCase())) return undefined;
    const place = decodeURIComponent(path.slice(prefix.length));
    const paged = <Item>(items: readonly Item[], shown: (item: Item) => unknown = (item) => item): ForgeAnswer => {
      const size = Math.min(50, Number(query.get('limit') ?? 30));
      const page = Number(query.get('page') ?? 1);
      const headers = { 'X-Total-Count': String(items.length) };
      return { status: 200, body: pageOf(items, { page, size }).map(shown), headers };
    };
    if (place === '') return ok(repositoryOf(forge));
    if (place === `/collaborators/${forge.talk.writer}/permission`) return ok({ permission: 'write', user });
    // Members of teams with rights for each unit.
    if (/^\/collaborators\/(?:grace|bob)\/permission$/.test(place)) return ok({ permission: 'none', user });
    if (place === '/teams')
      return paged([
        { id: 2, name: 'Owners', permission: 'owner', units_map: { 'repo.code': 'owner' } },
        { id: 3, name: 'writers', permission: 'none', units_map: { 'repo.code': 'write' } },
        { id: 4, name: 'readers', permission: 'none', units_map: { 'repo.code': 'read', 'repo.pulls': 'write' } },
      ]);
    const commented = /^\/issues\/(\d+)\/comments$/.exec(place)?.[1];
    if (commented !== undefined && method === 'POST') return comment(forge, Number(commented), String(body['body']));
    const branch = /^\/branches\/(.+)$/.exec(place)?.[1];
    if (branch !== undefined) {
      const id = forge.tip(branch);
      return id === undefined ? undefined : ok({ name: branch, commit: { id } });
    }
    if (place === '/commits') {
      const [head, base] = [query.get('sha') ?? '', query.get('not') ?? ''];
      if (forge.tip(head) === undefined) return { status: 404, body: null };
      return paged(forge.commits(`${base}..${head}`), ({ sha }) => ({ sha }));
    }
    const folder = /^\/contents(?:\/(.*))?$/.exec(place);
    if (folder !== null) return contents(forge, query.get('ref') ?? 'main', folder[1] ?? '');
    if (place === '/pulls' && method === 'POST') return open(forge, body as unknown as Parameters<typeof open>[1]);
    if (place === '/pulls') return paged(forge.pulls, (pull) => present(forge, pull));
    const [, number = '', ending = ''] = /^\/pulls\/(\d+)(.*)$/.exec(place) ?? [];
    const pull = forge.pull(Number(number));
    if (pull !== undefined) return aboutPull(forge, pull, { method, ending, body, paged });
    const [, base, head] = /^\/pulls\/([^/]+)\/(.+)$/.exec(place) ?? [];
    const asked = forge.pulls.find((each) => each.base === base && each.head === head);
    if (asked !== undefined) return ok(present(forge, asked));
    if (place === '/labels') return paged([{ id: 5, name: forge.review.label }]);
    const checked = /^\/commits\/(\w+)\/statuses$/.exec(place)?.[1];
    if (checked !== undefined)
      return paged(
        forge.checks.filter(({ sha }) => sha === checked),
        (check) => ({
          id: check.id,
          context: check.name,
          status: { pending: 'pending', passed: 'success', failed: 'failure' }[check.state],
          description: check.log,
          target_url: '/acme/docs/actions/runs/1/jobs/0',
        }),
      );
    return aboutIssue(forge, place, { method, body });
  },
};

function comment(forge: Forge, number: number, body: string): ForgeAnswer | undefined {
  if (forge.pull(number) === undefined) return message(500, '');
  void forge.talk.comment(number, body);
  return { status: 201, body: { id: forge.remarks.at(-1)?.id } };
}

function repositoryOf({ path, repositoryUrl }: Forge): object {
  return {
    full_name: path,
    html_url: repositoryUrl,
    default_branch: 'main',
    archived: false,
    has_pull_requests: true,
    default_merge_style: 'squash',
    permissions: { admin: false, push: true, pull: true },
  };
}

function contents(forge: Forge, ref: string, path: string): ForgeAnswer | undefined {
  const listed = git(forge.folder, ['ls-tree', ref, ...(path === '' ? [] : [`${path}/`])]);
  if (listed !== '') {
    const entries = listed.split('\n').map((line) => /^\d+ (\w+) \w+\t(.*)$/.exec(line) ?? []);
    return ok(entries.map(([, type, name]) => ({ path: name, type: type === 'tree' ? 'dir' : 'file', content: null })));
  }
  if (git(forge.folder, ['ls-tree', ref, path]) === '') return undefined;
  const text = git(forge.folder, ['show', `${ref}:${path}`]);
  return ok({ path, type: 'file', encoding: 'base64', content: Buffer.from(text).toString('base64') });
}

function open(
  forge: Forge,
  { head, base, title, body }: { head: string; base: string; title: string; body: string },
): ForgeAnswer {
  const unchanged = 'Invalid PullRequest: There are no changes between the head and the base';
  if (head === base) return message(422, unchanged);
  if (forge.tip(head) === undefined || forge.tip(base) === undefined) return face.refusals.missing;
  const isSame = (pull: ForgePull) => pull.state === 'open' && pull.head === head && !pull.isForeign;
  const same = forge.pulls.find((pull) => isSame(pull) && !forge.unseen.has(pull.number));
  if (same !== undefined)
    return message(409, `pull request already exists for these targets [issue_id: ${same.number}, head: ${head}]`);
  return { status: 201, body: present(forge, forge.openPull({ head, base, title, body })) };
}

function present(forge: Forge, pull: ForgePull): object {
  const { number, head, base, title, body, state, createdAt } = pull;
  const exists = forge.tip(head) !== undefined;
  return {
    number,
    html_url: `${forge.repositoryUrl}/pulls/${number}`,
    state: state === 'open' ? 'open' : 'closed',
    merged: state === 'merged',
    draft: title.startsWith('WIP: '),
    title,
    body,
    user,
    created_at: createdAt,
    updated_at: createdAt,
    head: {
      label: head,
      ref: exists ? head : `refs/pull/${number}/head`,
      sha: (state === 'open' ? forge.tip(head) : undefined) ?? pull.headSha,
      repo_id: pull.isForeign ? 2 : 1,
    },
    base: { label: base, ref: base, sha: forge.tip(base), repo_id: 1 },
  };
}

function aboutPull(
  forge: Forge,
  pull: ForgePull,
  { method, ending, body, paged }: ForgeItemRequest,
): ForgeAnswer | undefined {
  const range = `${pull.state === 'merged' ? pull.baseSha : pull.base}...${pull.headSha}`;
  const signature = (name: string, date: string) => ({ name, email: `${name}@example.com`, date });
  if (ending === '' && method === 'PATCH') {
    if (typeof body['body'] === 'string') pull.body = body['body'];
    if (body['state'] === 'closed') pull.state = 'closed';
  }
  if (ending === '') return { status: method === 'PATCH' ? 201 : 200, body: present(forge, pull) };
  if (ending === '/merge') return merge(forge, pull, body);
  if (ending === '/requested_reviewers') {
    const [name = ''] = body['reviewers'] as string[];
    if (name !== forge.review.reviewer) return message(404, `User '${name}' not exist`);
    pull.reviewers.add(name);
    return { status: 201, body: [{ id: 1 }] };
  }
  if (ending === '.diff') return { status: 200, body: `${git(forge.folder, ['diff', range])}\n` };
  if (ending === '/commits')
    return paged(
      forge.commits(range.replace('...', '..')).map(({ sha, message: text, author, date }) => ({
        sha,
        commit: { message: text, author: signature(author, date), committer: signature(author, date) },
      })),
    );
  if (ending === '/reviews' && method === 'POST') return review(forge, pull, body);
  const onLines = forge.remarks.filter(({ on, place }) => on === pull.number && place !== undefined);
  if (ending === '/reviews') {
    const of = (id: number, at: string, text: string, count: number) => ({
      id,
      user,
      submitted_at: at,
      body: text,
      comments_count: count,
    });
    const reviews = forge.remarks.filter(({ on, kind }) => on === pull.number && kind === 'review');
    return paged([
      ...onLines.map(({ id, at }) => of(id, at, '', 1)),
      ...reviews.map(({ id, at, body: text }) => of(id, at, text, 0)),
    ]);
  }
  const reviewed = /^\/reviews\/(\d+)\/comments$/.exec(ending)?.[1];
  return ok(
    onLines
      .filter(({ id }) => String(id) === reviewed)
      .map(({ id, body: text, at, place }) => ({
        id,
        user,
        created_at: at,
        body: text,
        path: place?.path,
        position: place?.line,
      })),
  );
}

/** Gitea takes comments on any line, whether the change shows it or not. */
function review(forge: Forge, pull: ForgePull, fields: Readonly<Record<string, unknown>>): ForgeAnswer {
  const { event, body, comments } = fields as {
    event: string;
    body: string;
    comments: { path: string; new_position: number; body: string }[];
  };
  if (pull.state !== 'open') return message(422, "can't submit review for a closed or merged PR");
  for (const { path, new_position: line, body: text } of comments)
    void forge.talk.commentOnLine(pull.number, { path, line, body: text });
  forge.sayReview(pull.number, { event, body });
  return ok({ id: forge.remarks.at(-1)?.id, state: 'COMMENT' });
}

/** Gitea answers a merge with an empty body. */
function merge(forge: Forge, pull: ForgePull, body: Readonly<Record<string, unknown>>): ForgeAnswer {
  if (pull.state !== 'open') return message(405, '');
  if (forge.mergeRefusal !== undefined) return message(405, forge.mergeRefusal);
  if (body['head_commit_id'] !== pull.headSha) return message(409, 'head out of date');
  if (body['Do'] !== 'squash') return message(405, 'Merge style not allowed');
  void forge.merge(pull.number);
  return { status: 200, body: '' };
}

function aboutIssue(
  forge: Forge,
  place: string,
  { method, body }: { method: string; body: Readonly<Record<string, unknown>> },
): ForgeAnswer | undefined {
  const labelled = forge.pull(Number(/^\/issues\/(\d+)\/labels$/.exec(place)?.[1]));
  if (labelled !== undefined && method === 'POST') {
    if ((body['labels'] as number[]).join() !== '5') return message(422, 'no such label');
    labelled.labels.add(forge.review.label);
    return ok([{ id: 5, name: forge.review.label }]);
  }
  const [, digits = '', ending = ''] = /^\/issues\/(\d+)(\/comments)?$/.exec(place) ?? [];
  const number = Number(digits);
  const issue = forge.issues.find((each) => each.number === number);
  const pull = forge.pull(number);
  if (issue === undefined && pull === undefined) return undefined;
  if (ending !== '') {
    const below = forge.remarks.filter(
      (each) => each.on === number && each.place === undefined && each.kind !== 'review',
    );
    return ok(below.map(({ id, body, at }) => ({ id, user, created_at: at, updated_at: at, body })));
  }
  const { title, body: description } = issue ?? pull ?? { title: '', body: '' };
  return ok({
    number,
    html_url: `${forge.repositoryUrl}/issues/${number}`,
    state: issue?.state ?? 'open',
    title,
    body: description,
    user,
    created_at: issue?.at ?? pull?.createdAt,
    labels: (issue?.labels ?? []).map((name) => ({ name })),
    pull_request: pull === undefined ? null : { merged: false },
  });
}

import { git } from './git-fixture.ts';
import {
  linesOfDiff,
  pageOf,
  startForge,
  type Forge,
  type ForgeCheck,
  type ForgeAnswer,
  type ForgeItemRequest,
  type ForgeFace,
  type ForgePull,
} from './forge-double.ts';

/**
 * GitLab's API over a forge, written from its documentation. Merge requests and issues have separate numbers, empty merge
 * requests are opened, a second one gets 409, and messages are texts, lists or objects of lists.
 */
export function startGitlabDouble(options: Parameters<typeof startForge>[1] = {}): Promise<Forge> {
  const files = { '.gitlab/merge_request_templates/Default.md': 'What and why\n' };
  return startForge(face, { path: 'acme/platform/docs', token: 'glpat-Abcdefghijklmnopqrst', files, ...options });
}

const message = (status: number, text: unknown): ForgeAnswer => ({ status, body: { message: text } });
const ok = (body: unknown): ForgeAnswer => ({ status: 200, body });
const author = { id: 1, username: 'project_1_bot', name: 'Docwright' };
const projectId = 7;

const face: ForgeFace = {
  apiPath: '/api/v4',
  countsTogether: false,
  reviewsChangeOnly: true,
  answersOnLines: true,
  headRef: (number) => `refs/merge-requests/${number}/head`,
  isOpen: () => false,
  tokenOf({ headers }) {
    const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1];
    const [user, password] = Buffer.from(basic ?? '', 'base64')
      .toString('utf8')
      .split(':');
    return basic === undefined ? (headers['private-token'] as string | undefined) : user === 'oauth2' ? password : '';
  },
  refusals: {
    unknown: message(401, '401 Unauthorized'),
    readOnly: {
      status: 403,
      body: { error: 'insufficient_scope', error_description: 'The request requires higher privileges.', scope: 'api' },
    },
    missing: message(404, '404 Not found'),
  },
  answer(forge, { method, path, query, body }) {
    if (path === '/version') return ok({ version: '18.5.0', revision: 'abc' });
    if (path === '/personal_access_tokens/self') return ok({ id: 1, scopes: ['api'], active: true });
    if (path === '/users') {
      const users = [{ id: 2, username: forge.talk.writer }];
      return ok(users.filter(({ username }) => username === query.get('username')));
    }
    const prefix = `/projects/${encodeURIComponent(forge.path)}`;
    if (!path.toLowerCase().startsWith(prefix.toLowerCase())) return message(404, '404 Project Not Found');
    const place = path.slice(prefix.length);
    const paged = (listed: readonly unknown[]): ForgeAnswer => {
      const items = query.get('sort') === 'desc' ? listed.toReversed() : listed;
      const size = Math.min(100, Number(query.get('per_page') ?? 20));
      const page = Number(query.get('page') ?? 1);
      const next = new URLSearchParams(query);
      next.set('page', String(page + 1));
      const link = `<https://gitlab.example${path}?${next.toString()}>; rel="next", <https://gitlab.example${path}>; rel="first"`;
      const headers = page * size < items.length ? { Link: link } : {};
      return { status: 200, body: pageOf(items, { page, size }), headers };
    };
    if (place === '') return ok(projectOf(forge));
    const checked = /^\/repository\/commits\/(\w+)\/statuses$/.exec(place)?.[1];
    if (checked !== undefined) return paged(forge.checksOf(checked).map((check) => statusOf(forge, check)));
    if (place.startsWith('/repository')) return aboutRepository(forge, place.slice('/repository'.length), query);
    if (place === `/labels/${forge.review.label}`) return ok({ id: 5, name: forge.review.label });
    const job = /^\/jobs\/(\d+)\/trace$/.exec(place)?.[1];
    if (job !== undefined) {
      const log = forge.checks.find(({ id }) => String(id) === job)?.log;
      return log === undefined ? undefined : { status: 200, body: log };
    }
    if (place === '/members/all') {
      const members = [{ id: 2, username: forge.talk.writer, access_level: 30 }];
      return paged(members.filter(({ username }) => username.includes(query.get('query') ?? '')));
    }
    if (place === '/merge_requests' && method === 'POST') return open(forge, body);
    if (place === '/merge_requests') {
      const branch = query.get('source_branch');
      const asked = forge.pulls.filter(({ head }) => branch === null || head === branch);
      return paged(asked.map((pull) => present(forge, pull)));
    }
    const [, number = '', ending = ''] = /^\/merge_requests\/(\d+)(.*)$/.exec(place) ?? [];
    const pull = forge.pull(Number(number));
    if (pull !== undefined) return aboutMerge(forge, pull, { method, ending, body, paged });
    return aboutIssue(forge, place, paged);
  },
};

function projectOf({ path, repositoryUrl }: Forge): object {
  return {
    id: projectId,
    path_with_namespace: path,
    web_url: repositoryUrl,
    default_branch: 'main',
    archived: false,
    merge_requests_access_level: 'enabled',
    permissions: { project_access: { access_level: 30 }, group_access: null },
  };
}

function aboutRepository(forge: Forge, place: string, query: URLSearchParams): ForgeAnswer | undefined {
  const ref = query.get('ref') ?? 'main';
  const branch = /^\/branches\/([^/]+)$/.exec(place)?.[1];
  if (branch !== undefined) {
    const id = forge.tip(decodeURIComponent(branch));
    return id === undefined ? message(404, '404 Branch Not Found') : ok({ name: branch, commit: { id } });
  }
  if (place === '/commits') {
    const [from = '', to = ''] = query.get('ref_name')?.split('..') ?? [];
    // A missing branch has no commits.
    const isThere = forge.tip(from) !== undefined && forge.tip(to) !== undefined;
    const commits = isThere ? forge.commits(`${from}..${to}`).slice(0, Number(query.get('per_page'))) : [];
    return ok(commits.map(({ sha }) => ({ id: sha })));
  }
  if (place === '/tree') {
    const listed = git(forge.folder, ['ls-tree', ref, `${query.get('path') ?? ''}/`]);
    if (listed === '') return message(404, '404 Tree Not Found');
    const entries = listed.split('\n').map((line) => /^\d+ (\w+) \w+\t(.*)$/.exec(line) ?? []);
    return ok(entries.map(([, type, path]) => ({ path, type })));
  }
  const file = /^\/files\/([^/]+)$/.exec(place)?.[1];
  if (file === undefined) return undefined;
  const content = Buffer.from(git(forge.folder, ['show', `${ref}:${decodeURIComponent(file)}`])).toString('base64');
  return ok({ file_path: decodeURIComponent(file), encoding: 'base64', content });
}

function open(forge: Forge, fields: Readonly<Record<string, unknown>>): ForgeAnswer {
  const { source_branch: head, target_branch: base, title, description } = fields as Readonly<Record<string, string>>;
  if (head === undefined || base === undefined || title === undefined) return message(400, 'title is missing');
  if (head === base) return message(422, ["You can't use same project/branch for source and target"]);
  const same = forge.pulls.find((pull) => pull.state === 'open' && pull.head === head && !pull.isForeign);
  if (same !== undefined)
    return message(409, [`Another open merge request already exists for this source branch: !${same.number}`]);
  return { status: 201, body: present(forge, forge.openPull({ head, base, title, body: description ?? '' })) };
}

function present(forge: Forge, pull: ForgePull): object {
  const { number, head, base, title, body, state, createdAt } = pull;
  return {
    iid: number,
    id: number + 1_000,
    web_url: `${forge.repositoryUrl}/-/merge_requests/${number}`,
    state: state === 'open' ? 'opened' : state,
    draft: title.startsWith('Draft: '),
    title,
    description: body,
    author,
    created_at: createdAt,
    updated_at: createdAt,
    source_branch: head,
    target_branch: base,
    source_project_id: pull.isForeign ? projectId + 1 : projectId,
    target_project_id: projectId,
    reviewers: [...pull.reviewers].map((username) => ({ id: 2, username })),
    sha: (state === 'open' ? forge.tip(head) : undefined) ?? pull.headSha,
  };
}

function aboutMerge(
  forge: Forge,
  pull: ForgePull,
  { method, ending, body, paged }: ForgeItemRequest,
): ForgeAnswer | undefined {
  const range = `${pull.state === 'merged' ? pull.baseSha : pull.base}...${pull.headSha}`;
  if (method === 'PUT' && typeof body['description'] === 'string') pull.body = body['description'];
  if (method === 'PUT' && ending === '/merge') return merge(forge, pull, body);
  if (method === 'PUT' && body['state_event'] === 'close') pull.state = 'closed';
  if (typeof body['add_labels'] === 'string') pull.labels.add(body['add_labels']);
  if (Array.isArray(body['reviewer_ids']) && body['reviewer_ids'].includes(2)) pull.reviewers.add(forge.talk.writer);
  if (ending === '') return ok(present(forge, pull));
  // According to GitLab's source, the content type stays JSON.
  if (ending === '/raw_diffs') {
    const headers = { 'Content-Type': 'application/json' };
    return { status: 200, body: `${git(forge.folder, ['diff', range])}\n`, headers };
  }
  if (ending === '/commits')
    return paged(
      forge.commits(range.replace('...', '..')).map(({ sha, subject, author: name, date }) => ({
        id: sha,
        title: subject,
        author_name: name,
        committed_date: date,
      })),
    );
  if (ending === '/versions')
    return ok([
      {
        id: 1,
        head_commit_sha: pull.headSha,
        base_commit_sha: git(forge.folder, ['merge-base', pull.base, pull.headSha]),
        start_commit_sha: forge.tip(pull.base),
      },
    ]);
  if (ending === '/discussions' && method === 'POST') return discuss(forge, pull, body);
  const [, discussion] = /^(?:\/discussions\/(\w+))?\/notes$/.exec(ending) ?? [];
  if (method === 'POST' && ending.endsWith('/notes'))
    return note(forge, pull.number, { discussion, body: String(body['body']) });
  return ending === '/notes' ? paged(notesOn(forge, pull.number, 'pull')) : undefined;
}

/** A position needs the commits of a version, and both lines where the line did not change. */
function discuss(forge: Forge, pull: ForgePull, fields: Readonly<Record<string, unknown>>): ForgeAnswer {
  const position = fields['position'] as Readonly<Record<string, string | number>>;
  const base = git(forge.folder, ['merge-base', pull.base, pull.headSha]);
  const [path, line, before] = [String(position['new_path']), Number(position['new_line']), position['old_line']];
  const place = linesOfDiff(forge, pull).get(`${path}:${line}`);
  const isPlace =
    position['position_type'] === 'text' &&
    position['base_sha'] === base &&
    position['start_sha'] === forge.tip(pull.base) &&
    position['head_sha'] === pull.headSha &&
    place?.previousPath === position['old_path'] &&
    place?.previousLine === before;
  if (!isPlace)
    return message(400, '400 Bad request - Note {:line_code=>["can\'t be blank", "must be a valid line code"]}');
  void forge.talk.commentOnLine(pull.number, { path, line, body: String(fields['body']) });
  return { status: 201, body: { id: `discussion${forge.remarks.at(-1)?.id}`, notes: [] } };
}

function statusOf(forge: Forge, { id, name, state, log }: ForgeCheck): object {
  const status = { pending: 'running', passed: 'success', failed: 'failed' }[state];
  return {
    id,
    name,
    status,
    allow_failure: false,
    description: log,
    target_url: `${forge.repositoryUrl}/-/jobs/${id}`,
  };
}

function merge(forge: Forge, pull: ForgePull, body: Readonly<Record<string, unknown>>): ForgeAnswer {
  if (pull.state !== 'open' || forge.mergeRefusal !== undefined)
    return message(405, forge.mergeRefusal ?? '405 Method Not Allowed');
  if (body['sha'] !== pull.headSha) return message(409, 'SHA does not match HEAD of source branch');
  void forge.merge(pull.number);
  return ok(present(forge, pull));
}

function note(
  forge: Forge,
  number: number,
  { discussion, body }: { discussion: string | undefined; body: string },
): ForgeAnswer | undefined {
  const first = forge.remarks.find(({ id }) => String(id) === discussion);
  if (discussion !== undefined && first === undefined) return undefined;
  if (first?.place === undefined) void forge.talk.comment(number, body);
  else void forge.talk.commentOnLine(number, { ...first.place, body });
  return { status: 201, body: { id: forge.remarks.at(-1)?.id } };
}

/** System notes are mixed with comments. */
function notesOn(forge: Forge, number: number, kind: 'pull' | 'issue'): object[] {
  const said = forge.remarks.filter((each) => each.on === number && each.kind === kind);
  const notes = said.map(({ id, body, at, place }) => ({
    id,
    author,
    body,
    created_at: at,
    system: false,
    ...(place && { position: { new_path: place.path, new_line: place.line, old_path: place.path, old_line: null } }),
  }));
  const own = {
    id: 9_999,
    author,
    body: 'assigned to @ada',
    created_at: '2026-10-01T00:00:00.000+02:00',
    system: true,
  };
  return [own, ...notes];
}

function aboutIssue(
  forge: Forge,
  place: string,
  paged: (items: readonly unknown[]) => ForgeAnswer,
): ForgeAnswer | undefined {
  const [, digits = '', ending = ''] = /^\/issues\/(\d+)(\/notes)?$/.exec(place) ?? [];
  const issue = forge.issues.find(({ number }) => number === Number(digits));
  if (issue === undefined) return undefined;
  if (ending !== '') return paged(notesOn(forge, issue.number, 'issue'));
  return ok({
    iid: issue.number,
    web_url: `${forge.repositoryUrl}/-/issues/${issue.number}`,
    state: issue.state === 'open' ? 'opened' : 'closed',
    title: issue.title,
    description: issue.body,
    author,
    created_at: issue.at,
    labels: issue.labels,
  });
}

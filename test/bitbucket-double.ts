import { git } from './git-fixture.ts';
import {
  pageOf,
  startForge,
  type Forge,
  type ForgeAnswer,
  type ForgeFace,
  type ForgeItemRequest,
  type ForgePull,
} from './forge-double.ts';

/**
 * Bitbucket Cloud's API over a forge, written from its documentation. Pages hold the URL of the next one, hashes are short in
 * pull requests, the diff of a pull request is a redirect, and simultaneous requests open several pull requests.
 */
export function startBitbucketDouble(options: Parameters<typeof startForge>[1] = {}): Promise<Forge> {
  const files = { 'docs/pull_request_template.md': 'What and why\n' };
  return startForge(face, { token: `ATCTT3x${'Ab1'.repeat(12)}`, files, ...options });
}

export const accountEmail = 'ada@example.com';
/** The API token of an Atlassian account, which is sent with its email. */
export const apiToken = `ATATT3x${'Cd2'.repeat(12)}`;

const message = (status: number, text: string): ForgeAnswer => ({
  status,
  body: { type: 'error', error: { message: text } },
});
const ok = (body: unknown): ForgeAnswer => ({ status: 200, body });
const user = { type: 'app_user', uuid: '{b0b}', nickname: 'docwright', display_name: 'Docwright' };

const face: ForgeFace = {
  apiPath: '/2.0',
  countsTogether: false,
  answersOnLines: true,
  // Unused: Docwright reviews nothing there.
  reviewsChangeOnly: false,
  headRef: (number) => `refs/pull/${number}/head`,
  isOpen: () => false,
  tokenOf({ url = '', headers: { authorization = '' } }) {
    const bearer = /^Bearer (.+)$/.exec(authorization)?.[1];
    const [name, password = ''] = Buffer.from(/^Basic (.+)$/.exec(authorization)?.[1] ?? '', 'base64')
      .toString('utf8')
      .split(':');
    if (authorization === '') return undefined;
    const isOfAccount = (bearer ?? password).startsWith('ATATT');
    if (url.includes('/2.0/')) return isOfAccount ? (name === accountEmail ? password : '') : (bearer ?? '');
    return name === (isOfAccount ? 'x-bitbucket-api-token-auth' : 'x-token-auth') ? password : '';
  },
  refusals: {
    unknown: { status: 401, body: 'Token is invalid, expired, or not supported for this endpoint.' },
    readOnly: message(403, 'Your credentials lack one or more required privilege scopes.'),
    missing: message(404, 'Resource not found'),
  },
  answer(forge, { method, path, query, body }) {
    const paged = (items: readonly unknown[]): ForgeAnswer => {
      const size = Math.min(100, Number(query.get('pagelen') ?? 10));
      const page = Number(query.get('page') ?? 1);
      const next = new URLSearchParams([...query].filter(([name]) => name !== 'page'));
      next.set('page', String(page + 1));
      const link =
        page * size < items.length ? { next: `https://api.bitbucket.example${path}?${next.toString()}` } : {};
      return ok({ values: pageOf(items, { page, size }), page, pagelen: size, ...link });
    };
    const [workspace = '', slug = ''] = forge.path.split('/');
    if (path === `/workspaces/${workspace}/permissions/repositories/${slug}`) {
      const wanted = /^user\.uuid = "(.*)"$/.exec(query.get('q') ?? '')?.[1];
      const members = [{ permission: 'write', user: { ...user, type: 'user', uuid: forge.talk.writer } }];
      return paged(members.filter((member) => member.user.uuid === wanted));
    }
    const prefix = `/repositories/${forge.path}`;
    if (!`${path}/`.startsWith(`${prefix}/`)) return undefined;
    const place = decodeURIComponent(path.slice(prefix.length));
    if (place === '') return ok(repositoryOf(forge));
    const branch = /^\/refs\/branches\/(.+)$/.exec(place)?.[1];
    if (branch !== undefined) {
      const hash = forge.tip(branch);
      return hash === undefined ? undefined : ok({ name: branch, target: { hash } });
    }
    if (place === '/refs/branches' && method === 'POST') return message(400, 'Invalid branch name.');
    if (place === '/commits') {
      const [include, exclude] = [query.get('include') ?? '', query.get('exclude') ?? ''];
      if (forge.tip(include) === undefined) return message(404, `Commit not found: ${include}`);
      return paged(forge.commits(`${exclude}..${include}`).map(({ sha }) => ({ hash: sha })));
    }
    const source = /^\/src\/([0-9a-f]{40})\/(.*)$/.exec(place);
    if (source !== null) return contents(forge, source[1] ?? '', source[2] ?? '', paged);
    const spec = /^\/diff\/([0-9a-f]+)\.\.([0-9a-f]+)$/.exec(place);
    if (spec !== null && query.get('topic') === 'true')
      return ok(`${git(forge.folder, ['diff', `${spec[2] ?? ''}...${spec[1] ?? ''}`])}\n`);
    if (place === '/pullrequests' && method === 'POST') return open(forge, body);
    if (place === '/pullrequests') {
      const head = /^source\.branch\.name = "(.*)"$/.exec(query.get('q') ?? '')?.[1];
      const states = query.getAll('state');
      const asked = forge.pulls.filter(
        (pull) => (head === undefined || pull.head === head) && states.includes(stateOf(pull)),
      );
      return paged(asked.map((pull) => present(forge, pull)));
    }
    const [, number = '', ending = ''] = /^\/pullrequests\/(\d+)(.*)$/.exec(place) ?? [];
    const pull = forge.pull(Number(number));
    return pull && aboutPull(forge, pull, { method, ending, body, paged });
  },
};

function repositoryOf({ path, repositoryUrl }: Forge): object {
  return {
    type: 'repository',
    full_name: path,
    links: { html: { href: repositoryUrl } },
    mainbranch: { type: 'branch', name: 'main' },
  };
}

function contents(
  forge: Forge,
  hash: string,
  path: string,
  paged: (items: readonly unknown[]) => ForgeAnswer,
): ForgeAnswer | undefined {
  if (path === '' || path.endsWith('/')) {
    const listed = git(forge.folder, ['ls-tree', hash, ...(path === '' ? [] : [path])]);
    const entries = listed.split('\n').map((line) => /^\d+ (\w+) \w+\t(.*)$/.exec(line) ?? []);
    return paged(
      entries.map(([, type, name]) => ({ path: name, type: type === 'tree' ? 'commit_directory' : 'commit_file' })),
    );
  }
  return ok(`${git(forge.folder, ['show', `${hash}:${path}`])}\n`);
}

function open(forge: Forge, fields: Readonly<Record<string, unknown>>): ForgeAnswer {
  const { title, description, source, destination, draft } = fields as {
    title: string;
    description?: string;
    source: { branch: { name: string } };
    destination: { branch: { name: string } };
    draft?: boolean;
  };
  const [head, base] = [source.branch.name, destination.branch.name];
  if (forge.tip(head) === undefined) return message(400, `source: branch not found: ${head}`);
  if (forge.tip(head) === forge.tip(base)) return message(400, 'There are no changes to be pulled');
  const pull = forge.openPull({ head, base, title, body: description ?? '' });
  if (draft === true) drafts.add(pull);
  return { status: 201, body: present(forge, pull) };
}

const drafts = new WeakSet<ForgePull>();

function stateOf({ state }: ForgePull): string {
  return { open: 'OPEN', closed: 'DECLINED', merged: 'MERGED' }[state];
}

function present(forge: Forge, pull: ForgePull): object {
  const { number, head, base, title, body, state, createdAt } = pull;
  const hash = (state === 'open' ? forge.tip(head) : undefined) ?? pull.headSha;
  const baseHash = (state === 'open' ? forge.tip(base) : undefined) ?? pull.baseSha;
  const commit = (sha: string) => (sha === '' ? null : { type: 'commit', hash: sha.slice(0, 12) });
  return {
    type: 'pullrequest',
    id: number,
    links: { html: { href: `${forge.repositoryUrl}/pull-requests/${number}` } },
    state: stateOf(pull),
    draft: drafts.has(pull),
    title,
    description: body,
    author: user,
    created_on: createdAt,
    updated_on: createdAt.replace('Z', '000+00:00'),
    source: {
      branch: { name: head },
      commit: commit(hash),
      repository: { full_name: pull.isForeign ? 'fork/docs' : forge.path },
    },
    destination: { branch: { name: base }, commit: commit(baseHash), repository: { full_name: forge.path } },
  };
}

function aboutPull(
  forge: Forge,
  pull: ForgePull,
  { method, ending, body, paged }: ForgeItemRequest,
): ForgeAnswer | undefined {
  if (ending === '' && method === 'PUT') pull.body = String(body['description']);
  if (ending === '') return ok({ ...present(forge, pull), reviewers: [] });
  if (ending === '/decline' && method === 'POST') {
    pull.state = 'closed';
    return ok(present(forge, pull));
  }
  if (ending === '/diff') return { status: 302, body: '', headers: { location: 'https://api.bitbucket.example/diff' } };
  if (ending === '/commits')
    return paged(
      forge
        .commits(`${pull.state === 'merged' ? pull.baseSha : pull.base}..${pull.headSha}`)
        .map(({ sha, message: text, author, date }) => ({
          hash: sha,
          message: text,
          date,
          author: { raw: `${author} <${author}@example.com>` },
        })),
    );
  if (ending !== '/comments') return undefined;
  const said = forge.remarks.filter(({ on }) => on === pull.number);
  if (method === 'GET') return paged(said.toReversed().map(presentRemark));
  const { content, parent } = body as { content: { raw: string }; parent?: { id: number } };
  const first = said.find(({ id }) => id === parent?.id);
  if (parent !== undefined && first === undefined) return message(404, 'Comment not found');
  if (first?.place === undefined) void forge.talk.comment(pull.number, content.raw);
  else void forge.talk.commentOnLine(pull.number, { ...first.place, body: content.raw });
  return { status: 201, body: { id: forge.remarks.at(-1)?.id } };
}

function presentRemark({ id, body, at, place }: Forge['remarks'][number]): object {
  return {
    id,
    user,
    created_on: at,
    content: { raw: body },
    deleted: false,
    ...(place && { inline: { path: place.path, to: place.line, from: null } }),
  };
}

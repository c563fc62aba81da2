import { git } from './git-fixture.ts';
import {
  startForge,
  type Forge,
  type ForgeAnswer,
  type ForgeFace,
  type ForgeItemRequest,
  type ForgePull,
} from './forge-double.ts';

const project = 'Platform';

/**
 * Azure DevOps' API over a forge, written from Microsoft's published description and documentation. Listings cut descriptions,
 * there are no diffs, empty pull requests are opened, and a wrong token gets a page to sign in.
 */
export function startAzureDouble(options: Parameters<typeof startForge>[1] = {}): Promise<Forge> {
  const files = { '.azuredevops/pull_request_template.md': 'What and why\n' };
  const path = `${project}/_git/docs`;
  return startForge(face, { path, prefix: '/acme', token: 'Ef3'.repeat(17), files, ...options });
}

const message = (status: number, text: string): ForgeAnswer => ({
  status,
  body: { $id: '1', innerException: null, message: text, typeKey: 'Some', errorCode: 0, eventId: 3000 },
});
const ok = (body: unknown): ForgeAnswer => ({ status: 200, body });
const list = (value: readonly unknown[]): ForgeAnswer => ok({ count: value.length, value });
const heads = 'refs/heads/';
const page = '<!DOCTYPE html><html><title>Azure DevOps Services | Sign In</title></html>';

const face: ForgeFace = {
  apiPath: `/${project}/_apis`,
  countsTogether: false,
  answersOnLines: false,
  // Unused: Docwright reviews nothing there.
  reviewsChangeOnly: false,
  headRef: (number) => `refs/pull/${number}/head`,
  isOpen: () => false,
  tokenOf({ headers: { authorization } }) {
    const basic = /^Basic (.+)$/.exec(authorization ?? '')?.[1];
    const [name, password] = Buffer.from(basic ?? '', 'base64')
      .toString('utf8')
      .split(':');
    return basic === undefined ? undefined : name === '' ? password : '';
  },
  refusals: {
    unknown: { status: 203, body: page, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
    readOnly: message(403, "TF401027: You need the Git 'PullRequestContribute' permission to perform this action."),
    missing: message(404, 'TF401019: The Git repository with name or identifier docs does not exist.'),
  },
  answer(forge, { method, path, query, body }) {
    if (query.get('api-version') !== '7.0') return message(400, 'No api-version was supplied.');
    const prefix = '/git/repositories/docs';
    if (!`${path}/`.startsWith(`${prefix}/`)) return undefined;
    const place = path.slice(prefix.length);
    if (place === '') return ok(repositoryOf(forge));
    if (place === '/stats/branches') return branch(forge, query);
    if (place === '/items') return items(forge, query);
    if (place === '/diffs/commits') return changes(forge, query);
    if (place === '/pullrequests' && method === 'POST') return open(forge, body as Readonly<Record<string, string>>);
    if (place === '/pullrequests') {
      const head = query.get('searchCriteria.sourceRefName');
      const isWanted = (pull: ForgePull) => head === null || heads + pull.head === head;
      const isActive = (pull: ForgePull) => query.get('searchCriteria.status') === 'all' || pull.state === 'open';
      const asked = forge.pulls.filter((pull) => isWanted(pull) && isActive(pull));
      const cut = (pull: ForgePull) => ({ ...present(forge, pull), description: pull.body.slice(0, 400) });
      return list(asked.slice(0, Number(query.get('$top') ?? 101)).map(cut));
    }
    const [, number = '', ending = ''] = /^\/pull[rR]equests\/(\d+)(.*)$/.exec(place) ?? [];
    const pull = forge.pull(Number(number));
    const paged = (listed: readonly unknown[]): ForgeAnswer => {
      const from = Number(query.get('continuationToken') ?? 0);
      const until = from + Number(query.get('$top') ?? 100);
      const headers = until < listed.length ? { 'x-ms-continuationtoken': String(until) } : {};
      return { ...list(listed.slice(from, until)), headers };
    };
    return pull && aboutPull(forge, pull, { method, ending, body, paged });
  },
};

function repositoryOf({ repositoryUrl }: Forge): object {
  return {
    id: '5febef5a-833d-4e14-b9c0-14cb638f91e6',
    name: 'docs',
    webUrl: repositoryUrl,
    remoteUrl: repositoryUrl,
    defaultBranch: 'refs/heads/main',
    isDisabled: false,
    project: { name: project, state: 'wellFormed' },
  };
}

function branch(forge: Forge, query: URLSearchParams): ForgeAnswer {
  const name = query.get('name') ?? '';
  const base = query.get('baseVersionDescriptor.version') ?? 'main';
  const commitId = forge.tip(name);
  if (commitId === undefined)
    return message(404, `TF401175: The version descriptor <Branch: ${name}> could not be resolved.`);
  return ok({ name, commit: { commitId }, aheadCount: forge.commits(`${base}..${name}`).length, behindCount: 0 });
}

function items(forge: Forge, query: URLSearchParams): ForgeAnswer | undefined {
  const commit = query.get('versionDescriptor.version') ?? '';
  const scope = query.get('scopePath');
  if (scope !== null) {
    const inside = scope === '/' ? [] : [`${scope.slice(1)}/`];
    const listed = git(forge.folder, ['ls-tree', commit, ...inside]).split('\n');
    const entries = listed.map((line) => /^\d+ (\w+) \w+\t(.*)$/.exec(line) ?? []);
    return list([
      { path: scope, isFolder: true, gitObjectType: 'tree' },
      ...entries.map(([, type, name = '']) => ({
        path: `/${name}`,
        gitObjectType: type,
        ...(type === 'tree' && { isFolder: true }),
      })),
    ]);
  }
  const path = query.get('path') ?? '';
  if (query.get('includeContent') !== 'true' || query.get('$format') !== 'json') return undefined;
  const content = `${git(forge.folder, ['show', `${commit}:${path.slice(1)}`])}\n`;
  return ok({ path, content, contentMetadata: { isBinary: content.includes('\0') } });
}

function changes(forge: Forge, query: URLSearchParams): ForgeAnswer {
  const [base, target] = [query.get('baseVersion') ?? '', query.get('targetVersion') ?? ''];
  const commonCommit = git(forge.folder, ['merge-base', base, target]);
  const listed = git(forge.folder, ['diff', '--name-status', '-M', commonCommit, target]);
  const types: Readonly<Record<string, string>> = { A: 'add', M: 'edit', D: 'delete', R: 'rename, edit' };
  const files = listed.split('\n').map((line) => {
    const [status = '', before = '', after] = line.split('\t');
    const item = { path: `/${after ?? before}`, gitObjectType: 'blob' };
    return { item, changeType: types[status.charAt(0)], ...(after && { sourceServerItem: `/${before}` }) };
  });
  const root = { item: { path: '/', isFolder: true, gitObjectType: 'tree' }, changeType: 'edit' };
  return ok({ commonCommit, targetCommit: git(forge.folder, ['rev-parse', target]), changes: [root, ...files] });
}

function open(forge: Forge, fields: Readonly<Record<string, string>>): ForgeAnswer {
  const { sourceRefName = '', targetRefName = '', title = '', description = '', isDraft } = fields;
  const [head, base] = [sourceRefName.slice(heads.length), targetRefName.slice(heads.length)];
  if (description.length > 4_000)
    return message(
      400,
      'Invalid argument value. A description for a pull request must not be longer than 4000 characters.',
    );
  if (forge.tip(head) === undefined)
    return message(404, 'TF401398: The source and/or the target branch no longer exists.');
  if (forge.pulls.some((pull) => pull.state === 'open' && pull.head === head && !pull.isForeign))
    return message(409, 'TF401179: An active pull request for the source and target branch already exists.');
  const pull = forge.openPull({ head, base, title, body: description });
  if (String(isDraft) === 'true') drafts.add(pull);
  return { status: 201, body: present(forge, pull) };
}

const drafts = new WeakSet<ForgePull>();

function present(forge: Forge, pull: ForgePull): object {
  const { number, head, base, title, body, state, createdAt } = pull;
  const tips = state === 'open' ? [forge.tip(head), forge.tip(base)] : [];
  return {
    pullRequestId: number,
    status: { open: 'active', closed: 'abandoned', merged: 'completed' }[state],
    isDraft: drafts.has(pull),
    title,
    description: body,
    creationDate: createdAt,
    createdBy: { displayName: 'Docwright' },
    ...(state !== 'open' && { closedDate: createdAt }),
    sourceRefName: heads + head,
    targetRefName: heads + base,
    ...(pull.isForeign && { forkSource: { name: `${heads}${head}` } }),
    lastMergeSourceCommit: { commitId: tips[0] ?? pull.headSha },
    lastMergeTargetCommit: { commitId: tips[1] ?? pull.baseSha },
  };
}

function aboutPull(
  forge: Forge,
  pull: ForgePull,
  { method, ending, body, paged }: ForgeItemRequest,
): ForgeAnswer | undefined {
  if (ending === '' && method === 'PATCH') pull.body = String(body['description']);
  if (ending === '') return ok(present(forge, pull));
  if (ending === '/commits') {
    const range = `${pull.state === 'merged' ? pull.baseSha : pull.base}..${pull.headSha}`;
    return paged(
      forge.commits(range).map(({ sha, message: comment, author: name, date }) => ({
        commitId: sha,
        comment,
        author: { name, date },
        committer: { name, date },
      })),
    );
  }
  return ending === '/threads' ? list(threadsOn(forge, pull.number)) : undefined;
}

/** Azure's own notes are mixed with comments. */
function threadsOn(forge: Forge, number: number): object[] {
  const author = { displayName: 'Ada', uniqueName: 'ada@example.com' };
  const threads = forge.remarks
    .filter(({ on }) => on === number)
    .map(({ id, body, at, place }) => ({
      id,
      threadContext: place && { filePath: `/${place.path}`, rightFileStart: { line: place.line, offset: 1 } },
      comments: [{ id: 1, parentCommentId: 0, author, content: body, publishedDate: at, commentType: 'text' }],
    }));
  const note = { id: 1, author, content: 'Ada joined as a reviewer', publishedDate: '2026-10-01T00:00:00.12Z' };
  return [{ id: 9_999, threadContext: null, comments: [{ ...note, commentType: 'system' }] }, ...threads];
}

import { createEmulator } from 'emulate';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAnswerFaults, type AnswerFaults } from './answer-fault.ts';
import { createGithubAppDouble, type GithubAppDouble } from './github-app-double.ts';

export interface GithubDouble extends Omit<AnswerFaults, 'play'> {
  readonly apiUrl: string;
  /** Address of the one repository, `octocat/docs`, with branches `main` and `next`. */
  readonly repositoryUrl: string;
  /** Fine-grained, with write access. */
  readonly token: string;
  /** Fine-grained, of a person who may write, itself read-only. */
  readonly readOnlyToken: string;
  /** Classic, with no more than the scope `read:org`. */
  readonly scopelessToken: string;
  /** Installed on the repository, and not on `octocat/other`. */
  readonly app: GithubAppDouble;
  /** `METHOD /path` of every request so far. */
  readonly requests: readonly string[];
  /** The same requests, with their bodies. */
  readonly sent: readonly { readonly method: string; readonly url: string; readonly body: string }[];
  /** Calls GitHub as a person with write access would, past all faults. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  /** A branch with one commit of its own on top of `main`. */
  readonly pushBranch: (name: string) => Promise<void>;
  readonly pushEmptyBranch: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const token = 'github_pat_writer0000000000000000';
const readOnlyToken = 'github_pat_reader0000000000000000';
const scopelessToken = 'ghp_scopeless00000000000000000';
const repository = '/repos/octocat/docs';

/**
 * GitHub's REST interface: `emulate` keeps the state, and a proxy before it answers where `emulate` does not as GitHub
 * would (tokens, rights, duplicate pull requests, heads that are missing or have no commits), and where a test asks for
 * a fault. It serves no git; `git-server.ts` does.
 */
export async function startGithubDouble(): Promise<GithubDouble> {
  const faults = createAnswerFaults();
  const requests: string[] = [];
  let [emulatorUrl, ownUrl] = ['', ''];
  const ofApp = createGithubAppDouble(() => ownUrl);
  const recorded: { method: string; url: string; body: string }[] = [];
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${emulatorUrl}${path}`, forwarded(method, body));
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  };

  // GitHub opens pull requests one after another; the check for duplicates relies on it.
  let opening: Promise<unknown> = Promise.resolve();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = request.method ?? 'GET';
    const path = (request.url ?? '/').replace(/^\/api\/v3/, '');
    const body = await readBody(request);
    requests.push(`${method} ${path}`);
    // A redirect of a fault, which Octokit follows.
    if (path !== '/users/sign_in') recorded.push({ method, url: path, body });
    const fault = faults.play(request, response, `${method} ${path}`);
    if (fault === 'answered') return;

    const { authorization = '' } = request.headers;
    const forwardAsApp = async () => {
      const headers = { authorization, 'content-type': 'application/json' };
      const real = await fetch(`${emulatorUrl}${path}`, { method, headers, ...(body !== '' && { body }) });
      return [real.status, await real.json()] as const;
    };
    const location = ofApp.lead({ method, path, authorization, body });
    if (location !== undefined) {
      response.writeHead(302, { location }).end();
      return;
    }
    const answerToApp = await ofApp.answer({ method, path, authorization, body }, forwardAsApp);
    if (answerToApp !== undefined) {
      send(response, ...answerToApp);
      return;
    }
    const held = /^(?:token|bearer) (.*)$/i.exec(authorization)?.[1] ?? '';
    const isOfApp = ofApp.isUsable(held);
    if (held !== token && held !== readOnlyToken && held !== scopelessToken && !isOfApp) {
      send(response, 401, { message: 'Bad credentials' });
      return;
    }
    if (held === readOnlyToken && method !== 'GET') {
      send(response, 403, { message: 'Resource not accessible by personal access token' });
      return;
    }
    const answer = async (): Promise<void> => {
      const refusal = method === 'POST' && path === `${repository}/pulls` ? await refusalOf(call, body) : undefined;
      if (refusal !== undefined) {
        send(response, 422, refusal);
        return;
      }
      if (method === 'GET' && /\/commits\/\w+\/status(?:\?|$)/.test(path)) {
        send(response, 200, { state: 'pending', statuses: [] });
        return;
      }
      const reviewed = await withReviewComments(call, { method, path, body });
      if (reviewed === 'refused') {
        send(response, 422, { message: 'Unprocessable Entity', errors: ['Line could not be resolved'] });
        return;
      }
      const [target, sent] = reviewed ?? (await asReply(call, { method, path, body })) ?? [path, body];
      const real = await fetch(`${emulatorUrl}${target}`, forwarded(method, sent, isOfApp ? held : token));
      if (real.ok && request.headers.accept?.includes('diff') === true) {
        response
          .writeHead(200, { 'Content-Type': 'application/vnd.github.diff; charset=utf-8' })
          .end(await diffOf(call, path));
        return;
      }
      const text = isOfApp ? withoutPush(await real.text()) : await real.text();
      if (fault === 'lose-answer') {
        request.socket.destroy();
        return;
      }
      const scopes = held === scopelessToken ? { 'X-OAuth-Scopes': 'read:org' } : {};
      const link = real.headers.get('link');
      const headers = { 'Content-Type': 'application/json', ...scopes, ...(link !== null && { Link: link }) };
      response.writeHead(real.status, headers).end(text);
    };
    if (method !== 'POST') return answer();
    opening = opening.then(answer, answer);
    await opening;
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      send(response, 500, { message: String(error) });
    });
  });
  const port = await listen(server);
  const apiUrl = `http://127.0.0.1:${port}`;
  ownUrl = apiUrl;
  const spare = createServer();
  const emulatorPort = await listen(spare);
  spare.close();
  const emulator = await createEmulator({
    service: 'github',
    port: emulatorPort,
    baseUrl: apiUrl,
    seed: {
      tokens: { [token]: { login: 'octocat', scopes: ['repo'] } },
      github: {
        users: [{ login: 'octocat' }, { login: 'ada' }],
        repos: ['docs', 'other'].map((name) => ({ owner: 'octocat', name, auto_init: true })),
        apps: [ofApp.seed],
      },
    },
  });
  emulatorUrl = `http://127.0.0.1:${emulatorPort}`;

  const branchAt = async (name: string): Promise<void> => {
    const main = (await call('GET', `${repository}/branches/main`)) as { commit: { sha: string } };
    await call('POST', `${repository}/git/refs`, { ref: `refs/heads/${name}`, sha: main.commit.sha });
  };
  const put = (branch: string, path: string, text: string): Promise<unknown> =>
    call('PUT', `${repository}/contents/${path}`, {
      message: `Write ${path}`,
      content: Buffer.from(text).toString('base64'),
      branch,
    });
  await put('main', '.github/PULL_REQUEST_TEMPLATE.md', 'What and why\n');
  await branchAt('next');

  return {
    apiUrl,
    repositoryUrl: `${apiUrl}/octocat/docs`,
    token,
    readOnlyToken,
    scopelessToken,
    requests,
    app: ofApp.app,
    sent: recorded,
    fail: faults.fail,
    answerAll: faults.answerAll,
    call,
    pushBranch: async (name) => {
      await branchAt(name);
      await put(name, `${name.replaceAll('/', '-')}.md`, name);
    },
    pushEmptyBranch: branchAt,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await emulator.close();
    },
  };
}

/** What GitHub says to pull requests that it does not open, in its words; undefined when it would open it. */
async function refusalOf(call: GithubDouble['call'], body: string): Promise<unknown> {
  const { head, base, body: text = '' } = JSON.parse(body) as { head: string; base: string; body?: string };
  const invalid = (error: object): unknown => ({
    message: 'Validation Failed',
    errors: [{ resource: 'PullRequest', ...error }],
    documentation_url: 'https://docs.github.com/rest/pulls/pulls#create-a-pull-request',
  });
  if (text.length > 65_536) {
    return invalid({ code: 'custom', field: 'body', message: 'body is too long (maximum is 65536 characters)' });
  }
  const branches = (await call('GET', `${repository}/branches?per_page=100`)) as {
    name: string;
    commit: { sha: string };
  }[];
  const tip = (name: string): string | undefined => branches.find((branch) => branch.name === name)?.commit.sha;
  if (tip(head) === undefined) return invalid({ field: 'head', code: 'invalid' });
  if (tip(base) === undefined) return invalid({ field: 'base', code: 'invalid' });
  const open = (await call('GET', `${repository}/pulls?state=open&per_page=100`)) as { head: { ref: string } }[];
  if (open.some((pull) => pull.head.ref === head)) {
    return invalid({ code: 'custom', message: `A pull request already exists for octocat:${head}.` });
  }
  if (tip(head) === tip(base)) return invalid({ code: 'custom', message: `No commits between ${base} and ${head}` });
  return undefined;
}

/** The diff of a pull request at `path` that only adds files. */
async function diffOf(call: GithubDouble['call'], path: string): Promise<string> {
  interface Tree {
    tree: { path: string; sha: string; type: string }[];
  }
  const pull = (await call('GET', path)) as { base: { sha: string }; head: { sha: string } };
  const treeOf = async (commit: string) => {
    const { tree } = (await call('GET', `${repository}/git/commits/${commit}`)) as { tree: { sha: string } };
    return ((await call('GET', `${repository}/git/trees/${tree.sha}?recursive=1`)) as Tree).tree;
  };
  const before = new Set((await treeOf(pull.base.sha)).map((entry) => entry.path));
  const added = (await treeOf(pull.head.sha)).filter((entry) => entry.type === 'blob' && !before.has(entry.path));
  const sections = added.map(async (entry) => {
    const blob = (await call('GET', `${repository}/git/blobs/${entry.sha}`)) as { content: string };
    const lines = Buffer.from(blob.content, 'base64').toString('utf8').replace(/\n$/, '').split('\n');
    return [
      `diff --git a/${entry.path} b/${entry.path}`,
      'new file mode 100644',
      '--- /dev/null',
      `+++ b/${entry.path}`,
      `@@ -0,0 +1,${lines.length} @@`,
      ...lines.map((line) => `+${line}`),
      '',
    ].join('\n');
  });
  return (await Promise.all(sections)).join('');
}

/** Of an App, GitHub always says that it may not push. */
function withoutPush(text: string): string {
  return text.replace(/"push":true/, '"push":false');
}

function forwarded(method: string, body: unknown, as = token): RequestInit {
  const text = body === undefined || body === '' ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  return {
    method,
    headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' },
    ...(text === undefined ? {} : { body: text }),
  };
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return;
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Resolves with the port. */
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/**
 * A review without its comments, which `emulate` keeps without their lines: they are posted one by one. As on GitHub, all
 * must be on lines of the new file, and none is posted with one that is not.
 */
async function withReviewComments(
  call: GithubDouble['call'],
  { method, path, body }: { method: string; path: string; body: string },
): Promise<[path: string, body: unknown] | 'refused' | undefined> {
  if (method !== 'POST' || !/\/pulls\/\d+\/reviews$/.test(path)) return undefined;
  interface ReviewComment {
    path: string;
    line: number;
    side: string;
    start_line?: number;
    start_side?: string;
  }
  const { comments = [], ...review } = JSON.parse(body) as { comments?: ReviewComment[]; commit_id: string };
  const pull = path.replace(/\/reviews$/, '');
  if ((await call('GET', pull).catch(() => undefined)) === undefined) return undefined;
  const diff = await diffOf(call, pull);
  const isShown = ({
    path: file,
    line,
    side,
    start_line: start = line,
    start_side: startSide = 'RIGHT',
  }: ReviewComment) => {
    const count = Number(new RegExp(`^\\+\\+\\+ b/${file}\\n@@ -0,0 \\+1,(\\d+) @@`, 'm').exec(diff)?.[1] ?? 0);
    return side === 'RIGHT' && startSide === 'RIGHT' && start <= line && line <= count;
  };
  if (!comments.every(isShown)) return 'refused';
  for (const comment of comments) await call('POST', `${pull}/comments`, { ...comment, commit_id: review.commit_id });
  return [path, review];
}

/** The path of replies, which `emulate` does not know: a comment on the same line that names the first. */
async function asReply(
  call: GithubDouble['call'],
  { method, path, body }: { method: string; path: string; body: string },
): Promise<[path: string, body: unknown] | undefined> {
  const [, comments, id] = /^(\S+\/pulls\/\d+\/comments)\/(\d+)\/replies$/.exec(path) ?? [];
  if (method !== 'POST' || comments === undefined) return undefined;
  const first = (await call('GET', `${repository}/pulls/comments/${id}`)) as {
    path: string;
    line: number;
    commit_id: string;
  };
  const place = { path: first.path, line: first.line, commit_id: first.commit_id, side: 'RIGHT' };
  return [comments, { ...(JSON.parse(body) as object), ...place, in_reply_to_id: Number(id) }];
}

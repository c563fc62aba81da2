import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does instead of, or around, handing a request to git. */
type GitFault =
  | { readonly kind: 'status'; readonly status: number; readonly location?: string }
  /** The connection is cut before anything is read. */
  | { readonly kind: 'drop' }
  /** Git gets the whole request, but the answer is lost. */
  | { readonly kind: 'lose-answer' }
  /** The connection is cut after this many bytes of the request's body. */
  | { readonly kind: 'drop-after'; readonly bytes: number }
  /** Nothing is answered until the client goes away; `happens` is called when the request is there. */
  | { readonly kind: 'hang'; readonly happens: () => void }
  /** Something happens on the server just before git sees the request. */
  | { readonly kind: 'meanwhile'; readonly happens: () => void };

export interface GitServer {
  /** URL of `<root>/<name>.git`. */
  url(name: string): string;
  /** `Authorization` of a token that may push, and of one that may only read. */
  readonly writer: string;
  readonly reader: string;
  /** The next `times` requests whose `METHOD /path?query` matches get the fault. */
  fail(match: RegExp, fault: GitFault, times?: number): void;
  readonly close: () => void;
}

/** Requests of a push: what is there (`list`), and the commits (`send`). */
export const push = { list: /GET .*service=git-receive-pack/, send: /POST .*\/git-receive-pack/ };
export const fetching = { list: /GET .*service=git-upload-pack/, send: /POST .*\/git-upload-pack/ };

const basic = (token: string): string => `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;

/** Bare repositories below `root` over smart HTTP: git's own `http-backend` behind Basic authentication. */
export async function startGitServer(root: string): Promise<GitServer> {
  const writer = basic('git-server-writer-token');
  const reader = basic('git-server-reader-token');
  const faults: { match: RegExp; fault: GitFault; left: number }[] = [];

  const server = createServer((request, response) => {
    const asked = `${request.method ?? 'GET'} ${request.url ?? '/'}`;
    const found = faults.find(({ match, left }) => left > 0 && match.test(asked));
    if (found !== undefined) found.left -= 1;
    const fault = found?.fault;
    // On a connection that was used before, curl itself tries once more; each fault shall be met once.
    response.shouldKeepAlive = false;
    if (fault?.kind === 'drop') request.socket.destroy();
    else if (fault?.kind === 'drop-after') dropAfter(request, fault.bytes);
    else if (fault?.kind === 'status') {
      response
        .writeHead(fault.status, fault.location === undefined ? {} : { Location: fault.location })
        .end('A fault\n');
    } else if (fault?.kind === 'hang') fault.happens();
    else if (request.headers.authorization !== writer && request.headers.authorization !== reader) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end('Who are you?\n');
    } else if (request.headers.authorization === reader && asked.includes('git-receive-pack')) {
      response.writeHead(403).end('Write access to repository not granted.\n');
    } else {
      if (fault?.kind === 'meanwhile') fault.happens();
      runBackend(root, request, response, fault?.kind === 'lose-answer');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}.git`,
    writer,
    reader,
    fail: (match, fault, times = 1) => {
      faults.push({ match, fault, left: times });
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function dropAfter(request: IncomingMessage, bytes: number): void {
  let read = 0;
  request.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read >= bytes) request.socket.destroy();
  });
  request.on('end', () => request.socket.destroy());
}

/** The Common Gateway Interface, as far as git's backend speaks it. */
export function runBackend(
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  loseAnswer: boolean,
): void {
  const [path = '/', query = ''] = (request.url ?? '/').split('?');
  const header = (name: string): string => String(request.headers[name] ?? '');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      HOME: root,
      REMOTE_USER: 'writer',
      REQUEST_METHOD: request.method,
      PATH_INFO: decodeURIComponent(path),
      QUERY_STRING: query,
      CONTENT_TYPE: header('content-type'),
      CONTENT_LENGTH: header('content-length'),
      HTTP_CONTENT_ENCODING: header('content-encoding'),
      GIT_PROTOCOL: header('git-protocol'),
    },
  });
  backend.stdin.on('error', () => undefined);
  request.pipe(backend.stdin);
  const answer: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => answer.push(chunk));
  backend.on('close', () => {
    if (loseAnswer) {
      request.socket.destroy();
      return;
    }
    const whole = Buffer.concat(answer);
    const headEnd = whole.indexOf('\r\n\r\n');
    const fields = whole
      .toString('latin1', 0, headEnd)
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const);
    const status = Number(fields.find(([name]) => name === 'Status')?.[1]?.slice(0, 3) ?? 200);
    response.writeHead(status, Object.fromEntries(fields.filter(([name]) => name !== 'Status')));
    response.end(whole.subarray(headEnd + 4));
  });
}

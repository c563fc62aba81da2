import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Forge } from './forge-double.ts';
import { createGithubAppDouble, type GithubAppDouble } from './github-app-double.ts';

/** A GitHub Enterprise double that only an App may use: in front of it, the App's tokens become those of the double. */
export interface GithubAppFront {
  readonly server: string;
  readonly app: GithubAppDouble;
  /** Every token so far. */
  readonly tokens: readonly string[];
  stop(): Promise<void>;
}

export async function startGithubAppFront(forge: Forge): Promise<GithubAppFront> {
  let server = '';
  const tokens: string[] = [];
  const double = createGithubAppDouble(() => server);
  const answerApp = (path: string): readonly [number, unknown] => {
    if (!path.endsWith('/access_tokens'))
      return [
        200,
        { id: 100, account: { login: 'acme' }, repository_selection: 'selected', html_url: `${server}/100` },
      ];
    tokens.push(`ghs_${'0123456789abcdef'.repeat(2)}${tokens.length}`);
    return [201, { token: tokens.at(-1), expires_at: new Date(Date.now() + 3_600_000).toISOString() }];
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '', headers } = request;
    const path = url.replace(/^\/api\/v3/, '');
    const { authorization = '' } = headers;
    if (authorization === '' || authorization.startsWith('Bearer eyJ')) {
      const body = await text(request);
      const forward = () => Promise.resolve(answerApp(path));
      const [status, answer] = (await double.answer({ method, path, authorization, body }, forward)) ?? [401, {}];
      response.writeHead(status, { 'content-type': 'application/json', 'www-authenticate': 'Basic' });
      response.end(JSON.stringify(answer));
      return;
    }
    const basic = Buffer.from(/^Basic (.*)$/.exec(authorization)?.[1] ?? '', 'base64').toString('utf8');
    const held = /^Bearer (.*)$/.exec(authorization)?.[1] ?? basic.replace(/^x-access-token:/, '');
    const own = double.isUsable(held) ? forge.token : 'unknown';
    const translated =
      basic === '' ? `Bearer ${own}` : `Basic ${Buffer.from(`x-access-token:${own}`).toString('base64')}`;
    const onward = ask(`${forge.server}${url}`, { method, headers: { ...headers, authorization: translated } });
    request.pipe(onward);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  };
  const front = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  server = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  return {
    server,
    app: double.app,
    tokens,
    async stop() {
      front.closeAllConnections();
      front.close();
      await forge.stop();
    },
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../free-port.ts';

/** Starts `docwright serve` and waits for the link of the first owner. With a path, people reach it below that path alone. */
export async function serveDocwright(
  [program = '', ...parts]: readonly string[],
  { folder, environment, publicPath }: { folder: string; environment: NodeJS.ProcessEnv; publicPath: string },
): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const proxy = publicPath === '' ? undefined : await openProxy(publicPath, port);
  const env: NodeJS.ProcessEnv = { ...environment, DOCWRIGHT_PORT: String(port) };
  if (proxy !== undefined) env['DOCWRIGHT_PUBLIC_URL'] = proxy.url;
  // A group of its own, since npm stands between.
  const server = spawn(program, parts, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const { promise: link, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = /Become the owner: (\S+)\/set-up#/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
  }
  const exited = once(server, 'exit');
  void exited.then(() => {
    reject(new Error(`serve ended: ${said.slice(-500)}`));
  });
  return {
    url: await link,
    stop: async () => {
      proxy?.close();
      if (server.exitCode === null && server.pid !== undefined) process.kill(-server.pid, 'SIGTERM');
      await exited;
    },
  };
}

/** As a team has it that puts its tools side by side: the path is taken off on the way. */
async function openProxy(path: string, port: number): Promise<{ url: string; close: () => void }> {
  const proxy = createServer((request, response) => {
    const { url = '', method, headers } = request;
    if (!url.startsWith(`${path}/`)) return response.writeHead(404).end();
    const onward = ask({ port, path: url.slice(path.length), method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    return request.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port: own } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}${path}`,
    close: () => {
      proxy.close().closeAllConnections();
    },
  };
}

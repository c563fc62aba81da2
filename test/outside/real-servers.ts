/**
 * npm run real-servers: runs nginx, Apache, HAProxy, Caddy and Traefik, each with several log formats, behind two proxies
 * (HAProxy, then nginx). A client requests pages as people and agents. An import of each log must count what the client
 * counted: visitors, views, each page. Then the same with Docwright's own server and beacons.
 *
 * Needs `apt-get install nginx-light apache2 haproxy`, and `caddy` and `traefik` on PATH. Names what is missing. Exits with 1
 * if a number differs, or without nginx.
 */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createDocwrightClient } from '../../client/src/index.ts';
import { freePort } from '../free-port.ts';
import { startRunningServer, type RunningServer } from '../running-server.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'docwright-real-servers-'));
const pages = ['/', '/guide/', '/setup/', '/faq/'];
const www = join(folder, 'www');
for (const page of pages) {
  mkdirSync(join(www, page), { recursive: true });
  writeFileSync(join(www, page, 'index.html'), `<title>${page}</title>`);
}
writeFileSync(join(www, 'logo.svg'), '<svg/>');
for (const path of ['', 'www', ...pages.map((page) => `www${page}`)])
  execFileSync('chmod', ['755', join(folder, path)]);

function find(program: string): string | undefined {
  const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return places.map((place) => join(place, program)).find((file) => existsSync(file));
}
const programs = Object.fromEntries(
  ['nginx', 'apache2', 'haproxy', 'caddy', 'traefik'].map((name) => [name, find(name)]),
);
if (programs['nginx'] === undefined) {
  console.error('nginx is not there: apt-get install nginx-light apache2 haproxy');
  process.exit(1);
}

interface Reader {
  /** The chain that the proxies report, after entries that the reader forged. */
  readonly forwarded: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly kind: 'human' | 'ai' | 'none';
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const quoted = `${firefox} "quoted" caf\u00e9 \\ {a|b} #22`;
const common = { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'gzip', 'accept-language': 'en' };
const ofChrome = { ...common, 'user-agent': chrome, 'sec-fetch-mode': 'navigate', 'sec-ch-ua': '"Chromium";v="143"' };
const readers: readonly Reader[] = [
  ...Array.from({ length: 9 }, (_, index): Reader => ({
    forwarded: `203.0.113.${index + 1}`,
    headers: index % 2 === 0 ? ofChrome : { ...common, 'user-agent': firefox },
    kind: 'human',
  })),
  { forwarded: '203.0.113.1', headers: { ...common, 'user-agent': firefox }, kind: 'human' },
  { forwarded: '198.51.100.99, 203.0.113.20', headers: ofChrome, kind: 'human' },
  { forwarded: '2001:db8:1::1', headers: ofChrome, kind: 'human' },
  { forwarded: '2001:db8:2::1', headers: { ...common, 'user-agent': quoted }, kind: 'human' },
  {
    forwarded: '198.51.100.1',
    headers: { 'user-agent': 'Claude-User (claude-code/2.1.4; +https://support.anthropic.com/)', accept: '*/*' },
    kind: 'ai',
  },
  {
    forwarded: '198.51.100.2',
    headers: {
      'user-agent':
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
      accept: '*/*',
    },
    kind: 'ai',
  },
  { forwarded: '198.51.100.3', headers: { 'user-agent': 'UptimeRobot/2.0', accept: '*/*' }, kind: 'none' },
];

interface Count {
  readonly people: Set<number>;
  readonly ai: Set<number>;
  views: number;
}
type Truth = ReadonlyMap<string, Count>;

const agent = new Agent({ keepAlive: true });
async function ask(
  port: number,
  {
    path,
    method = 'GET',
    headers,
    body,
  }: { path: string; method?: string; headers: Readonly<Record<string, string>>; body?: string },
): Promise<number> {
  const sent = request({ host: '127.0.0.1', port, path, method, agent, headers: { host: 'docs.test', ...headers } });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode ?? 0;
}

function emptyTruth(): Map<string, Count> {
  return new Map(pages.map((page) => [page, { people: new Set(), ai: new Set(), views: 0 }]));
}

/** Everyone requests some pages, some of them twice, and paths that are no views. */
async function drive(port: number): Promise<Truth> {
  const truth = emptyTruth();
  for (const [who, { forwarded, headers, kind }] of readers.entries()) {
    const asking = { ...headers, 'x-forwarded-for': forwarded };
    for (const [index, page] of pages.entries()) {
      for (let times = (who + index) % 3; times > 0; times -= 1) {
        const path = times === 2 ? `${page}?q=a%20b&r=c+d` : page;
        const status = await ask(port, { path, headers: asking });
        if (status !== 200) throw new Error(`${path} was answered with ${status}`);
        const count = truth.get(page);
        if (count === undefined || kind === 'none') continue;
        count.views += 1;
        (kind === 'human' ? count.people : count.ai).add(who);
      }
    }
    await ask(port, { path: '/logo.svg', headers: asking });
    await ask(port, { path: '/nowhere', headers: asking });
    await ask(port, { path: '/', method: 'POST', headers: asking });
    await ask(port, { path: '/guide/', method: 'HEAD', headers: asking });
  }
  return truth;
}

async function awaitPort(port: number, name: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await delay(100);
  }
  throw new Error(`${name} does not listen`);
}

/** Starts a program in the foreground; the returned function stops it and waits until its log is complete. */
async function start(name: string, parameters: readonly string[], port: number): Promise<() => Promise<void>> {
  const child: ChildProcess = spawn(programs[name] ?? name, parameters, {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: folder,
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2000)));
  const ended = once(child, 'exit');
  await Promise.race([
    awaitPort(port, name),
    ended.then(() => {
      throw new Error(`${name} ended: ${said}`);
    }),
  ]);
  return async () => {
    child.kill(name === 'nginx' ? 'SIGQUIT' : 'SIGTERM');
    if (child.exitCode === null) await ended;
  };
}

let made = 0;
function write(text: string): string {
  made += 1;
  const file = join(folder, `configuration-${made}`);
  writeFileSync(file, text);
  return file;
}

function nginxConfiguration(port: number, { http = '', server }: { http?: string; server: string }): string {
  made += 1;
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = paths.map((path) => `${path}_temp_path ${folder}/${made}-${path};`).join(' ');
  return write(
    `daemon off; worker_processes 1; pid ${folder}/${made}.pid; error_log ${folder}/${made}.error;\n${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http { ${temporary} access_log off; ${http}
server { listen 127.0.0.1:${port}; ${server} } }`,
  );
}

/** HAProxy, which adds a header of its own, and nginx, which appends to the list. */
async function startChain(backend: number): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const inner = await freePort();
  const forward = (to: number) =>
    `location / { proxy_pass http://127.0.0.1:${to}; proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; }`;
  const stopInner = await start('nginx', ['-c', nginxConfiguration(inner, { server: forward(backend) })], inner);
  const port = await freePort();
  const haproxy = `defaults
  mode http
  timeout client 30s
  timeout server 30s
  timeout connect 5s
frontend all
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend next
backend next
  server inner 127.0.0.1:${inner}
`;
  const stopOuter =
    programs['haproxy'] === undefined
      ? await start('nginx', ['-c', nginxConfiguration(port, { server: forward(inner) })], port)
      : await start('haproxy', ['-db', '-f', write(haproxy)], port);
  return {
    port,
    stop: async () => {
      await stopOuter();
      await stopInner();
    },
  };
}

interface Log {
  readonly name: string;
  readonly file: string;
  readonly format?: string;
}
interface Server {
  readonly program: string;
  /** Starts it on a port and returns the logs that it writes. */
  readonly start: (port: number) => Promise<{ readonly logs: readonly Log[]; readonly stop: () => Promise<void> }>;
}

const logAt = (name: string) => join(folder, name);
const nginxFormats: Readonly<Record<string, readonly [format: string, isDetected: boolean]>> = {
  'combined with the chain behind': [
    '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" "$http_x_forwarded_for"',
    true,
  ],
  'the chain in front': [
    '$http_x_forwarded_for - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"',
    true,
  ],
  JSON: [
    '{"time":"$time_iso8601","remote_addr":"$remote_addr","x_forwarded_for":"$http_x_forwarded_for","request":"$request","status":$status,"http_user_agent":"$http_user_agent"}',
    true,
  ],
  'its own order': [
    '$status|$http_user_agent|$msec|$request_method|$uri$is_args$args|$http_x_forwarded_for|$remote_addr',
    false,
  ],
  'quoted, in its own order': [
    '"$http_user_agent" $status "$request" "$http_x_forwarded_for" $remote_addr:$remote_port $time_iso8601',
    false,
  ],
};

const nginx: Server = {
  program: 'nginx',
  async start(port) {
    const entries = Object.entries(nginxFormats);
    const formats = entries.map(
      ([name, [format]], index) => `log_format f${index} ${name === 'JSON' ? 'escape=json ' : ''}'${format}';`,
    );
    const logs = entries.map(([name, [format, isDetected]], index): Log => ({
      name,
      file: logAt(`nginx-${index}.log`),
      ...(!isDetected && { format }),
    }));
    const server = `${logs.map(({ file }, index) => `access_log ${file} f${index};`).join(' ')} root ${www}; types { text/html html; image/svg+xml svg; } location / { if ($request_method = POST) { return 405; } }`;
    const stop = await start('nginx', ['-c', nginxConfiguration(port, { http: formats.join('\n'), server })], port);
    return { logs, stop };
  },
};

const nginxWithRealIp: Server = {
  program: 'nginx',
  async start(port) {
    const file = logAt('nginx-real-ip.log');
    const server = `access_log ${file}; set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For; real_ip_recursive on; root ${www}; types { text/html html; image/svg+xml svg; }`;
    const stop = await start('nginx', ['-c', nginxConfiguration(port, { server })], port);
    return { logs: [{ name: 'combined with real_ip', file }], stop };
  },
};

const apache: Server = {
  program: 'apache2',
  async start(port) {
    const modules = ['mpm_event', 'authz_core', 'dir', 'mime', 'remoteip'].map(
      (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
    );
    const formats: readonly (readonly [name: string, format: string, isDetected: boolean])[] = [
      ['combined with remoteip', '%a %l %u %t "%r" %>s %O "%{Referer}i" "%{User-Agent}i"', true],
      ['vhost_combined with remoteip', '%v:%p %a %l %u %t "%r" %>s %O "%{Referer}i" "%{User-Agent}i"', true],
      ['its own order', '%>s "%{User-Agent}i" %{%Y-%m-%dT%H:%M:%S}t%{%z}t %a %m "%U%q" %D', false],
    ];
    const logs = formats.map(([name, format, isDetected], index): Log => ({
      name,
      file: logAt(`apache-${index}.log`),
      ...(!isDetected && { format }),
    }));
    const quote = (text: string) => `"${text.replaceAll('"', '\\"')}"`;
    const configuration = write(`${modules.join('\n')}
ServerRoot ${folder}
ServerName docs.test
Listen 127.0.0.1:${port}
PidFile ${logAt('apache.pid')}
ErrorLog ${logAt('apache.error')}
TypesConfig /dev/null
AddType text/html .html
AddType image/svg+xml .svg
DocumentRoot ${www}
DirectoryIndex index.html
RemoteIPHeader X-Forwarded-For
RemoteIPInternalProxy 127.0.0.1
<Directory ${www}>
  Require method GET HEAD
</Directory>
${formats.map(([, format], index) => `CustomLog ${logAt(`apache-${index}.log`)} ${quote(format)}`).join('\n')}
`);
    return { logs, stop: await start('apache2', ['-D', 'FOREGROUND', '-f', configuration], port) };
  },
};

const haproxy: Server = {
  program: 'haproxy',
  async start(port) {
    const formats: readonly (readonly [name: string, written: string, format: string | undefined])[] = [
      [
        'log-format',
        '%ci:%cp [%tr] %ft %b/%s %ST %B "%[capture.req.hdr(0)]" %{+Q,+E}[capture.req.hdr(1)] %{+Q}r',
        '%ci:%cp [%tr] %ft %b/%s %ST %B "%(x_forwarded_for)[capture.req.hdr(0)]" %(user_agent){+Q,+E}[capture.req.hdr(1)] %{+Q}r',
      ],
      [
        'log-format in pieces',
        '%Ts %ci %HM %HU %ST {%[capture.req.hdr(0)]} {%[capture.req.hdr(1)]}',
        '%Ts %ci %HM %HU %ST {%(x_forwarded_for)[capture.req.hdr(0)]} {%(user_agent)[capture.req.hdr(1)]}',
      ],
      [
        'JSON',
        `{"timestamp":%Ts,"client_ip":"%ci","method":"%HM","uri":"%HU","status":%ST,"x_forwarded_for":"%[capture.req.hdr(0)]","user_agent":"%[capture.req.hdr(1),json('utf8s')]"}`,
        undefined,
      ],
    ];
    const sockets = await Promise.all(
      formats.map(async (_, index) => {
        const socket = createSocket('udp4');
        socket.on('message', (line) => {
          appendFileSync(logAt(`haproxy-${index}.log`), `${line.toString().trimEnd()}\n`);
        });
        socket.bind(0, '127.0.0.1');
        await once(socket, 'listening');
        return socket;
      }),
    );
    // One log format for each frontend: each forwards to the next, and the last one answers.
    const ports = [port, ...(await Promise.all(formats.slice(1).map(() => freePort())))];
    const fronts = formats.map(
      ([, written], index) => `frontend f${index}
  bind 127.0.0.1:${ports[index] ?? 0}
  log 127.0.0.1:${sockets[index]?.address().port ?? 0} format rfc3164 local0
  log-format "${written.replaceAll(/["\\]/g, (found) => `\\${found}`)}"
  capture request header X-Forwarded-For len 200
  capture request header User-Agent len 300
  ${
    index < formats.length - 1
      ? `default_backend b${index + 1}\nbackend b${index + 1}\n  server next 127.0.0.1:${ports[index + 1] ?? 0}`
      : `http-request return status 405 if { method POST }
  http-request return status 404 if { path /nowhere }
  http-request return status 200 content-type text/html string hi`
  }`,
    );
    const configuration = write(
      `defaults\n  mode http\n  timeout client 30s\n  timeout server 30s\n  timeout connect 5s\n${fronts.join('\n')}\n`,
    );
    const stop = await start('haproxy', ['-db', '-f', configuration], port);
    return {
      logs: formats.map(([name, , format], index): Log => ({
        name,
        file: logAt(`haproxy-${index}.log`),
        ...(format !== undefined && { format }),
      })),
      async stop() {
        await stop();
        for (const socket of sockets) socket.close();
      },
    };
  },
};

/** Caddy drops a chain that it does not trust, so each kind of log has its own server. */
const caddies = ['json', 'console'].flatMap((format) =>
  [false, true].map((isTrusting): Server => ({
    program: 'caddy',
    async start(port) {
      const name = `${format}, ${isTrusting ? 'with' : 'without'} trusted proxies`;
      const file = logAt(`caddy-${format}-${String(isTrusting)}.log`);
      const trust = 'servers {\n trusted_proxies static private_ranges\n trusted_proxies_strict\n }';
      const time = isTrusting ? 'rfc3339_nano' : 'unix_seconds_float';
      const log = `log {\n output file ${file}\n format ${format} {\n time_format ${time}\n }\n }`;
      const site = `http://:${port} {\n bind 127.0.0.1\n ${log}\n root * ${www}\n @post method POST\n respond @post 405\n file_server\n}`;
      const options = `{\n admin off\n auto_https off\n persist_config off\n ${isTrusting ? trust : ''}\n}`;
      const parameters = ['run', '--adapter', 'caddyfile', '--config', write(`${options}\n${site}\n`)];
      return { logs: [{ name, file }], stop: await start('caddy', parameters, port) };
    },
  })),
);

const traefik: Server = {
  program: 'traefik',
  async start(port) {
    const backend = await freePort();
    const server = `root ${www}; types { text/html html; image/svg+xml svg; } location / { if ($request_method = POST) { return 405; } }`;
    const stopBackend = await start('nginx', ['-c', nginxConfiguration(backend, { server })], backend);
    const stops = [stopBackend];
    const logs: Log[] = [];
    let next = backend;
    for (const format of ['json', 'common']) {
      const at = format === 'common' ? port : await freePort();
      const dynamic = `${write('')}.yml`;
      writeFileSync(
        dynamic,
        `http:\n  routers:\n    docs:\n      rule: PathPrefix(\`/\`)\n      service: docs\n  services:\n    docs:\n      loadBalancer:\n        servers:\n          - url: http://127.0.0.1:${next}\n`,
      );
      const file = logAt(`traefik-${format}.log`);
      stops.unshift(
        await start(
          'traefik',
          [
            `--entrypoints.web.address=127.0.0.1:${at}`,
            '--entrypoints.web.forwardedheaders.trustedips=127.0.0.1',
            `--providers.file.filename=${dynamic}`,
            '--accesslog=true',
            `--accesslog.filepath=${file}`,
            `--accesslog.format=${format}`,
            '--accesslog.fields.headers.defaultmode=keep',
          ],
          at,
        ),
      );
      logs.push({ name: format, file });
      next = at;
    }
    return {
      logs,
      async stop() {
        for (const stop of stops) await stop();
      },
    };
  },
};

function describe({ human, ai, views }: { human: number; ai: number; views: number }): string {
  return `${human} people, ${ai} AI, ${views} views`;
}

/** Differences between the client's counts and the project's. */
async function compare(
  server: RunningServer,
  { projectId, apiKey }: { projectId: string; apiKey: string },
  truth: Truth,
): Promise<string[]> {
  const client = createDocwrightClient({ baseUrl: server.url, apiKey });
  const { totals } = await client.visitors({ projectId, limit: 1 });
  const { totals: views } = await client.views({ projectId, limit: 1 });
  const viewsOf = new Map((await Array.fromAsync(client.allViews({ projectId }))).map((row) => [row.path, row.total]));
  const found = new Map([['all pages', describe({ human: totals.human, ai: totals.ai, views: views.total })]]);
  for await (const row of client.allVisitors({ projectId }))
    found.set(row.path, describe({ ...row, views: viewsOf.get(row.path) ?? 0 }));
  const counts = [...truth.values()];
  const sum = {
    human: counts.reduce((all, { people }) => all.union(people), new Set<number>()).size,
    ai: counts.reduce((all, count) => all.union(count.ai), new Set<number>()).size,
    views: counts.reduce((all, count) => all + count.views, 0),
  };
  const expected = new Map([['all pages', describe(sum)]]);
  for (const [page, count] of truth)
    expected.set(
      page === '/' ? page : page.replace(/\/$/, ''),
      describe({ human: count.people.size, ai: count.ai.size, views: count.views }),
    );
  return [...new Set([...expected.keys(), ...found.keys()])]
    .filter((name) => expected.get(name) !== found.get(name))
    .map((name) => `${name}: ${found.get(name) ?? 'nothing'}; the client counted ${expected.get(name) ?? 'nothing'}`);
}

async function makeProject(server: RunningServer, name: string): Promise<{ projectId: string; apiKey: string }> {
  return server.administer(async ({ projects }) => {
    const { repositoryUrl } = await projects.require(server.projectId);
    const analytics = { sites: ['http://docs.test'] };
    const { id } = await projects.create({ name, repositoryUrl, settings: { analytics } }, 'test');
    return { projectId: id, apiKey: (await projects.keys.create(id, { name }, 'test')).key };
  });
}

let differing = 0;
let agreeing = 0;
function report(name: string, differences: readonly string[]): void {
  console.log(`${differences.length === 0 ? 'ok     ' : 'DIFFERS'} ${name}`);
  for (const difference of differences) console.log(`        ${difference}`);
  if (differences.length === 0) agreeing += 1;
  else differing += 1;
}

const server = await startRunningServer({}, { workers: 0, environment: { DOCWRIGHT_TRUSTED_PROXIES: '127.0.0.1' } });
try {
  for (const { program, start: startServer } of [nginx, nginxWithRealIp, apache, haproxy, ...caddies, traefik]) {
    if (programs[program] === undefined) {
      console.log(`skipped ${program}: it is not on this machine`);
      continue;
    }
    const port = await freePort();
    const { logs, stop } = await startServer(port);
    const chain = await startChain(port);
    const truth = await drive(chain.port);
    agent.destroy();
    await chain.stop();
    await stop();
    for (const { name, file, format } of logs) {
      const project = await makeProject(server, `${program}, ${name}`);
      const parameters = ['import', project.projectId, file, ...(format === undefined ? [] : ['--format', format])];
      const environment = { ...process.env, DOCWRIGHT_DATA_DIR: server.dataDirectory, DOCWRIGHT_LOG_LEVEL: 'error' };
      const said = await run(join(import.meta.dirname, '../../docwright'), parameters, { env: environment });
      const differences = await compare(server, project, truth);
      report(`${program}, ${name}`, differences.length === 0 ? [] : [...differences, said.stdout.slice(0, 2000)]);
    }
  }
  await proveBeacons();
} finally {
  agent.destroy();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${agreeing} agree with the client, ${differing} differ`);
process.exitCode = differing === 0 ? 0 : 1;

/** The same people, counted by the tracker, through the same proxies to Docwright's own server. */
async function proveBeacons(): Promise<void> {
  const chain = await startChain(Number(new URL(server.url).port));
  const project = await makeProject(server, 'beacons');
  const truth = emptyTruth();
  for (const [who, { forwarded, headers, kind }] of readers.entries()) {
    if (kind !== 'human') continue;
    for (const [index, page] of pages.entries()) {
      if ((who + index) % 3 === 0) continue;
      const id = `${who}${index}`.padStart(32, '0');
      const body = JSON.stringify({ project: project.projectId, id, url: `http://docs.test${page}`, hints: [] });
      const asking = {
        ...headers,
        'x-forwarded-for': forwarded,
        origin: 'http://docs.test',
        'content-type': 'text/plain',
      };
      const status = await ask(chain.port, { path: '/v1/collect', method: 'POST', headers: asking, body });
      if (status !== 202) throw new Error(`a beacon was answered with ${status}`);
      const count = truth.get(page);
      if (count === undefined) continue;
      count.views += 1;
      count.people.add(who);
    }
  }
  agent.destroy();
  await chain.stop();
  report('docwright serve, beacons', await compare(server, project, truth));
}

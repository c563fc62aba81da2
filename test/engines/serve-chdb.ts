/**
 * ClickHouse in process (`chdb`) behind the part of its HTTP interface that `@clickhouse/client` speaks, for tests:
 * serve-chdb.ts <folder> <port> [cluster]. One statement at a time, no users; settings of a request stay for the next. The cluster
 * that is named has one shard, this process: it answers over `Distributed` tables, and makes one table of each that would have
 * copies elsewhere.
 */
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { loadEngine } from './load-engine.ts';

interface Session {
  query(statement: string, format?: string): string;
}
const { Session: SessionClass } = await loadEngine<{
  Session: new (folder: string, options: { connectionArgs: string[] }) => Session;
}>('chdb');

const [folder = '', port = '0', cluster] = process.argv.slice(2);
const session = new SessionClass(folder, { connectionArgs: cluster === undefined ? [] : [configWith(cluster)] });
/** Of the request to the interface, not of the statement. */
const notSettings = new Set([
  'query',
  'database',
  'query_id',
  'wait_end_of_query',
  'default_format',
  'role',
  'compress',
  // There is no server to ask in its place.
  'prefer_localhost_replica',
]);

/** Of a cluster of this process alone, which takes itself for the server of that port, where nobody listens. */
function configWith(name: string): string {
  const file = `${folder}.xml`;
  const shard = '<shard><replica><host>127.0.0.1</host><port>9000</port></replica></shard>';
  const own = '<tcp_port>9000</tcp_port><listen_host>127.0.0.1</listen_host>';
  writeFileSync(file, `<clickhouse>${own}<remote_servers><${name}>${shard}</${name}></remote_servers></clickhouse>`);
  return `--config-file=${file}`;
}

/** What needs other servers, or a ZooKeeper, is done here. */
function done(statement: string): string {
  if (cluster === undefined) return statement;
  return statement
    .replace(` ON CLUSTER '${cluster}'`, '')
    .replace(/Replicated(\w*MergeTree)\('[^']*', '\{replica\}'(?:, (\w+))?\)/, '$1($2)');
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Values of parameters come in the URL, or in a form with it where they are long. */
async function readRequest(request: IncomingMessage): Promise<{ parameters: Map<string, string>; body: string }> {
  const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const parameters = new Map(searchParams);
  const bytes = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return { parameters, body: bytes.toString() };
  const [, boundary = ''] = /boundary="?([^";]+)/.exec(type) ?? [];
  for (const part of bytes.toString().split(`--${boundary}\r\n`)) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const [, name] = /name="([^"]+)"/.exec(head) ?? [];
    const value = rest.join('\r\n\r\n').replace(/\r\n(?:--[^\r\n]*--\r\n)?$/, '');
    if (name !== undefined) parameters.set(name, value);
  }
  return { parameters, body: '' };
}

/** What the proxies before servers take, which is less than a server does. */
const longestUrl = 8_192;
/** `http_max_field_value_size` of a server, in a URL and in a form. */
const longestField = 128 * 1024;

const known = new Map<string, string>();
function set(name: string, value: string): void {
  if (known.get(name) === value && !name.startsWith('param_')) return;
  known.set(name, value);
  session.query(`SET ${name} = ${quoted(value)}`);
}

createServer((request, response) => {
  void (async () => {
    const { parameters, body } = await readRequest(request);
    const urlBytes = request.url?.length ?? 0;
    if (urlBytes > longestUrl) return response.writeHead(414).end('<html>414 Request-URI Too Large</html>');
    if ([...parameters.values()].some((value) => Buffer.byteLength(value) > longestField)) {
      response.writeHead(500, { 'x-clickhouse-exception-code': '1000' });
      return response.end('Poco::Exception. Code: 1000, e.code() = 0, HTML Form Exception: Field value too long');
    }
    if (request.url?.startsWith('/ping') === true) return response.end('Ok.\n');
    const statement = [parameters.get('query') ?? '', body].filter(Boolean).join('\n');
    try {
      const database = parameters.get('database');
      if (database !== undefined && known.get('database') !== database) session.query(`USE ${database}`);
      if (database !== undefined) known.set('database', database);
      for (const [name, value] of parameters) if (!notSettings.has(name)) set(name, value);
      return response.end(session.query(done(statement), 'TabSeparated'));
    } catch (error) {
      const said = String(error instanceof Error ? error.message : error).replace(/^Query failed: /, '');
      const [, code = '1000'] = /Code: (\d+)/.exec(said) ?? [];
      response.writeHead(500, { 'x-clickhouse-exception-code': code });
      return response.end(said);
    }
  })();
}).listen(Number(port), '127.0.0.1', () => {
  session.query('CREATE DATABASE IF NOT EXISTS docwright ENGINE = Atomic');
  process.stdout.write('ready\n');
});

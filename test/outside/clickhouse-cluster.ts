// npm run clickhouse-cluster: the tables, inserts, deletions and counts of a cluster over four real servers, two shards with two copies each, and
// ZooKeeper: Debian's 18.16, from before most of what our statements use, so that they are put into its words (`inOldWords`). Needs
// `apt-get install clickhouse-server clickhouse-client zookeeper`, says what is missing. Then every test of the store over a cluster
// of one shard with today's engine.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ClientValues } from '../../src/analytics/visits/clickhouse/count/client-values.ts';
import { readLive } from '../../src/analytics/visits/clickhouse/count/live.ts';
import { countSeries } from '../../src/analytics/visits/clickhouse/count/series.ts';
import { prepareSchema } from '../../src/analytics/visits/clickhouse/schema.ts';
import type { ClickHouse } from '../../src/analytics/visits/clickhouse/server/clickhouse.ts';
import { placementOf } from '../../src/analytics/visits/clickhouse/server/placement.ts';
import { render, sql, type Sql } from '../../src/analytics/visits/clickhouse/server/sql.ts';
import { eraseViews } from '../../src/analytics/visits/clickhouse/upkeep/deletion.ts';
import { toDelivery } from '../../src/analytics/visits/clickhouse/write/delivery.ts';
import { DeliveryWriter } from '../../src/analytics/visits/clickhouse/write/write-deliveries.ts';
import { start, view } from '../../src/analytics/visits/conformance/tested-project.ts';
import { defaultDailyLimits } from '../../src/analytics/visits/visit-store.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { freePort } from '../free-port.ts';

const needed = ['/usr/sbin/clickhouse-server', '/usr/bin/java', '/usr/share/java/zookeeper.jar'];
for (const file of needed.filter((name) => !existsSync(name))) {
  console.error(`${file} is not there: apt-get install clickhouse-server clickhouse-client zookeeper`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'docwright-clickhouse-cluster-'));
const cluster = 'main';
const projectId = 'docs';
const mapping = { human: ['human'], ai: ['assistant'], humanSource: 'both' } as const;

/** A program that is started, killed and started again. */
class Program {
  readonly #command: readonly [string, ...string[]];
  #child: ChildProcess | undefined;

  constructor(...command: [string, ...string[]]) {
    this.#command = command;
  }

  start(): void {
    const [program, ...parts] = this.#command;
    this.#child = spawn(program, parts, { stdio: 'ignore', cwd: folder });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

interface Node {
  readonly program: Program;
  readonly http: number;
}

const zooKeeperPort = await freePort();
writeFileSync(
  join(folder, 'zoo.cfg'),
  `tickTime=500\ndataDir=${folder}/zookeeper\nclientPort=${zooKeeperPort}\nclientPortAddress=127.0.0.1\nadmin.enableServer=false\n`,
);
const zooKeeper = new Program(
  'java',
  '-Xmx256m',
  '-cp',
  '/usr/share/java/*',
  'org.apache.zookeeper.server.quorum.QuorumPeerMain',
  join(folder, 'zoo.cfg'),
);
const nodes = await makeNodes();

async function makeNodes(): Promise<Node[]> {
  const places = await Promise.all(
    [0, 1, 2, 3].map(async (index) => ({
      shard: 1 + Math.floor(index / 2),
      tcp: await freePort(),
      http: await freePort(),
    })),
  );
  const shards = [1, 2].map((shard) => {
    const replicas = places.filter((place) => place.shard === shard);
    const told = replicas.map(({ tcp }) => `<replica><host>127.0.0.1</host><port>${tcp}</port></replica>`);
    return `<shard><internal_replication>true</internal_replication>${told.join('')}</shard>`;
  });
  return Promise.all(
    places.map(async ({ shard, tcp, http }, index) => {
      const own = join(folder, String(index));
      mkdirSync(own);
      writeFileSync(
        join(own, 'users.xml'),
        `<yandex><profiles><default/></profiles><quotas><default/></quotas><users><default><password/><networks><ip>::/0</ip></networks>
        <profile>default</profile><quota>default</quota></default></users></yandex>`,
      );
      writeFileSync(
        join(own, 'config.xml'),
        `<yandex><logger><level>error</level><log>${own}/log</log></logger><http_port>${http}</http_port><tcp_port>${tcp}</tcp_port>
        <interserver_http_port>${await freePort()}</interserver_http_port><interserver_http_host>127.0.0.1</interserver_http_host>
        <listen_host>127.0.0.1</listen_host><path>${own}/data/</path><tmp_path>${own}/tmp/</tmp_path><mark_cache_size>100000000</mark_cache_size>
        <users_config>${own}/users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database>
        <zookeeper><node><host>127.0.0.1</host><port>${zooKeeperPort}</port></node><session_timeout_ms>4000</session_timeout_ms></zookeeper>
        <macros><shard>${shard}</shard><replica>copy${index}</replica></macros>
        <distributed_ddl><path>/docwright/ddl</path></distributed_ddl>
        <remote_servers><${cluster}>${shards.join('')}</${cluster}></remote_servers></yandex>`,
      );
      return { http, program: new Program('/usr/sbin/clickhouse-server', `--config-file=${own}/config.xml`) };
    }),
  );
}

const settings = new URLSearchParams({
  load_balancing: 'in_order',
  prefer_localhost_replica: '0',
  insert_distributed_sync: '1',
  skip_unavailable_shards: '0',
  distributed_ddl_task_timeout: '60',
  output_format_json_quote_64bit_integers: '0',
});

/** Of today's, as far as 2018 had words for it; what it had none for does not change what is tried here. */
function inOldWords(statement: string): string {
  return statement
    .replaceAll(/ CODEC\((?:[^()]|\([^()]*\))*\)/g, '')
    .replaceAll('LowCardinality(String)', 'String')
    .replaceAll('toUnixTimestamp64Nano(now64(9))', 'toUInt64(now())')
    .replaceAll(/ TTL \w+ \+ INTERVAL \d+ \w+/g, '')
    .replaceAll(/ SETTINGS (?:fsync|merge_with)[^;]*$/g, '')
    .replaceAll(/\btrue\b/g, '1')
    .replaceAll(/, optimize_injective_functions_in_group_by = 0/g, '')
    .replace(/sipHash64\(project_id, (\w+)\)/, 'cityHash64(project_id, toString($1))');
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `(${value.map(literal).join(', ')})`;
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}

async function ask(node: Node, statement: string, body = ''): Promise<string> {
  const url = `http://127.0.0.1:${node.http}/?${settings.toString()}&query=${encodeURIComponent(statement)}`;
  // It closes connections that are idle for three seconds, without a word.
  const headers = { connection: 'close' };
  const response = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(60_000) }).catch(
    (error: unknown) => {
      throw new Error(`${statement.slice(0, 200)}: nobody answers`, { cause: error });
    },
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${statement.slice(0, 200)}: ${text}`);
  return text;
}

/** What the store is given, over the nodes that `next` names one after another. */
function connect(next: () => Node): ClickHouse {
  const write = (statement: Sql): string => {
    const { query, query_params } = render(statement);
    const whole = query.replaceAll(/\{(v\d+):[^}]+\}/g, (_, name: string) => literal(query_params[name]));
    return inOldWords(whole);
  };
  const run = async (statement: Sql): Promise<void> => {
    await ask(next(), write(statement));
  };
  return {
    placement: placementOf({ cluster, database: 'default' }),
    proveVersion: () => Promise.resolve(),
    async read<Row>(statement: Sql) {
      const { data } = JSON.parse(await ask(next(), `${write(statement)} FORMAT JSON`)) as { data: Row[] };
      return data;
    },
    run,
    async rewrite(statement) {
      await run(statement);
      // It does not know `mutations_sync`.
      for (const node of nodes) await until(node, 'SELECT count() FROM system.mutations WHERE NOT is_done', '0');
    },
    async insert(table, { columns, rows }) {
      const lines = rows.map((row) =>
        JSON.stringify(Object.fromEntries(row.map((value, index) => [columns[index], value]))),
      );
      await ask(next(), `INSERT INTO ${table} (${columns.join(', ')}) FORMAT JSONEachRow`, lines.join('\n'));
    },
    close: () => Promise.resolve(),
  };
}

async function listens(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const socket = connectTo(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    await delay(100);
  }
  throw new Error(`nobody listens on ${port}`);
}

async function until(node: Node, question: string, answer: string): Promise<void> {
  let found = '';
  for (const began = Date.now(); Date.now() - began < 60_000;) {
    found = await ask(node, question).then((text) => text.trim(), String);
    if (found === answer) return;
    await delay(100);
  }
  throw new Error(`${question} is ${found} where ${answer} was expected`);
}

const zooKeeperIsThere = "SELECT count() > 0 FROM system.zookeeper WHERE path = '/'";

let proven = 0;
function prove(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(found)}, expected was ${JSON.stringify(expected)}`);
  }
  proven += 1;
  console.log(`${what}: ${JSON.stringify(found)}`);
}

async function fails(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => false,
    () => true,
  );
}

try {
  // Where it finds none at its start, that version ends when it is told something for all servers.
  zooKeeper.start();
  await listens(zooKeeperPort);
  for (const { program } of nodes) program.start();
  for (const node of nodes) await until(node, zooKeeperIsThere, '1');

  const [first, , third, fourth] = nodes as [Node, Node, Node, Node];
  let turn = 0;
  const anyNode = (): Node => nodes[(turn += 1) % nodes.length] ?? first;
  const server = connect(anyNode);
  // One after another: two statements for all servers at once end that version now and then.
  for (let time = 0; time < 2; time += 1) await prepareSchema(server);
  for (const node of nodes) {
    const own = await ask(
      node,
      "SELECT countIf(engine LIKE 'Replicated%'), countIf(engine = 'Distributed') FROM system.tables WHERE database = 'default'",
    );
    prove('tables with copies, and over them', own.trim(), '8\t8');
  }

  const clients = new ClientValues({ server, clock: systemClock });
  const writer = new DeliveryWriter({ server, clients, clock: systemClock, limits: defaultDailyLimits });
  let sent = 0;
  const seen = new Set<number>();
  /** 50 views of visitors and pages that come again and again. */
  const batch = () =>
    Array.from({ length: 50 }, () => {
      sent += 1;
      const visitor = (sent * 7_919) % 997;
      seen.add(visitor);
      return view(visitor, `/${sent % 5}`, start + sent, { eventId: `event ${sent}` });
    });
  const deliver = (views: ReturnType<typeof batch>) => writer.write([toDelivery(projectId, views, [])], String(sent));
  const countedBy = async (server: ClickHouse) => {
    const range = { from: undefined, to: undefined };
    const [bucket] = await countSeries({ server, clients }, { projectId, range, mapping, interval: 'day' });
    const { visitors } = await readLive(server, { projectId, since: start, mapping, limit: 1 });
    return { views: bucket?.views.total, visitors: [bucket?.visitors.total, visitors.total] };
  };
  const counted = () => countedBy(server);
  const expected = () => ({ views: sent, visitors: [seen.size, seen.size] });
  for (let round = 0; round < 40; round += 1) {
    const views = batch();
    await deliver(views);
    // As two processes do that do not see each other's.
    if (round % 4 === 0) await Promise.all([deliver(views), deliver(views)]);
  }
  // That version writes to the copy on the server that is asked, if there is one there, whatever `prefer_localhost_replica` says.
  for (const node of nodes) await until(node, 'SELECT count() FROM view FINAL', String(sent));
  prove('views and visitors, as each shard counts them', await counted(), expected());
  const perShard = await Promise.all(
    [first, third].map((node) => ask(node, 'SELECT uniqExact(visitor) FROM view_local')),
  );
  prove(
    'visitors of the shards together',
    perShard.reduce((sum, text) => sum + Number(text), 0),
    seen.size,
  );
  prove(
    'both shards have some',
    perShard.every((text) => Number(text) > 100),
    true,
  );

  await first.program.kill();
  const others = connect(() => fourth);
  const alone = new DeliveryWriter({
    server: others,
    clients: new ClientValues({ server: others, clock: systemClock }),
    clock: systemClock,
    limits: defaultDailyLimits,
  });
  const meanwhile = batch();
  await alone.write([toDelivery(projectId, meanwhile, [])], 'meanwhile');
  await prepareSchema(others);
  await until(fourth, 'SELECT count() FROM view FINAL', String(sent));
  prove('views while a copy is away', (await countedBy(others)).views, sent);
  first.program.start();
  await until(first, 'SELECT count() FROM view FINAL', String(sent));
  prove('and when it is back', await counted(), expected());

  await third.program.kill();
  await fourth.program.kill();
  prove('without a shard an answer fails', await fails(ask(first, 'SELECT count() FROM view FINAL')), true);
  const refused = connect(() => first);
  const rows = Array.from({ length: 20 }, (_, index) => [
    projectId,
    0,
    `00000000-0000-0000-0000-0000000000${10 + index}`,
    index,
  ]);
  const columns = ['project_id', 'day', 'id', 'count'];
  prove('and so does an insert', await fails(refused.insert('refusal', { columns, rows, token: '' })), true);
  third.program.start();
  fourth.program.start();
  for (const node of nodes) await until(node, 'SELECT count() FROM view FINAL', String(sent));
  await refused.insert('refusal', { columns, rows, token: '' });
  for (const node of nodes) await until(node, 'SELECT sum(count) FROM refusal FINAL', '190');
  prove('sent again it is there once', Number(await ask(fourth, 'SELECT sum(count) FROM refusal FINAL')), 190);

  const pages = Number(await ask(first, "SELECT count() FROM view FINAL WHERE path = '/3'"));
  prove('deleted views', await eraseViews(server, projectId, sql`path = ${'/3'}`), { views: pages });
  for (const node of nodes) await until(node, "SELECT count() FROM view_local WHERE path = '/3'", '0');
  prove('views after a deletion', (await counted()).views, sent - pages);

  await ask(first, "INSERT INTO cluster_shards SELECT '1:1 2:1 3:1'");
  for (const node of nodes) await until(node, 'SELECT count() FROM cluster_shards', '2');
  prove('other shards than before are refused', await fails(prepareSchema(server)), true);

  await zooKeeper.kill();
  await delay(5_000);
  prove('without ZooKeeper an insert fails', await fails(deliver(batch())), true);
  prove('and questions are answered', (await counted()).views, sent - 50 - pages);
  console.log(`${proven} things hold over two shards with two copies each.`);
} finally {
  for (const { program } of [...nodes, { program: zooKeeper }]) await program.kill();
  rmSync(folder, { recursive: true, force: true });
}

const suite = ['node_modules/.bin/vitest', 'run', 'src/analytics/visits/clickhouse/clickhouse-visit-store.test.ts'];
execFileSync(process.execPath, suite, { stdio: 'inherit', env: { ...process.env, DOCWRIGHT_TEST_CLUSTER: 'one' } });

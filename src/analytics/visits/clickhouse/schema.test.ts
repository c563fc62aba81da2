import { expect, it } from 'vitest';
import { ClusterShardsChanged, VisitsLaidOutOtherwise } from '../errors.ts';
import { prepareSchema } from './schema.ts';
import type { ClickHouse } from './server/clickhouse.ts';
import { placementOf } from './server/placement.ts';
import { render, type Sql } from './server/sql.ts';
import { eraseProject } from './upkeep/deletion.ts';

/** Takes every statement, and answers what it is told to. */
function recording(cluster: string | undefined, answers: (query: string) => object[] = () => []) {
  const statements: string[] = [];
  const take = (statement: Sql) => {
    statements.push(render(statement).query.replaceAll(/\s+/g, ' '));
    return Promise.resolve();
  };
  const server: ClickHouse = {
    placement: placementOf({ cluster, database: "it's" }),
    proveVersion: () => Promise.resolve(),
    read: <Row>(statement: Sql) => Promise.resolve(answers(render(statement).query) as Row[]),
    run: take,
    rewrite: take,
    insert: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return { server, statements };
}

const twoShards = [
  { shard: 1, weight: 1 },
  { shard: 2, weight: 1 },
];
const spread = [
  { name: 'view', engine: 'Distributed' },
  { name: 'schema_version', engine: 'Distributed' },
];

it('makes of every table one with copies on each shard and one over them, everywhere, and of its own on one server', async () => {
  const { server, statements } = recording('own', (query) => (query.includes('system.clusters') ? twoShards : []));
  await prepareSchema(server);
  const made = statements.filter((statement) => statement.startsWith('CREATE'));
  expect(made.filter((statement) => !statement.includes(` ON CLUSTER 'own' `))).toEqual([]);
  const view = made.filter((statement) => /EXISTS view(?:_local)? /.test(statement));
  expect(view).toEqual([
    expect.stringMatching(
      /^CREATE TABLE IF NOT EXISTS view_local .* ENGINE = ReplicatedReplacingMergeTree\('\/docwright\/it\\'s\/view\/\{shard\}', '\{replica\}'\) PARTITION BY .* fsync_part_directory = 1, replicated_deduplication_window = 10000$/,
    ),
    String.raw`CREATE TABLE IF NOT EXISTS view ON CLUSTER 'own' AS view_local ENGINE = Distributed('own', 'it\'s', 'view_local', sipHash64(project_id, visitor))`,
  ]);
  expect(made.find((statement) => statement.includes('note_tracker_day'))).toMatch(
    /TO tracker_day_local .* FROM view_local/,
  );
  expect(made.filter((statement) => statement.includes('ENGINE = Replicated'))).toHaveLength(
    made.filter((statement) => statement.includes('ENGINE = Distributed')).length,
  );
  expect(statements.findIndex((statement) => statement.startsWith('INSERT INTO cluster_shards'))).toBeLessThan(
    statements.findIndex((statement) => statement.includes('EXISTS view_local')),
  );
  const alone = recording(undefined);
  await prepareSchema(alone.server);
  expect(alone.statements.join()).not.toMatch(/CLUSTER|Distributed|Replicated|_local/);
  expect(alone.statements.join()).toContain('non_replicated_deduplication_window = 10000');
});

it('changes rows where they are stored, on all servers', async () => {
  const { server, statements } = recording('own');
  await eraseProject(server, 'docs');
  expect(statements.filter((statement) => statement.startsWith('ALTER'))).toEqual(
    ['view', 'refusal', 'tracker_day', 'answer'].map(
      (table) => `ALTER TABLE ${table}_local ON CLUSTER 'own' DELETE WHERE project_id = {v0:String}`,
    ),
  );
});

it('makes nothing that is there, and refuses tables and shards that are others than those it was given', async () => {
  const knowing =
    (shards: string, tables: object[] = spread) =>
    (query: string) => {
      if (query.includes('system.tables')) return tables;
      if (query.includes('system.clusters')) return twoShards;
      return query.includes('cluster_shards') ? [{ shards }] : [{ version: 1 }];
    };
  const same = recording('own', knowing('1:1 2:1'));
  await prepareSchema(same.server);
  expect(same.statements).toEqual([]);
  const fewer = recording('own', knowing('1:1'));
  await expect(prepareSchema(fewer.server)).rejects.toThrow(ClusterShardsChanged);
  const alone = recording(undefined, knowing(''));
  await expect(prepareSchema(alone.server)).rejects.toThrow(VisitsLaidOutOtherwise);
  const inside = recording('own', knowing('', [{ name: 'view', engine: 'ReplacingMergeTree' }]));
  await expect(prepareSchema(inside.server)).rejects.toThrow(
    /on one server, and the URL is for tables over the shards/,
  );
  expect([fewer, alone, inside].flatMap(({ statements }) => statements)).toEqual([]);
});

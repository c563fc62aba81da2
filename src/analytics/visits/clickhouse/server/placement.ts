import { raw, type Sql } from './sql.ts';

/** Where tables are: on one server, with what copies it makes by itself; or spread over the shards of a cluster. */
export interface Placement {
  /** Undefined where there is none. */
  readonly cluster: string | undefined;
  readonly database: string;
  /** For statements that change rows: the table that holds them, wherever it is. Questions and inserts name the table itself. */
  readonly stored: (table: string) => Sql;
  /** The name of that table. */
  readonly storedName: (table: string) => string;
  /** A table of `system`, of all servers. */
  readonly ofAllServers: (systemTable: string) => Sql;
}

export function placementOf({ cluster, database }: Pick<Placement, 'cluster' | 'database'>): Placement {
  const storedName = (table: string) => (cluster === undefined ? table : `${table}_local`);
  return {
    cluster,
    database,
    stored: (table) => raw(storedName(table) + onCluster(cluster)),
    storedName,
    ofAllServers: (table) =>
      raw(cluster === undefined ? `system.${table}` : `clusterAllReplicas(${textOf(cluster)}, system.${table})`),
  };
}

/** Of a statement that makes or changes tables. */
export function onCluster(cluster: string | undefined): string {
  return cluster === undefined ? '' : ` ON CLUSTER ${textOf(cluster)}`;
}

export function textOf(text: string): string {
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
}

import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ColumnNode, TableNode, type KyselyPlugin, type PluginTransformQueryArgs } from 'kysely';

type Node = PluginTransformQueryArgs['node'];

/**
 * Counts the writes of a worker, in the order they reach the database, and signals its own process before the armed
 * one: before a transaction when the write is its fence, in the middle of it when it is not.
 */
export function crashAtWrite(folder: string): KyselyPlugin {
  const armed = join(folder, 'armed');
  let armedLine = '';
  let count = 0;
  return {
    transformQuery({ node }) {
      const write = nameOfWrite(node);
      if (write === undefined || !existsSync(armed)) return node;
      const line = readFileSync(armed, 'utf8');
      if (line !== armedLine) count = 0;
      armedLine = line;
      count += 1;
      appendFileSync(join(folder, 'log'), `write ${write}\n`);
      const [of, number, signal] = line.split(' ');
      if (of !== 'write' || count !== Number(number)) return node;
      rmSync(armed);
      if (signal === 'STOP') {
        // Whole at once, for whoever reads it as soon as it is there.
        writeFileSync(join(folder, 'stopped.part'), String(process.pid));
        renameSync(join(folder, 'stopped.part'), join(folder, 'stopped'));
      }
      process.kill(process.pid, `SIG${signal}`);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

/** Columns of writes that come by the clock, so that their number says nothing: renewals of the lease, and claims of an idle server. */
const byTheClock = ['lease_until,worked', 'lease_owner,lease_until,lease_epoch,attempts,worker_ends,started_at'];

/** Undefined for reads, for writes of clients, and for those that come by the clock. */
function nameOfWrite(node: Node): string | undefined {
  if (node.kind === 'InsertQueryNode') {
    const table = node.into?.table.identifier.name ?? '';
    return ['job_steps', 'job_turns', 'job_diffs'].includes(table) ? `insert ${table}` : undefined;
  }
  if (node.kind !== 'UpdateQueryNode' || node.table === undefined || !TableNode.is(node.table)) return undefined;
  const table = node.table.table.identifier.name;
  const columns = (node.updates ?? []).map(({ column }) => (ColumnNode.is(column) ? column.column.name : ''));
  if (!table.startsWith('job') || byTheClock.includes(columns.join())) return undefined;
  return `update ${table}: ${columns.join(' ')}`;
}

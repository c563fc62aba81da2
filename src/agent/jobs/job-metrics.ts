import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { DatabaseConnection } from '../../db/open-database.ts';

const states = ['queued', 'running', 'waiting'] as const;

/** Adds what says whether there are enough workers. Every process tells the same numbers, of all of them. */
export function addJobMetrics(registry: Registry, db: DatabaseConnection): void {
  const gauge = new Gauge({
    name: 'docwright_jobs',
    help: 'Active jobs: queued, running, and waiting for an unavailable service. Each process reports the jobs of all processes.',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      const rows = await db
        .selectFrom('jobs')
        .select([
          sql<string>`case when lease_owner is not null then 'running' when waiting is not null then 'waiting' else 'queued' end`.as(
            'state',
          ),
          sql<number>`count(*)`.as('jobs'),
        ])
        .where('status', '=', 'active')
        .groupBy('state')
        .execute()
        // Whoever watches must see the other numbers while the database is away.
        .catch(() => undefined);
      for (const state of states) {
        if (rows === undefined) gauge.remove({ state });
        else gauge.set({ state }, rows.find((row) => row.state === state)?.jobs ?? 0);
      }
    },
  });
}

import { LRUCache } from 'lru-cache';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../../kernel/clock.ts';
import { duration, forwardClock } from '../../../../kernel/clock.ts';
import { deviceOf } from '../../../traffic/device.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { sql } from '../server/sql.ts';

/** Less than the table keeps them (see `schema.ts`), and more than a question takes. */
const notedMilliseconds = 6 * duration.hour;

/**
 * What user agents say, under the rules of this version: a table that statements join. Whoever writes views notes their clients
 * first, so that no view is without; whoever asks notes anew what it has not noted itself, perhaps under older rules.
 */
export class ClientValues {
  readonly #server: ClickHouse;
  readonly #noted: LRUCache<string, true>;

  constructor({ server, clock }: { server: ClickHouse; clock: Clock }) {
    this.#server = server;
    this.#noted = new LRUCache({ max: 200_000, ttl: notedMilliseconds, ttlResolution: 0, perf: forwardClock(clock) });
  }

  async noteOfProject(projectId: string): Promise<void> {
    const rows = await this.#server.read<{ user_agent: string }>(
      sql`SELECT DISTINCT user_agent FROM view WHERE project_id = ${projectId}`,
    );
    await this.note(rows.map((row) => row.user_agent));
  }

  async note(userAgents: readonly string[]): Promise<void> {
    const unknown = [...new Set(userAgents)].filter((userAgent) => !this.#noted.has(userAgent));
    if (unknown.length === 0) return;
    const rows = unknown.map((userAgent) => {
      const { browser = '', os = '', device = '' } = deviceOf(userAgent);
      return [userAgent, browser, os, device];
    });
    const columns = ['user_agent', 'browser', 'os', 'device'];
    await this.#server.insert('client', { columns, rows, token: randomUUID() });
    for (const userAgent of unknown) this.#noted.set(userAgent, true);
  }
}

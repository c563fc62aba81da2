// Views that wait for ClickHouse, in a process that runs out of file descriptors: what became of them, as JSON.
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toDelivery } from '../../src/analytics/visits/clickhouse/write/delivery.ts';
import { Spool } from '../../src/analytics/visits/clickhouse/write/spool.ts';
import { SpooledWriter } from '../../src/analytics/visits/clickhouse/write/spooled-writer.ts';
import { start, view } from '../../src/analytics/visits/conformance/tested-project.ts';
import { VisitsAway } from '../../src/analytics/visits/errors.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLogger } from '../../src/kernel/logger.ts';

const folder = mkdtempSync(join(tmpdir(), 'starved-spool-'));
const deliveryOf = (number: number) => toDelivery('docs', [view(number, `/${number}`, start)], []);
let isAway = true;
let written = 0;
const spool = new Spool({ folder, maximumBytes: 2 ** 20, clock: systemClock });
const writer = new SpooledWriter({
  spool,
  logger: silentLogger,
  writer: {
    write(deliveries) {
      if (isAway) return Promise.reject(new VisitsAway('nowhere', undefined));
      written += deliveries.length;
      return Promise.resolve(deliveries.map(() => ({ accepted: 1, duplicates: 0, folded: 0 })));
    },
  },
});
for (let number = 0; number < 20; number += 1) await writer.write([deliveryOf(number)], `token ${number}`);
const taken: number[] = [];
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error));
try {
  for (;;) taken.push(openSync('/dev/null', 'r'));
} catch {
  // None is left.
}
isAway = false;
const flushed = await writer.flush().then(() => 'written', codeOf);
const asked = await writer.write([deliveryOf(20)], 'token 20').then(() => 'acknowledged', codeOf);
const starved = { flushed, asked, written, waiting: spool.waiting().views, aside: spool.aside().views };
for (const descriptor of taken) closeSync(descriptor);
await writer.flush();
await writer.close();
const after = { written, waiting: spool.waiting().views, aside: spool.aside().views, files: readdirSync(folder) };
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ starved, after }));

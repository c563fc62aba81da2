import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ImportReport } from './import-lines.ts';
import { openJsonRows } from './json-rows.ts';
import { watchEffort } from './server-report.ts';

/** The usual way: one regular expression for the line, and a row of JSON, 5,000 at a time. */
const combined =
  /^(\S+) (\S+) ([^[]*) \[([^\]]+)\] "(\S+) (\S+) ([^"]*)" (\d{3}) (\S+)(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)")?/;

const [folder = '', file = ''] = process.argv.slice(2);
const rows = openJsonRows(folder);
const effort = watchEffort();
effort.begin();
const started = performance.now();
let batch: string[] = [];
for await (const line of createInterface({ input: createReadStream(file) })) {
  const [, ip, , , time, method, url, , status, , referrer, userAgent] = combined.exec(line) ?? [];
  if (ip !== undefined) batch.push(JSON.stringify({ ip, time, method, url, status, referrer, userAgent }));
  if (batch.length < 5000) continue;
  rows.insert(batch);
  batch = [];
}
rows.insert(batch);
const seconds = (performance.now() - started) / 1000;
process.send?.({ seconds, stored: rows.count(), ...effort.read() } satisfies ImportReport);
process.disconnect();

/**
 * How fast log lines of the combined format become views: parsing alone against one regular expression for the whole
 * line, then with everything the pipeline does (classification, path, visitor id). Run it with
 * `node bench/log-parsing.ts [lines]`; it prints lines per second and ratios, and measures nothing but the processor.
 */
import { createManualClock } from '../src/kernel/clock.ts';
import { commonLog } from '../src/analytics/collect/formats/common-log.ts';
import { createPipeline } from '../src/analytics/pipeline.ts';
import { loadCatalogue } from '../src/analytics/traffic/catalogue.ts';
import { createTrafficClassifier } from '../src/analytics/traffic/classify.ts';
import { createVisitorKeyer } from '../src/analytics/visitor-id.ts';
import { analyticsSettingsSchema } from '../src/contract/project.ts';
import { sampleLog } from './sample-log.ts';

const count = Number(process.argv[2] ?? 500_000);
const lines = sampleLog(count);

/** The usual way. */
const combined =
  /^(\S+) (\S+) ([^[]*) \[([^\]]+)\] "(\S+) (\S+) ([^"]*)" (\d{3}) (\S+)(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)")?/;

function parseByExpression(line: string): number {
  const match = combined.exec(line);
  if (!match) return 0;
  const [, , , , time = '', , , , status] = match;
  const timestampMs = Date.parse(time.replace(/^(\d+)\/(\w+)\/(\d+):/, '$1 $2 $3 '));
  return Number.isNaN(timestampMs) || status === undefined ? 0 : 1;
}

const read = commonLog.createReader();
const keyer = createVisitorKeyer(new Uint8Array(32).fill(1));
const pipeline = createPipeline({
  settings: { ...analyticsSettingsSchema.parse({}), humanSource: 'both' },
  classifier: createTrafficClassifier(loadCatalogue()),
  clock: createManualClock(Date.UTC(2026, 10, 21)),
  visitorKeyerAt: () => keyer,
});

const ways: readonly (readonly [name: string, work: (line: string) => number])[] = [
  ['one regular expression', parseByExpression],
  ['our parser', (line) => (read(line)?.hit ? 1 : 0)],
  [
    'our parser and the whole pipeline',
    (line) => {
      const hit = read(line)?.hit;
      return hit && pipeline(hit).kept ? 1 : 0;
    },
  ],
];

/** Best of three, since other processes only ever make it slower. */
function linesPerSecond(work: (line: string) => number): { rate: number; results: number } {
  let rate = 0;
  let results = 0;
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now();
    results = 0;
    for (const line of lines) results += work(line);
    rate = Math.max(rate, (lines.length / (performance.now() - start)) * 1000);
  }
  return { rate, results };
}

let reference = 0;
const table: Record<string, object> = {};
for (const [name, work] of ways) {
  const { rate, results } = linesPerSecond(work);
  reference ||= rate;
  table[name] = { 'lines/s': Math.round(rate), ratio: (rate / reference).toFixed(2), results };
}
console.table(table);

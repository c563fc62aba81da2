/**
 * Runs the benchmarks of docs/benchmarks.md in turn, three times over, and writes one page of the medians with their peers. Needs
 * `npm run engines`; `--codex` is the program of npm's `@openai/codex`.
 *
 *   npm run bench -- [--views 200000] [--runs 3] [--codex PATH] [--output bench-results.md]
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { BenchRow } from './bench-row.ts';

const { values } = parseArgs({
  options: {
    views: { type: 'string', default: '200000' },
    runs: { type: 'string', default: '3' },
    codex: { type: 'string' },
    output: { type: 'string', default: 'bench-results.md' },
  },
});
const run = promisify(execFile);
const views = Number(values.views);
const folder = mkdtempSync(join(tmpdir(), 'docwright-bench-page-'));
const shape = ['--views', values.views, '--visitors', String(Math.ceil(views / 10))];
const visits = join(folder, 'visits');
const batches = Math.ceil(views / 10_000);
const benchmarks: readonly (readonly [string, readonly string[]])[] = [
  ['visitors.ts', [...shape, '--bulk', '--engines', 'embedded,clickhouse', '--directory', visits]],
  ['visit-start.ts', ['--directory', visits, '--days', '30', '--rounds', '1']],
  ['walk.ts', ['--views', values.views, '--runs', '1']],
  [
    'ingest.ts',
    ['--runs', '1', '--batches', `${batches}`, '--beacons', `${batches * 20}`, '--lines', `${batches * 500}`],
  ],
  [
    'agent-jobs.ts',
    [
      '--jobs',
      `${batches * 500}`,
      '--pages',
      `${Math.min(1_000, batches * 50)}`,
      ...(values.codex ? ['--codex', values.codex] : []),
    ],
  ],
];

const found: BenchRow[] = [];
const loads = [loadavg()[0] ?? 0];
try {
  for (let turn = 0; turn < Number(values.runs); turn += 1) {
    for (const [script, parameters] of benchmarks) {
      console.log(`${script}, run ${turn + 1}`);
      const { stdout } = await run(
        process.execPath,
        ['--expose-gc', join(import.meta.dirname, script), ...parameters],
        {
          maxBuffer: 2 ** 28,
        },
      );
      found.push(...(JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]') as BenchRow[]));
      loads.push(loadavg()[0] ?? 0);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
writeFileSync(values.output, pageOf(found));
console.log(`Written to ${values.output}.`);

function pageOf(rows: readonly BenchRow[]): string {
  const works = Map.groupBy(rows, ({ work, peer }) => `${work} | ${peer ?? ''}`);
  const lines = [...works].map(([name, measured]) => {
    const ours = median(measured.map((row) => row.ours));
    const theirs = measured[0]?.theirs === undefined ? undefined : median(measured.map((row) => row.theirs ?? 0));
    const [work = '', peer = ''] = name.split(' | ');
    const columns = theirs === undefined ? ['', ''] : [theirs.toFixed(1), (theirs / ours).toFixed(2)];
    return `| ${[work, ours.toFixed(1), peer, ...columns].join(' | ')} |`;
  });
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? ''}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
  const load = `load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`;
  return `# Results

${new Date().toISOString().slice(0, 10)}, ${machine}, ${load}. ${views.toLocaleString('en')} views; medians of ${values.runs} runs in turn. Processor
milliseconds unless the row says another unit. The ratio says how many times longer the peer takes: below 1, Docwright loses.

| work | Docwright | peer | peer's | ratio |
| ---- | --------: | ---- | -----: | ----: |
${lines.join('\n')}
`;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

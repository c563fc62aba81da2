/**
 * Attacks every operation of our own /openapi.json with schemathesis, a property-based tester that knows nothing of us.
 * Starts a server on data of its own; needs python3 with venv, and fetches schemathesis from PyPI into a temporary folder.
 *
 *   node test/outside/schemathesis.ts                           two runs: with keys, and without
 *   node test/outside/schemathesis.ts --examples 500 --seed 7   deeper, and differently
 *   node test/outside/schemathesis.ts -- --include-operation-id createAgentJob
 *
 * Ends with 1 when it found anything: a 5xx, an undocumented status, type or header, an answer outside its schema, good
 * data refused, bad data taken, a key that is not asked for.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startAttackedServer, type AttackedServer } from './attacked-server.ts';

const version = '4.32.5';

const { values, positionals } = parseArgs({
  options: { examples: { type: 'string', default: '100' }, seed: { type: 'string', default: '9' } },
  allowPositionals: true,
});

/** Values that exist, so that most requests come past the first 404. */
function configuration({ projectId, jobIds, key }: AttackedServer, attacker: 'with keys' | 'without'): string {
  const text = JSON.stringify;
  // Of what the schema allows, only these can be known to be right: a real date before another one, a page that there is.
  const cursor = Buffer.from(jobIds.at(-1) ?? '').toString('base64url');
  const lines = [
    'continue-on-failure = true',
    'generation.database = "none"',
    // A snapshot that was never given is 410, a model without a key or a used idempotency key 422: no schema can say so.
    'checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "401", "403", "404", "409", "410", "422", "429"]',
    '[dictionaries]',
    `projects.values = [${text(projectId)}]`,
    `jobs.values = [${jobIds.map((id) => text(id)).join(', ')}]`,
    'drains.values = ["vercel", "netlify", "cloudflare", "fastly", "cloudfront"]',
    'from.values = ["2026-02-28", "2026-02-28T23:00:00-03:00", "20260301T00Z"]',
    'to.values = ["2026-03-02", "2026-03-02T12:00:00,5+05", "20271231T235959Z"]',
    `cursors.values = [${text(cursor)}]`,
    '[parameters]',
    '"path.projectId" = { dictionary = "projects", probability = 0.95 }',
    '"path.id" = { dictionary = "jobs", probability = 0.8 }',
    '"path.format" = { dictionary = "drains", probability = 0.8 }',
    '"query.dateFrom" = { dictionary = "from", probability = 1.0 }',
    '"query.dateTo" = { dictionary = "to", probability = 1.0 }',
    '"query.cursor" = { dictionary = "cursors", probability = 1.0 }',
    // A beacon is text to its schema, so that browsers send it without asking; what stands in the text is JSON.
    '[[operations]]',
    'include-operation-id = "collectView"',
    'checks.positive_data_acceptance.enabled = false',
    // A cursor is for whoever was given it.
    '[[operations]]',
    'include-operation-id = "listAgentJobs"',
    'checks.positive_data_acceptance.enabled = false',
    // One bad event never refuses its neighbours: it is told in `rejected` of a 202.
    '[[operations]]',
    'include-operation-id = "ingestEvents"',
    'checks.negative_data_rejection.enabled = false',
  ];
  if (attacker === 'with keys') lines.push('[auth.openapi.bearer]', `bearer = ${text(key)}`);
  return `${lines.join('\n')}\n`;
}

/** Beside the server, which is in this process. */
async function run(command: string, args: readonly string[], cwd: string): Promise<number | null> {
  const [status] = (await once(spawn(command, args, { cwd, stdio: 'inherit' }), 'exit')) as [number | null];
  return status;
}

const folder = mkdtempSync(join(tmpdir(), 'docwright-schemathesis-'));
const server = await startAttackedServer();
try {
  if ((await run('python3', ['-m', 'venv', 'venv'], folder)) !== 0) throw new Error('python3 cannot make a venv');
  if ((await run('venv/bin/pip', ['install', '--quiet', `schemathesis==${version}`], folder)) !== 0) {
    throw new Error('pip cannot install schemathesis');
  }
  for (const attacker of ['with keys', 'without'] as const) {
    console.log(
      `\nschemathesis ${version}, ${attacker}, seed ${values.seed}, ${values.examples} examples for each operation`,
    );
    writeFileSync(join(folder, 'schemathesis.toml'), configuration(server, attacker));
    const options = ['--seed', values.seed, '--max-examples', values.examples, '--no-color', ...positionals];
    const status = await run('venv/bin/schemathesis', ['run', `${server.url}/openapi.json`, ...options], folder);
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}

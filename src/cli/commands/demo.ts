import { resolve } from 'node:path';
import type { Command } from 'commander';
import pc from 'picocolors';
import type { RunningDemo } from '../../demo/run-demo.ts';
import { createJobProgress } from '../job-progress.ts';
import { print } from '../print.ts';
import { stopSignal } from '../stop-signal.ts';
import { liveTerminal, terminal } from '../terminal.ts';

interface DemoOptions {
  readonly dataDir: string;
  readonly port?: string;
  readonly exit?: true;
  readonly json?: true;
}

/** `docwright demo`. */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('run everything on sample data: an agent job, its pull request and a visitor export')
    .option('--data-dir <folder>', 'data folder; must be empty or from an earlier demo, whose data is deleted', '.demo')
    .option('--port <port>', 'overrides DOCWRIGHT_PORT; 0 picks a free port')
    .option('--exit', 'stop the server at the end instead of keeping it running')
    .option(
      '--json',
      'print {"url", "projectId", "adminKey", "model", "job", "visitors"}; progress goes to standard error',
    )
    .addHelpText(
      'after',
      `
Starts from scratch each time. Uses a real model if the environment has a key, otherwise a scripted
one, and says which.

Examples:
  $ docwright demo
  $ docwright demo --exit --json | jq -r .job.prLink
  $ ANTHROPIC_API_KEY=... docwright demo --port 0`,
    )
    .action(async ({ dataDir, port, exit, json }: DemoOptions) => {
      const { runDemo } = await import('../../demo/run-demo.ts');
      const progress = createJobProgress(liveTerminal);
      const demo = await runDemo(
        {
          DOCWRIGHT_LOG_LEVEL: 'warn',
          ...process.env,
          DOCWRIGHT_DATA_DIR: resolve(dataDir),
          ...(port !== undefined && { DOCWRIGHT_PORT: port }),
          DOCWRIGHT_PUBLIC_URL: '',
        },
        {
          say: (line) => {
            terminal[json === true ? 'say' : 'print'](`${pc.green('•')} ${line}`);
          },
          showEvent: progress.show,
        },
      );
      progress.end();
      print(
        json,
        demoAsJson(demo),
        () => `${describeDemo(demo)}\n${exit === true ? describeEnd() : describeServer(demo)}`,
      );
      if (exit !== true) {
        terminal.say(pc.dim('\nThe server keeps running. Press Ctrl+C to stop it.'));
        await stopSignal();
      }
      await demo.server.stop();
      if (demo.job.status !== 'completed') process.exitCode = 1;
    });
}

function demoAsJson({ server, prepared, job, visitors, model }: RunningDemo): object {
  const { projectId, adminKey } = prepared;
  return { url: server.url, projectId, adminKey, model, job, visitors };
}

function describeDemo({ job, visitors, model }: RunningDemo): string {
  const rows = [
    ['Page', 'Human', 'AI', 'Total'],
    ...visitors.rows.map((row) => [row.path, String(row.human), String(row.ai), String(row.total)]),
    ['Whole site', ...[visitors.totals.human, visitors.totals.ai, visitors.totals.total].map(String)],
  ];
  const ended =
    job.status === 'completed'
      ? `${pc.bold('Pull request')}  ${pc.cyan(job.prLink ?? 'none: no changes were needed')}\n${job.title ?? ''} (by ${model})`
      : `${pc.red(`The job ${job.status}`)}: ${job.failure?.message ?? ''} ${job.failure?.remedy ?? ''}`;
  return `
${ended}

${pc.bold('Unique visitors of the last 90 days')} (sample data; the total counts each visitor once)
${table(rows)}`;
}

/** Its server has stopped: nothing is left to look at or to ask. */
function describeEnd(): string {
  return `\nThe demo has ended and its server has stopped. Without --exit the server keeps running for you to explore.`;
}

function describeServer({ server, prepared, job, owner }: RunningDemo): string {
  const { projectId, adminKey } = prepared;
  const authorization = `-H 'Authorization: Bearer ${adminKey}'`;
  return `
${pc.bold('Look around')}
  Dashboard   ${server.url}
  Sign in as  ${owner.email}  password  ${owner.password}
  Admin key   ${adminKey}
  Project id  ${projectId}

${pc.bold('Try the API')}
  curl -s ${authorization} '${server.url}/v2/agent/${projectId}/job/${job.id}'
  curl -s ${authorization} '${server.url}/v1/analytics/${projectId}/visitors?limit=5'
  curl -s ${authorization} -H 'Content-Type: application/json' -d '{"prompt":"Fix the typos on the front page"}' '${server.url}/v2/agent/${projectId}/job'`;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map(([first = '', ...otherCells]) =>
      [
        `  ${first.padEnd(widths[0] ?? 0)}`,
        ...otherCells.map((cell, index) => cell.padStart(widths[index + 1] ?? 0)),
      ].join('  '),
    )
    .join('\n');
}

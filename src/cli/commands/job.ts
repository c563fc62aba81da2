import type { Command } from 'commander';
import type { AgentJobFilter } from '../../../client/src/index.ts';
import { describeCreator, describeJob, describeLines, describePullRequest, formatDollars } from '../describe-job.ts';
import { examples } from '../examples.ts';
import { addTimeoutOption, exitCodesHelp, followJob, type FollowOptions } from '../follow-job.ts';
import { addJobCostCommand } from './job-cost.ts';
import { addJobCreateCommand } from './job-create.ts';
import { print, table } from '../print.ts';
import { collectAttachments, readAttachments } from '../read-attachments.ts';
import { readPrompt } from '../read-prompt.ts';
import { addConnectionOptions, connect, type ConnectionOptions } from '../server-connection.ts';
import { terminal } from '../terminal.ts';

interface Output extends ConnectionOptions {
  readonly json?: true;
}
interface ListOptions extends Output {
  readonly status?: NonNullable<AgentJobFilter['status']>;
  readonly createdBy?: string;
  readonly pullRequest?: NonNullable<AgentJobFilter['prState']>;
  readonly search?: string;
  readonly reviews?: true;
  readonly limit: string;
}
interface MessageOptions extends ConnectionOptions, FollowOptions {
  readonly attach: readonly string[];
  readonly wait?: true;
}

/** `docwright job create|get|watch|list|message|archive|diff`, over the HTTP API. */
export function addJobCommand(program: Command): void {
  const job = program.command('job').description('agent jobs on a running server');
  addJobCreateCommand(job);
  addJobCostCommand(job);

  addConnectionOptions(job.command('get').alias('show').description('show a job').argument('<id>', 'id of the job'))
    .option('--json', 'print the job object')
    .addHelpText('after', examples('docwright job get job_01...', 'docwright job get job_01... --json | jq -r .prLink'))
    .action(async (id: string, options: Output) => {
      const { client, projectId } = await connect(options);
      const jobState = await client.getJob({ projectId, id });
      print(options.json, jobState, () => describeJob(jobState));
    });

  addTimeoutOption(
    addConnectionOptions(
      job.command('watch').description("show a job's progress from its start").argument('<id>', 'id of the job'),
    ),
  )
    .option('--json', 'print the job object at the end; progress goes to standard error')
    .addHelpText('after', `\n${exitCodesHelp}`)
    .addHelpText(
      'after',
      examples('docwright job watch job_01...', 'docwright job watch job_01... --timeout 30 --json'),
    )
    .action(async (id: string, options: ConnectionOptions & FollowOptions) => {
      const { client, projectId } = await connect(options);
      await followJob(client, { projectId, id }, options);
    });

  addConnectionOptions(job.command('list').description("list a project's jobs, newest first"))
    .option('--status <status>', 'active, completed, archived or failed')
    .option('--created-by <actor>', 'the `createdBy.actor` of a job, such as key:key_01..., or automation')
    .option('--pull-request <state>', 'open, merged or closed')
    .option('--search <words>', 'all these words in title, prompt, model, creator or #number of the pull request')
    .option('--reviews', 'list reviews of pull requests instead')
    .option('--limit <count>', 'maximum number of jobs', '20')
    .option('--json', 'print an array of job objects')
    .addHelpText(
      'after',
      examples(
        'docwright job list',
        'docwright job list --status failed --limit 5',
        'docwright job list --pull-request open --search "quickstart python"',
        'docwright job list --created-by automation --json | jq "[.[].usage.dollars] | add"',
      ),
    )
    .action(async (options: ListOptions) => {
      const { client, projectId } = await connect(options);
      const { status, createdBy, pullRequest, search } = options;
      const jobs = [];
      for await (const each of client.jobs({
        projectId,
        ...(status !== undefined && { status }),
        ...(createdBy !== undefined && { createdBy }),
        ...(pullRequest !== undefined && { prState: pullRequest }),
        ...(search !== undefined && { search }),
        ...(options.reviews === true && { kind: 'review' }),
      })) {
        if (jobs.length >= Number(options.limit)) break;
        jobs.push(each);
      }
      const rows = jobs.map((each) => [
        each.id,
        each.status,
        shorten(each.title ?? each.prompt),
        describeCreator(each) ?? '',
        describeLines(each) ?? '',
        each.usage.dollars === null ? '' : formatDollars(each.usage.dollars),
        describePullRequest(each) ?? '',
      ]);
      print(options.json, jobs, () =>
        rows.length === 0
          ? 'No jobs.'
          : table(['id', 'status', 'title', 'created by', 'lines', 'cost', 'pull request'], rows),
      );
    });

  addTimeoutOption(
    addConnectionOptions(
      job
        .command('message')
        .description('send a message to a job; an ended job continues with the same pull request')
        .argument('<id>', 'id of the job')
        .argument('<prompt>', 'the instruction; - reads it from standard input'),
    ),
  )
    .option('--attach <file>', 'image, PDF or text file to attach; repeatable', collectAttachments, [])
    .option('--wait', 'wait until the job ends')
    .option('--json', 'print the job object')
    .addHelpText('after', `\n${exitCodesHelp}`)
    .addHelpText(
      'after',
      examples(
        'docwright job message job_01... "Mention the flag in the changelog too" --wait',
        'docwright job message job_01... - < review.txt',
      ),
    )
    .action(async (id: string, prompt: string, options: MessageOptions) => {
      const { client, projectId } = await connect(options);
      let after = 0;
      for await (const event of client.jobEvents({ projectId, id })) after = event.sequence;
      const changed = await client.messageJob({
        projectId,
        id,
        prompt: await readPrompt(prompt),
        ...(await readAttachments(options.attach)),
      });
      if (options.wait === true) await followJob(client, { projectId, id, after }, options);
      else print(options.json, changed, () => describeJob(changed));
    });

  addConnectionOptions(
    job.command('archive').description('archive a job, and stop it if it is running').argument('<id>', 'id of the job'),
  )
    .option('--json', 'print the job object')
    .addHelpText('after', examples('docwright job archive job_01...'))
    .action(async (id: string, options: Output) => {
      const { client, projectId } = await connect(options);
      const archived = await client.archiveJob({ projectId, id });
      print(options.json, archived, () => `Archived ${archived.id}.`);
    });

  addConnectionOptions(
    job
      .command('diff')
      .description("show the agent's changes so far as a unified diff")
      .argument('<id>', 'id of the job'),
  )
    .option('--json', 'print {"diff": text}')
    .addHelpText('after', examples('docwright job diff job_01... | git apply'))
    .action(async (id: string, options: Output) => {
      const { client, projectId } = await connect(options);
      const diff = await client.jobDiff({ projectId, id });
      if (options.json === true) print(true, { diff }, () => '');
      else await terminal.pass(diff);
    });
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

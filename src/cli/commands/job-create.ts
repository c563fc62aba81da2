import type { Command } from 'commander';
import { describeJob } from '../describe-job.ts';
import { addTimeoutOption, exitCodesHelp, followJob, type FollowOptions } from '../follow-job.ts';
import { print } from '../print.ts';
import { collectAttachments, readAttachments } from '../read-attachments.ts';
import { readPrompt } from '../read-prompt.ts';
import { addConnectionOptions, connect, type ConnectionOptions } from '../server-connection.ts';

interface JobCreateOptions extends ConnectionOptions, FollowOptions {
  readonly branch?: string;
  readonly draft?: true;
  readonly model?: string;
  readonly idempotencyKey?: string;
  readonly attach: readonly string[];
  readonly wait?: true;
}

export function addJobCreateCommand(job: Command): void {
  addTimeoutOption(
    addConnectionOptions(
      job
        .command('create')
        .description('start a job')
        .argument('<prompt>', 'the instruction; - reads it from standard input'),
    ),
  )
    .option('--branch <branch>', "base branch; default: the project's")
    .option('--draft', 'open the pull request as a draft')
    .option('--model <provider/name>', "model; default: the project's")
    .option('--attach <file>', 'image, PDF or text file to attach; repeatable', collectAttachments, [])
    .option('--idempotency-key <key>', 'repeated requests with this key create only one job')
    .option('--wait', 'show progress and wait until the job ends')
    .option('--json', 'print the job object; progress goes to standard error')
    .addHelpText(
      'after',
      `
${exitCodesHelp}

Examples:
  $ docwright job create "Add a quickstart for the Python SDK" --wait
  $ git log -5 --format=%B | docwright job create - --draft
  $ docwright job create "Redo the screenshot's caption" --attach screenshot.png --attach notes.md
  $ docwright job create "Fix broken links" --idempotency-key nightly-$(date +%F) --wait --timeout 45 --json`,
    )
    .action(async (prompt: string, options: JobCreateOptions) => {
      const { client, projectId } = await connect(options);
      const { branch, draft, model, idempotencyKey } = options;
      const created = await client.createJob({
        projectId,
        prompt: await readPrompt(prompt),
        ...(await readAttachments(options.attach)),
        ...(branch !== undefined && { branch }),
        ...(draft !== undefined && { draft }),
        ...(model !== undefined && { model }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      });
      if (options.wait === true) await followJob(client, { projectId, id: created.id }, options);
      else print(options.json, created, () => describeJob(created));
    });
}

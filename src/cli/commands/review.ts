import type { Command } from 'commander';
import { examples } from '../examples.ts';
import { addTimeoutOption, exitCodesHelp, followJob, type FollowOptions } from '../follow-job.ts';
import { addConnectionOptions, connect, type ConnectionOptions } from '../server-connection.ts';

interface ReviewOptions extends ConnectionOptions, FollowOptions {
  readonly dryRun?: true;
}

/** `docwright review URL`, over the HTTP API. */
export function addReviewCommand(program: Command): void {
  addTimeoutOption(
    addConnectionOptions(
      program
        .command('review')
        .description("review a person's pull request: comments with suggestions, never an approval")
        .argument('<url>', 'URL of the pull request'),
    ),
  )
    .option('--dry-run', 'post nothing; print what would be posted')
    .option('--json', 'print the job object, with the comments in `review`; progress goes to standard error')
    .addHelpText('after', `\n${exitCodesHelp}`)
    .addHelpText(
      'after',
      examples(
        'docwright review https://github.com/acme/docs/pull/12',
        'docwright review https://github.com/acme/docs/pull/12 --dry-run --json | jq .review.comments',
      ),
    )
    .action(async (url: string, options: ReviewOptions) => {
      const { client, projectId } = await connect(options);
      const { id } = await client.createReview({ projectId, url, dryRun: options.dryRun === true });
      await followJob(client, { projectId, id }, options);
    });
}

import type { Command } from 'commander';
import { webhookTakenSchema } from '../../contract/webhook.ts';
import { problemSchema } from '../../contract/problem.ts';
import { duration } from '../../kernel/clock.ts';
import { addProjectArgument, chooseProject, type ProjectOption } from '../choose-project.ts';
import { WebhookNotTaken } from '../errors.ts';
import { examples } from '../examples.ts';
import { print } from '../print.ts';
import { terminal } from '../terminal.ts';
import { commandLineActor, withDataDirectory } from '../with-data-directory.ts';

type Options = ProjectOption & { readonly json?: true };

/** Of the server's answer. */
const answerLimits = { time: 30 * duration.second, bytes: 64 * 1024, answers: 1 };

/** `docwright webhook create|remove|test`. */
export function addWebhookCommand(program: Command): void {
  const webhook = program.command('webhook').description('let the code host report merges, closings and comments');

  addProjectArgument(webhook.command('create').description('make a secret, and print what to enter on the code host'))
    .option('--json', 'print {"url", "secret", "events"}')
    .addHelpText(
      'after',
      `
Enter the URL and the secret in the repository's settings on the code host, under Webhooks, with the content
type application/json. Set DOCWRIGHT_PUBLIC_URL to an address that the code host can reach.
${examples('docwright webhook create Docs')}`,
    )
    .action(async (name: string | undefined, { json, ...options }: Options) => {
      const created = await withDataDirectory(async ({ projects }) => {
        const { id } = await chooseProject(projects, options, name);
        return projects.webhooks.create(id, commandLineActor);
      });
      print(json, created, () =>
        [`URL     ${created.url}`, `Secret  ${created.secret}`, `Events  ${created.events.join(', ')}`].join('\n'),
      );
      if (json !== true) terminal.say('Store the secret now: it is shown only once. It replaces any earlier secret.');
    });

  addProjectArgument(webhook.command('remove').description('delete the secret; the server then rejects all webhooks'))
    .option('--json', 'print {"removed": true}, or false if there was none')
    .addHelpText('after', examples('docwright webhook remove Docs'))
    .action(async (name: string | undefined, { json, ...options }: Options) => {
      const removed = await withDataDirectory(async ({ projects }) =>
        projects.webhooks.remove((await chooseProject(projects, options, name)).id, commandLineActor),
      );
      print(json, { removed }, () =>
        removed ? 'Removed. Delete the webhook on the code host too.' : 'The project has no webhook secret.',
      );
    });

  addProjectArgument(webhook.command('test').description('send a signed test event to the server, and show its answer'))
    .option('--json', 'print {"url", "status", "answer"}')
    .addHelpText('after', examples('docwright webhook test Docs'))
    .action(async (name: string | undefined, { json, ...options }: Options) => {
      const { url, headers, body } = await withDataDirectory(async ({ projects }) => {
        const { id } = await chooseProject(projects, options, name);
        return projects.webhooks.ping(id);
      });
      const { status, answer } = await send(url, { headers, body });
      const taken = webhookTakenSchema.safeParse(answer);
      if (status !== 200 || !taken.success)
        throw new WebhookNotTaken(url, { status, error: problemSchema.safeParse(answer).data?.error });
      print(json, { url, status, answer: taken.data }, () => `${url}\n${taken.data.because}`);
    });
}

async function send(
  url: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
): Promise<{ status: number; answer: unknown }> {
  // Imported here, so that `--help` starts without it.
  const [{ ConnectionFault }, { sendWithin }] = await Promise.all([
    import('../../outgoing/connection-fault.ts'),
    import('../../outgoing/send.ts'),
  ]);
  try {
    // Code hosts follow no redirect, and on GitLab a header holds the secret.
    const request = { method: 'POST', headers, body, redirect: 'manual' } as const;
    const response = await sendWithin(answerLimits)(url, request);
    return { status: response.status, answer: readJson(await response.text()) };
  } catch (error) {
    if (!(error instanceof ConnectionFault)) throw error;
    throw new WebhookNotTaken(url, { status: undefined, error: error.message });
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

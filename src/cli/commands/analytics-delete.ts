import type { Command } from 'commander';
import { addProjectArgument, chooseNamedProject, type ProjectOption } from '../choose-project.ts';
import { CommandInputInvalid } from '../errors.ts';
import { examples } from '../examples.ts';
import { print } from '../print.ts';
import { withDataDirectory } from '../with-data-directory.ts';

interface DeleteOptions extends ProjectOption {
  readonly page?: string;
  readonly userId?: string;
  readonly visitorId?: string;
  readonly ip?: string;
  readonly userAgent?: string;
  readonly json?: true;
}

/** `docwright analytics delete`: takes views back, of a page or of a person. */
export function addAnalyticsDeleteCommand(analytics: Command): void {
  addProjectArgument(
    analytics.command('delete').description('remove every view of a page, or of a visitor who asks for it'),
  )
    .option('--page <path>', 'a page')
    .option('--user-id <id>', "a visitor by the site's id of the signed-in user")
    .option('--visitor-id <id>', "a visitor by the tracker's or the site's id of an anonymous visitor")
    .option('--ip <address>', 'a visitor by network address; needs --user-agent')
    .option('--user-agent <text>', 'the browser or agent that the address was used with')
    .requiredOption('--yes', 'do it; there is no way back')
    .option('--json', 'print {"views": how many were removed}')
    .addHelpText(
      'after',
      `
Visitors are stored as keyed hashes, so what is known of a person is keyed again. Views from before a salt was deleted
(projects that change it by day or month) cannot be found by anybody and stay. May run beside the server.
${examples(
  'docwright analytics delete Docs --page /internal/draft --yes',
  'docwright analytics delete Docs --user-id 4711 --yes',
  "docwright analytics delete Docs --ip 203.0.113.7 --user-agent 'Mozilla/5.0 ...' --yes",
)}`,
    )
    .action(async (position: string | undefined, options: DeleteOptions) => {
      const { page, userId, visitorId, ip, userAgent, json } = options;
      const ways = { '--page': page, '--user-id': userId, '--visitor-id': visitorId, '--ip': ip };
      const chosen = Object.values(ways).filter((value) => value !== undefined);
      if (chosen.length !== 1) throw new CommandInputInvalid(Object.keys(ways).join(', '), 'give exactly one of them.');
      if ((ip === undefined) !== (userAgent === undefined)) {
        throw new CommandInputInvalid('--ip, --user-agent', 'belong together.');
      }
      await withDataDirectory(async ({ projects, analytics }) => {
        const { id, name } = await chooseNamedProject(projects, options, position);
        const opened = await analytics();
        const { views } = await (page === undefined
          ? opened.forgetVisitor(id, { userId, visitorId, ip, userAgent })
          : opened.forgetPage(id, page));
        print(json, { views }, () => `Removed ${views.toLocaleString('en')} views of ${name}.`);
      });
    });
}

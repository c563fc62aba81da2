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
  readonly again?: true;
  readonly json?: true;
}

/** `docwright analytics delete`: takes views back, of a page or of a person. */
export function addAnalyticsDeleteCommand(analytics: Command): void {
  addProjectArgument(analytics.command('delete').description('delete every view of a page or of a visitor'))
    .option('--page <path>', 'path of a page')
    .option('--user-id <id>', "visitor: the site's id of a signed-in user")
    .option('--visitor-id <id>', "visitor: the tracker's or site's id of an anonymous visitor")
    .option('--ip <address>', 'visitor: IP address; needs --user-agent')
    .option('--user-agent <text>', 'user agent used from that address')
    .option('--again', 'everything that was deleted before, after a restore of ClickHouse brought it back')
    .requiredOption('--yes', 'confirm; this cannot be undone')
    .option('--json', 'print {"views": number of deleted views}')
    .addHelpText(
      'after',
      `
Visitors are stored as keyed hashes, so the command hashes the given identity again to find them.
Views under a deleted salt (projects that replace it daily or monthly) cannot be linked to anyone
and stay. What is deleted does not come back: imports, log drains and restored backups skip views
from before the deletion. Can run while the server runs.
${examples(
  'docwright analytics delete Docs --page /internal/draft --yes',
  'docwright analytics delete Docs --user-id 4711 --yes',
  "docwright analytics delete Docs --ip 203.0.113.7 --user-agent 'Mozilla/5.0 ...' --yes",
)}`,
    )
    .action(async (position: string | undefined, options: DeleteOptions) => {
      const { page, userId, visitorId, ip, userAgent, again, json } = options;
      const ways = { '--page': page, '--user-id': userId, '--visitor-id': visitorId, '--ip': ip, '--again': again };
      const chosen = Object.values(ways).filter((value) => value !== undefined);
      if (chosen.length !== 1) throw new CommandInputInvalid(Object.keys(ways).join(', '), 'give exactly one.');
      if ((ip === undefined) !== (userAgent === undefined)) {
        throw new CommandInputInvalid('--ip, --user-agent', 'must be given together.');
      }
      await withDataDirectory(async ({ projects, analytics }) => {
        const { id, name } = await chooseNamedProject(projects, options, position);
        const opened = await analytics();
        const erase = () => {
          if (again === true) return opened.eraseAgain(id);
          if (page !== undefined) return opened.forgetPage(id, page);
          return opened.forgetVisitor(id, { userId, visitorId, ip, userAgent });
        };
        const { views } = await erase();
        print(json, { views }, () => `Deleted ${views.toLocaleString('en')} views of ${name}.`);
      });
    });
}

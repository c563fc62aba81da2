import type { Command } from 'commander';
import type { DamageReport } from '../../analytics/analytics.ts';
import { addProjectArgument, chooseNamedProject, chooseProject, type ProjectOption } from '../choose-project.ts';
import { examples } from '../examples.ts';
import { print, table } from '../print.ts';
import { commandLineActor, withDataDirectory } from '../with-data-directory.ts';

interface DropOptions extends ProjectOption {
  readonly yes?: true;
  readonly json?: true;
}

/** `docwright analytics drop-damaged`: the decision that damaged views are lost. */
export function addAnalyticsDropDamagedCommand(analytics: Command): void {
  addProjectArgument(
    analytics
      .command('drop-damaged')
      .description('list the stored views that are damaged; with --yes, leave them out for good'),
  )
    .option('--yes', 'remove what is listed; there is no way back but a backup')
    .option('--json', 'print {"dropped", "batches", "segments", "bytes", "views", "pieces"}')
    .addHelpText(
      'after',
      `
Reads everything that is stored of the project. A day with damage is not answered for until the damage is left out or
visits.sqlite is restored from a backup, which is the better way: see docs/operations-visits.md. What is left out may be
imported again from access logs, which counts nothing twice. Recorded in the audit log. May run beside the server.
${examples('docwright analytics drop-damaged Docs', 'docwright analytics drop-damaged Docs --yes')}`,
    )
    .action(async (position: string | undefined, { yes, json, ...options }: DropOptions) => {
      await withDataDirectory(async ({ projects, analytics }) => {
        const choose = yes ? chooseNamedProject : chooseProject;
        const { id, name } = await choose(projects, options, position);
        const { damagedViews } = await analytics();
        const report = yes ? await damagedViews.drop(id, commandLineActor) : await damagedViews.find(id);
        const dropped = yes === true && report.pieces.length > 0;
        print(json, { dropped, ...report }, () => describe(name, report, dropped));
      });
    });
}

function describe(name: string, { pieces, batches, segments, bytes, views }: DamageReport, dropped: boolean): string {
  if (pieces.length === 0) return `No stored views of ${name} are damaged.`;
  const rows = pieces.map(({ day, kind, piece, views, bytes }) => [
    day ?? 'any',
    kind,
    views.toLocaleString('en'),
    bytes.toLocaleString('en'),
    piece,
  ]);
  const lost =
    `${batches + segments} ${batches + segments === 1 ? 'piece' : 'pieces'} with ` +
    `${views.toLocaleString('en')} views in ${bytes.toLocaleString('en')} bytes, as far as known`;
  const list = pieces.some(({ kind }) => kind === 'list')
    ? ['Rows are missing or changed beyond what is listed: how many views they held is not known.']
    : [];
  return [
    table(['day', 'kind', 'views', 'bytes', 'damaged'], rows),
    ...list,
    dropped
      ? `Left out of ${name}: ${lost}. Its days are answered for again, with what is left of them.`
      : `Damaged in ${name}: ${lost}. Nothing was changed. Restore a backup, or leave it out with --yes.`,
  ].join('\n');
}

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
    analytics.command('drop-damaged').description('list damaged stored views; with --yes, remove them'),
  )
    .option('--yes', 'remove what is listed; only a backup can bring it back')
    .option('--json', 'print {"dropped", "batches", "segments", "bytes", "views", "pieces"}')
    .addHelpText(
      'after',
      `
Reads all stored views of the project. Queries for a damaged day fail until the damage is removed or
visits.sqlite is restored from a backup. Prefer the backup: see docs/operations-visits.md. Removed
views can be imported again from access logs; nothing counts twice. The removal is recorded in the
audit log. Can run while the server runs.
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
  if (pieces.length === 0) return `No damaged views in ${name}.`;
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
    ? ['Further rows are missing or changed; their number of views is unknown.']
    : [];
  return [
    table(['day', 'kind', 'views', 'bytes', 'damaged'], rows),
    ...list,
    dropped
      ? `Removed from ${name}: ${lost}. Queries for these days work again, with the remaining views.`
      : `Damaged in ${name}: ${lost}. Nothing was changed. Restore a backup, or remove the damage with --yes.`,
  ].join('\n');
}

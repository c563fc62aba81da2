// How true the findings of docs-check are on repositories that it was not corrected with:
//   node bench/docs-check-held-out.ts            prints the series, from the committed verdicts
//   node bench/docs-check-held-out.ts draw       prints which repositories may be opened, and the batches
// The list is split by repository with a seed, so that adding to it moves none; what is added has a draw of its own (of
// that draw only the half that is held out is listed). Only the first half is opened while rules
// change. The other is taken in batches of 20, in the order of the draw: each is run once, every finding of severity error
// is judged, its figure is published as it is, and only then it joins the first half. Nothing of the repositories is kept.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'docs-check-held-out');
const seed = 'docwright held-out 14';
const batchSize = 20;
/** From this draw on no half is opened: what is listed is one batch, taken in the order of its lots. */
const heldOutWhole = 16;

/** Rows of a committed table, by the names in its first line. */
function readTable(name: string): Readonly<Record<string, string>>[] {
  const [head = '', ...lines] = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  const names = head.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((value, index) => [names[index] ?? '', value])));
}

const draws = readTable('repositories.tsv')
  .map(({ repository = '', generator = '', draw = '' }) => {
    const lot = createHash('sha256').update(`${seed} ${repository}`).digest('hex');
    const heldOut = Number(draw) >= heldOutWhole || Number.parseInt(lot.slice(0, 2), 16) % 2 === 1;
    return { repository, generator, draw, lot, heldOut };
  })
  .toSorted((one, other) => (one.lot < other.lot ? -1 : 1));
const heldOut = draws.filter((draw) => draw.heldOut);
/** What was added to the list later is drawn by itself, after the batches of what was there. */
const batches = [...Map.groupBy(heldOut, ({ draw }) => draw)]
  .toSorted(([one], [other]) => Number(one) - Number(other))
  .flatMap(([, drawn]) =>
    Array.from({ length: Math.ceil(drawn.length / batchSize) }, (_, index) =>
      drawn.slice(index * batchSize, (index + 1) * batchSize),
    ),
  );
const batchOf = new Map(batches.flatMap((batch, index) => batch.map(({ repository }) => [repository, index + 1])));

if (process.argv[2] === 'draw') {
  for (const { repository, generator } of draws)
    console.log(`${batchOf.get(repository) ?? 'first'}\t${repository}\t${generator}`);
} else {
  const verdicts = readTable('verdicts.tsv');
  const sum = (rows: typeof verdicts, column: string): number =>
    rows.reduce((total, row) => total + Number(row[column]), 0);
  console.log(`${draws.length} repositories, ${heldOut.length} of them held out, in batches of ${batchSize}`);
  console.log('batch  program  repositories  pages  errors  false  share');
  for (const batch of new Set(verdicts.map((row) => row['batch'] ?? ''))) {
    const rows = verdicts.filter((row) => row['batch'] === batch);
    for (const { repository = '' } of rows)
      if (batchOf.get(repository) !== Number(batch)) throw new Error(`${repository} was not drawn in batch ${batch}`);
    // A row for every reason: the pages and the commit are told with each.
    const pages = sum([...new Map(rows.map((row) => [row['repository'], row])).values()], 'pages');
    const [errors, wrong] = [
      sum(rows, 'errors'),
      sum(
        rows.filter(({ verdict }) => verdict === 'false'),
        'errors',
      ),
    ];
    const share = errors === 0 ? '-' : `${((100 * wrong) / errors).toFixed(1)} %`;
    const repositories = new Set(rows.map(({ repository }) => repository)).size;
    console.log(`${batch}  ${rows[0]?.['program'] ?? ''}  ${repositories}  ${pages}  ${errors}  ${wrong}  ${share}`);
  }

  // Links that were broken on purpose in the repositories of a batch, by `docs-check-made-breakages.ts` and
  // `docs-check-broken-by-changes.ts`, before anything else of them was looked at.
  console.log('batch  program  asked  repositories  broken  errors  warnings  found');
  for (const [about, rows] of Map.groupBy(readTable('made-breakages.tsv'), (row) =>
    [row['batch'], row['program'], row['asked']].join('  '),
  )) {
    const [errors, warnings, missed] = [sum(rows, 'errors'), sum(rows, 'warnings'), sum(rows, 'missed')];
    const all = errors + warnings + missed;
    const share = ((100 * (errors + warnings)) / all).toFixed(1);
    console.log(`${about}  ${rows.length}  ${all}  ${errors}  ${warnings}  ${share} %`);
  }
}

// Breaks links in clones of repositories, one to a check, and counts which ones `--base` reports as introduced:
//
//   node bench/docs-check-breakages.ts FOLDER [LINKS OF EACH]
//
// Only links are broken that name an existing file, so that nothing of the checker decides what is right.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createCheck } from '../check/src/create-check.ts';
import { createFolderTree, type DocsTree } from '../check/src/check.ts';

const [clones = '.', most = '20'] = process.argv.slice(2);
const link = /(?<!!)\[[^\]\n]+\]\((?!https?:|#|\/\/)(?<address>[^()\s#?]+\.mdx?)(?<anchor>#[^()\s]+)?\)/gu;

interface Breakage {
  readonly path: string;
  readonly kind: 'page' | 'anchor';
  readonly text: string;
}

/** Numbers that are the same in every run. */
function createDraw(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

function* breakagesOf(folder: string, paths: readonly string[]): Generator<Breakage> {
  const known = new Set(paths);
  for (const path of paths.filter((one) => /\.mdx?$/u.test(one))) {
    const text = readFileSync(join(folder, path), 'utf8');
    for (const match of text.matchAll(link)) {
      const { address = '', anchor } = match.groups ?? {};
      if (address.startsWith('/') || !known.has(join(dirname(path), address))) continue;
      const start = match.index + match[0].indexOf(`(${address}`) + 1;
      const end = start + address.length;
      const broken = address.replace(/(\.mdx?)$/u, '-gone$1');
      yield { path, kind: 'page', text: text.slice(0, start) + broken + text.slice(end) };
      if (anchor !== undefined)
        yield { path, kind: 'anchor', text: `${text.slice(0, end)}${anchor}-gone${text.slice(end + anchor.length)}` };
    }
  }
}

const counts = { page: { made: 0, found: 0, errors: 0 }, anchor: { made: 0, found: 0, errors: 0 } };
for (const name of readdirSync(clones)) {
  const folder = join(clones, name);
  const tree = createFolderTree(folder);
  const paths = await tree.list();
  const draw = createDraw(paths.length);
  const chosen = [...breakagesOf(folder, paths)]
    .map((one) => ({ one, rank: draw() }))
    .toSorted((first, second) => first.rank - second.rank)
    .slice(0, Number(most));
  const check = createCheck();
  const base: DocsTree = { ...tree, id: name };
  for (const { one } of chosen) {
    const changed: DocsTree = {
      list: () => tree.list(),
      read: (path) => (path === one.path ? Promise.resolve(Buffer.from(one.text)) : tree.read(path)),
    };
    const { findings } = await check.check({ tree: changed, base, changed: [one.path] });
    const found = findings.filter(({ introduced, path }) => introduced === true && path === one.path);
    counts[one.kind].made += 1;
    if (found.length > 0) counts[one.kind].found += 1;
    if (found.some(({ severity }) => severity === 'error')) counts[one.kind].errors += 1;
  }
  console.log(`${name}: ${JSON.stringify(counts)}`);
}

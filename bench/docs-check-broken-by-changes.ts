// What docs-check says, asked about a change, of the links that the change breaks:
//   node bench/docs-check-broken-by-changes.ts FOLDER [OWNER/NAME ...]
// FOLDER has a git folder of each repository, `owner+name/repo` or `owner+name`. In each, up to 8 pages to which another page
// links are taken away, and up to 8 headings to whose anchors a page links get another word, one at a time, drawn by a seed. The
// tree is checked with what it was before as its base. Found is a finding, error or warning, that the change brought in, that
// stands at the page with the link and names its address or anchor.
// Which links there are and where they lead is told without the checker: `made-breakages/`. Prints a row for each, then the shares.
import { createDocsCheck } from '../check/src/create-docs-check.ts';
import { clonesIn, gitFolderIn, readCommit, treeOf, type CommitFiles } from './commit-tree.ts';
import { inDrawnOrder } from './made-breakages/drawn.ts';
import { createFoundShares } from './made-breakages/found-shares.ts';
import { hasAnchor, pagesOfSites } from './made-breakages/pages-of-sites.ts';
import { createWhereabouts, pathOf } from './made-breakages/whereabouts.ts';
import { writtenLinks } from './made-breakages/written-links.ts';

const most = 8;
const mostOfPage = 2;
const kinds = ['page taken away', 'heading renamed'] as const;

interface Change {
  readonly kind: (typeof kinds)[number];
  /** The page that changes; without content where it is taken away. */
  readonly path: string;
  readonly content?: Buffer;
  /** A link that it breaks. */
  readonly page: string;
  readonly address: string;
}

const [clones = '.', ...names] = process.argv.slice(2);
const docsCheck = createDocsCheck();
const shares = createFoundShares();

for (const name of names.length > 0 ? names : clonesIn(clones)) {
  await tryAll(name.replace('+', '/'), readCommit(gitFolderIn(clones, name), 'HEAD'));
}
for (const about of [...kinds, 'all']) console.log(shares.inWords(about));

async function tryAll(repository: string, files: CommitFiles): Promise<void> {
  const base = treeOf(files);
  const changes = drawChanges(repository, files);
  for (const { kind, path, content, page, address } of changes) {
    const without = { ...files, paths: files.paths.filter((other) => content !== undefined || other !== path) };
    const tree = treeOf(without, content && new Map([[path, content]]));
    const { findings } = await docsCheck.check({ tree, base, changed: [path] });
    const named = kind === 'heading renamed' ? address.slice(address.indexOf('#')) : address;
    const told = findings.filter((one) => one.introduced === true && one.path === page && one.message.includes(named));
    const found = ['error', 'warning'].find((severity) => told.some((one) => one.severity === severity)) ?? 'no';
    for (const about of [kind, 'all', repository]) shares.count(about, found);
    console.log([repository, kind, path, page, address, found].join('\t'));
  }
  if (changes.length > 0) console.log(`# ${shares.inWords(repository)}`);
}

function drawChanges(repository: string, files: CommitFiles): Change[] {
  const whereabouts = createWhereabouts(files.paths);
  const textOf = (path: string): string => files.contents.get(path)?.toString() ?? '';
  const pages = pagesOfSites(files);
  const taken: Change[] = [];
  const renamed: Change[] = [];
  const seen = new Set<string>();
  for (const page of inDrawnOrder(repository, pages)) {
    let ofPage = 0;
    const links = writtenLinks(page, textOf(page)).filter(({ isPicture }) => !isPicture);
    for (const address of inDrawnOrder(repository, [...new Set(links.map((link) => link.address))])) {
      if (/^[a-z][a-z+.-]*:|^\/\//iu.test(address)) continue;
      const [path, ...others] = whereabouts.leadsTo(page, address).filter((one) => pages.includes(one));
      if (path === undefined || others.length > 0 || seen.has(path) || ofPage === mostOfPage) continue;
      const anchor = /#(?<anchor>[\w-]{3,})$/u.exec(address)?.groups?.['anchor'];
      if (anchor !== undefined && renamed.length < most) {
        const content = withOtherHeading(textOf(path), anchor);
        if (content === undefined) continue;
        renamed.push({ kind: 'heading renamed', path, content: Buffer.from(content), page, address });
        seen.add(path);
        ofPage += 1;
      } else if (anchor === undefined && taken.length < most && path !== page && pathOf(address) !== '') {
        const rest = createWhereabouts(files.paths.filter((other) => other !== path));
        if (rest.mightLead(page, address)) continue;
        taken.push({ kind: 'page taken away', path, page, address });
        seen.add(path);
        ofPage += 1;
      }
    }
    if (taken.length === most && renamed.length === most) break;
  }
  return [...taken, ...renamed];
}

/** The page with one word more in the heading of this anchor, or undefined where another one has it as well. */
function withOtherHeading(text: string, anchor: string): string | undefined {
  const headings = text.split('\n').filter((line) => /^#{1,6} [^{<]+$/u.test(line) && hasAnchor(line, anchor));
  const [heading] = headings;
  if (heading === undefined || headings.length > 1) return undefined;
  const changed = text.replace(`\n${heading}`, () => `\n${heading.trimEnd()} once more`);
  return changed === text || hasAnchor(changed, anchor) ? undefined : changed;
}

// Changes by which authors say that they mended a link, drawn by a program from the history of repositories, for readers to judge:
//   node bench/docs-check-drawn-mends.ts FOLDER [OWNER/NAME ...]
// FOLDER has a git folder of each repository, `owner+name/repo` or `owner+name`. A drawn change is one hunk that takes an
// address away, of a commit whose subject says that something that leads somewhere was mended. At most 4 commits of a repository and
// one hunk of a commit are drawn by a seed, so that what is frequent is drawn often and nobody chooses. Prints each with a line
// `## repository TAB commit TAB path` before it. Who reads them says what was broken, if anything was (`docs-check-breakages.ts`).
import { clonesIn, gitFolderIn, gitLines } from './commit-tree.ts';
import { inDrawnOrder } from './made-breakages/drawn.ts';

const most = 4;
const mostFiles = 30;
/** Lines of a hunk that are shown. */
const mostLines = 12;
const mended = String.raw`(fix|repair|correct|mend|resolv|broken|dead|wrong|bad|invalid|typo|404)`;
const leading = String.raw`(link|url|href|anchor|xref|cross.?ref|redirect|image path|picture|image|logo|badge|sidebar|toc\b|navigation|\bnav\b|404)`;
const saysSo = new RegExp(`${mended}.*${leading}|${leading}.*${mended}`, 'iu');
/** Words of a line, of which an address is one that has a slash, an anchor or the ending of a file. */
const between = /[\s"'`()[\]<>{},|]+/u;
const anAddress = /[/#]|\.[a-z]\w{1,8}$/iu;
/** What readers of documentation come to, and what leads them there. */
const ofDocumentation =
  /\.(?:md|mdx|markdown|mdoc|qmd|rmd|ipynb|rst|adoc|asciidoc|html?|ya?ml|json|toml|njk|liquid|astro|vue|svelte|tsx?|[cm]?[jt]s|py|txt)$/iu;

const [clones = '.', ...names] = process.argv.slice(2);
for (const name of names.length > 0 ? names : clonesIn(clones)) {
  const clone = gitFolderIn(clones, name);
  let drawn = 0;
  for (const commit of inDrawnOrder(name, mendingCommits(clone))) {
    if (drawn === most) break;
    const [hunk] = inDrawnOrder(commit, hunksOf(clone, commit));
    if (hunk === undefined) continue;
    drawn += 1;
    console.log(`## ${name.replace('+', '/')}\t${commit}\t${hunk}\n`);
  }
}

function mendingCommits(clone: string): string[] {
  return gitLines(clone, 'log', '--no-merges', '--min-parents=1', '--format=%h %s', '--abbrev=12').flatMap((line) => {
    const [commit = '', ...words] = line.split(' ');
    return saysSo.test(words.join(' ')) ? [commit] : [];
  });
}

function addressesIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) =>
    line
      .slice(1)
      .split(between)
      .filter((word) => anAddress.test(word)),
  );
}

/** Hunks that take an address away, in a commit of few files: the path, then the lines. */
function hunksOf(clone: string, commit: string): string[] {
  let shown: string;
  try {
    shown = gitLines(clone, 'show', '--no-renames', '-U0', '--format=', commit).join('\n');
  } catch (error) {
    // A snapshot may lack its largest files.
    if (error instanceof Error && 'status' in error) return [];
    throw error;
  }
  const files = shown.split(/^diff --git .*$/mu).slice(1);
  if (files.length > mostFiles) return [];
  return files.flatMap((file) => {
    const path = /^\+\+\+ b\/(?<path>.*)$/mu.exec(file)?.groups?.['path'];
    if (path === undefined || !ofDocumentation.test(path) || !/^--- a\//mu.test(file)) return [];
    const hunks = file.split(/^@@ .*$/mu).slice(1);
    return hunks.flatMap((hunk) => {
      const lines = hunk.split('\n').filter((line) => /^[+-]/u.test(line));
      const cut = lines.slice(0, mostLines).map((line) => line.slice(0, 600));
      const [before, after] = ['-', '+'].map((sign) => addressesIn(lines.filter((line) => line.startsWith(sign))));
      return before?.some((address) => after?.includes(address) === false) === true
        ? [`${path}\n${cut.join('\n')}`]
        : [];
    });
  });
}

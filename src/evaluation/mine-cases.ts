import { runGit } from '../git/run-git.ts';
import { isBareTitle } from './bare-title.ts';
import type { EvaluationCase } from './evaluation-case.ts';

const page = /\.(mdx?|markdown|rst|adoc)$/i;
/** What stands beside pages in a change of documentation alone: settings of the site, redirects, pictures. */
const besides =
  /(?:^|\/)_redirects$|\.(?:json|ya?ml|toml|png|jpe?g|gif|svg|webp|avif|css)$|\.config\.[cm]?[jt]s$|(?:^|\/)sidebars?\.[cm]?[jt]s$/i;
/** A program is one of the site only where the site keeps its theme and settings. */
const isVitePressCode = (path: string): boolean => /(?:^|\/)\.?vitepress\//i.test(path) && /\.[cm]?[jt]s$/i.test(path);
/** What changed in a release, and settings of packages: written by programs. */
const release = /^(?:changelog.*|package(?:-lock)?\.json|pnpm-lock\.yaml|npm-shrinkwrap\.json)$/i;
const hiddenOfSites = ['.vitepress', '.vuepress', '.gitbook'];

/** Also what lies in a hidden folder, such as workflows. */
function isOfPrograms(path: string): boolean {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  return release.test(name) || folders.some((each) => each.startsWith('.') && !hiddenOfSites.includes(each));
}

const machineAuthor = /[[(]bot[\])]$|-bot$|^(?:dependabot|renovate|github-actions)/i;
const mostFiles = 60;
/** Newest commits that are looked at for cases. */
const mostCommits = 5_000;
const shortestPrompt = 12;
const longestPrompt = 20_000;

/**
 * The newest changes that people merged into the branch that is checked out and that touch documentation alone: merged pull
 * requests, and commits that a pull request was squashed into. Their title and body are the prompt. Those whose message is a
 * bare title are left out and counted.
 */
export async function mineCases(
  gitDirectory: string,
  { docsFolder, limit, commits }: { docsFolder: string; limit: number; commits: readonly string[] },
): Promise<{ cases: EvaluationCase[]; leftOut: number }> {
  const revisions =
    commits.length > 0 ? ['--no-walk=unsorted', ...commits] : ['--first-parent', `-n${mostCommits}`, 'HEAD'];
  // Nothing that people write holds a NUL, and every field ends in one.
  const format = '--format=%H%x00%P%x00%an%x00%B';
  const { stdout } = await runGit(['log', '-z', format, ...revisions], { gitDirectory });
  const cases: EvaluationCase[] = [];
  let leftOut = 0;
  const fields = stdout.toString('utf8').split('\0');
  for (let position = 0; position + 4 <= fields.length && cases.length < limit; position += 4) {
    const [commit = '', parents = '', author = '', message = ''] = fields.slice(position, position + 4);
    const [before] = parents.split(' ');
    if (commit === '' || before === undefined || before === '' || machineAuthor.test(author)) continue;
    const words = wordsOf(message);
    if (words === undefined) continue;
    if (commits.length === 0 && !(await isDocumentation(gitDirectory, { before, commit, docsFolder }))) continue;
    // Nobody could do what such a message asks for, so it says nothing about a model.
    if (commits.length === 0 && words.prompt === words.title && isBareTitle(words.title)) {
      leftOut += 1;
      continue;
    }
    cases.push({ id: commit.slice(0, 10), before, after: commit, ...words });
  }
  return { cases, leftOut };
}

/** Without what a merge, a squash or a template says of itself, and without who signed it. */
function wordsOf(message: string): { title: string; prompt: string } | undefined {
  const lines = message.trim().split('\n');
  const isMerge = /^Merge (pull request|branch|remote)/.test(lines[0] ?? '');
  const text = (isMerge ? lines.slice(1) : lines).join('\n').trim();
  const [first = '', ...laterLines] = text.split('\n');
  const title = first
    .replace(/ \(#\d+\)$/, '')
    .replace(/\p{Cc}/gu, ' ')
    .trim();
  const body = withoutComments(
    laterLines
      .filter((line) => !/^(signed-off-by|co-authored-by|reviewed-by|change-id):/i.test(line.trim()))
      .join('\n'),
  )
    // Between the messages of a squash and who wrote them.
    .replace(/\n-{3,}\s*$/, '');
  const prompt = `${title}\n\n${body.trim()}`.trim().slice(0, longestPrompt);
  return prompt.length < shortestPrompt || title === '' ? undefined : { title, prompt };
}

/** Those in which a template of pull requests talks to whoever fills it in. */
function withoutComments(text: string): string {
  const [first = '', ...laterParts] = text.split('<!--');
  const after = laterParts.map((piece) => {
    const end = piece.indexOf('-->');
    return end === -1 ? `<!--${piece}` : piece.slice(end + 3);
  });
  return [first, ...after].join('');
}

async function isDocumentation(
  gitDirectory: string,
  { before, commit, docsFolder }: { before: string; commit: string; docsFolder: string },
): Promise<boolean> {
  const { stdout } = await runGit(['diff-tree', '-r', '-z', '--name-only', '--no-renames', before, commit], {
    gitDirectory,
  });
  const paths = stdout.toString('utf8').split('\0').filter(Boolean);
  const isInside = (path: string) => docsFolder === '' || path.startsWith(`${docsFolder}/`);
  return (
    paths.length > 0 &&
    paths.length <= mostFiles &&
    paths.some((path) => page.test(path)) &&
    paths.every((path) => isInside(path) && !isOfPrograms(path)) &&
    paths.every((path) => page.test(path) || besides.test(path) || isVitePressCode(path))
  );
}

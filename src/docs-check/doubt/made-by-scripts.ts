import type { FileIndex } from '../site/file-index.ts';
import type { MarkedProblem } from './marked-problem.ts';

/** Scripts of a repository, and jobs of its CI, which may copy or write files before the build. */
const scripts =
  /(?:^|\/)(?:[\w.-]+\.(?:sh|bash)|Makefile|[Jj]ustfile|package\.json)$|^\.(?:github\/workflows|gitlab-ci)[\w./-]*\.ya?ml$/u;

/**
 * Makes warnings of errors about a file that a script of the repository names (`cp README.md docs/index.md`), whatever it
 * does with it. What the change brings stays an error.
 */
export async function onlyWithoutScripts(
  found: readonly MarkedProblem[],
  files: FileIndex,
): Promise<readonly MarkedProblem[]> {
  if (!found.some(isAboutFile)) return found;
  const texts = await Promise.all(files.paths.filter((path) => scripts.test(path)).map((path) => files.readText(path)));
  const words = new Set(
    texts.flatMap((text = '') => text.split(/[\s"'`;=()]+/u)).map((word) => word.replace(/^\.\//u, '')),
  );
  return found.map((one) => {
    if (!isAboutFile(one)) return one;
    const [named, of] = words.has(one.problem.sought?.at ?? '')
      ? ['that file', 'make it']
      : isPart(one.problem.path) && words.has(one.problem.path)
        ? ['this part', 'put it into a page elsewhere']
        : [];
    if (named === undefined) return one;
    const message = `${one.problem.message} Not certain: a script of the repository names ${named}, and may ${of}.`;
    return { ...one, problem: { ...one.problem, severity: 'warning', message } };
  });
}

/** Not a page by its name, which scripts name to check it or to show its address. */
function isPart(path: string): boolean {
  return /(?:preamble|postscript|header|footer|partial|fragment|snippet)/iu.test(path);
}

function isAboutFile({ introduced, problem: { severity, sought } }: MarkedProblem): boolean {
  return (
    severity === 'error' &&
    introduced !== true &&
    sought !== undefined &&
    sought.kind !== 'anchor' &&
    /\/.*\.\w+$/u.test(sought.at)
  );
}

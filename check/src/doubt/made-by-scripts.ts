import type { FileIndex } from '../site/file-index.ts';
import { extensionOf, fileNameOf, folderOf, joinPath } from '../site/paths.ts';
import { isOldErrorOfPage, type MarkedProblem } from './marked-problem.ts';

/** Scripts of a repository, settings of bundlers, and jobs of its CI, which may copy or write files before the build. */
export const scripts =
  /(?:^|\/)(?:[\w.-]+\.(?:sh|bash|nix)|(?:rollup|webpack|esbuild|vite|gulpfile)[\w.-]*\.[cm]?[jt]s|Makefile|[Jj]ustfile|BUCK|BUILD(?:\.bazel)?|CMakeLists\.txt|meson\.build|Rakefile|package\.json)$|^\.(?:github\/workflows|gitlab-ci)[\w./-]*\.ya?ml$/u;

/**
 * Makes warnings of errors about a file that a script of the repository names (`cp README.md docs/index.md`), whatever it
 * does with it. What the change brings stays an error.
 */
export async function onlyWithoutScripts(
  found: readonly MarkedProblem[],
  files: FileIndex,
): Promise<readonly MarkedProblem[]> {
  if (!found.some((one) => isAboutFile(one) || isAboutRoute(one))) return found;
  const paths = files.paths.filter((path) => scripts.test(path));
  const texts = await Promise.all(paths.map((path) => files.readText(path)));
  const packed = packedReadmes(texts.flatMap((text = '', index) => [[paths[index] ?? '', text] as const]));
  const words = new Set(texts.flatMap((text = '', index) => wordsIn(text, folderOf(paths[index] ?? ''))));
  const isNamed = namedPlaces(words, files);
  const isCopied = copiedFolders(words, files);
  const besides = copiedBeside(words, files);
  return found.map((one) => {
    const at = one.problem.sought?.at ?? '';
    const isBeside = isAboutRoute(one) && besides.has(at.split('/', 2)[1] ?? '');
    if (!isAboutFile(one) && !isBeside) return one;
    const [named, of] = isBeside
      ? ['a folder of that name in what is published', 'copy it there']
      : isNamed(at)
        ? ['that place', 'make what is there']
        : isCopied(at)
          ? ['a folder of that name', 'copy it there']
          : isPart(one.problem.path) && words.has(one.problem.path)
            ? ['this part', 'put it into a page elsewhere']
            : packed.has(one.problem.path) && isFromTop(one, files)
              ? ['this README, which is found from the top', 'pack it with addresses that begin there']
              : [];
    if (named === undefined) return one;
    const message = `${one.problem.message} Not certain: a script of the repository names ${named}, and may ${of}.`;
    return { ...one, problem: { ...one.problem, severity: 'warning', message } };
  });
}

/** Words of a script as they stand, and files as they are read from its folder. */
function wordsIn(text: string, folder: string): string[] {
  return text
    .split(/[\s"'`;=()]+/u)
    .map((word) => word.replace(/^\.\//u, '').replace(/\/\.?\*?$/u, ''))
    .flatMap((word) => {
      const isFile = folder !== '' && /^[\w][\w./-]*\/[\w.-]+\.\w+$/u.test(word);
      return isFile ? [word, joinPath(folder, word) ?? word] : [word];
    });
}

/** Tells of a place whether a script names it, the page of its name, or a folder above it of which there is nothing. */
function namedPlaces(words: ReadonlySet<string>, files: FileIndex): (at: string) => boolean {
  return (at) => {
    if (['', ...pageEndings].some((ending) => words.has(at + ending))) return true;
    for (let folder = folderOf(at); folder.includes('/') && !files.hasFolder(folder); folder = folderOf(folder))
      if (words.has(folder)) return true;
    return false;
  };
}

const pageEndings = ['.md', '.mdx', '.adoc', '.rst'];

/**
 * Tells whether a script copies what is there: of a file in a folder that is not there, it names a folder alike that is
 * nowhere either (`cp -r notes build/notes`), and the file lies in another of that name; of a folder, it names one alike
 * below a folder that is nowhere (`cp -r out target/book/report`).
 */
function copiedFolders(words: ReadonlySet<string>, files: FileIndex): (at: string) => boolean {
  const kept = new Set(files.paths.map(lastTwo));
  const folders = new Set(files.paths.map((path) => path.slice(0, path.lastIndexOf('/'))));
  const endings = new Set(
    [...folders].flatMap((folder) => {
      const names = folder.split('/');
      return names.map((_, index) => names.slice(index).join('/'));
    }),
  );
  const nowhere = [...words].filter((word) => /^\w/u.test(word) && word.includes('/') && !endings.has(word));
  const made = new Set(nowhere.map(fileNameOf));
  const madeInBuild = new Set(
    nowhere.filter((word) => /^(?:[\w.-]+\/){2}/u.test(word) && !files.hasFolder(folderOf(word))).map(fileNameOf),
  );
  return (at) => {
    if (extensionOf(at) === '' && madeInBuild.has(fileNameOf(at.replace(/\/$/u, '')))) return true;
    const folder = at.slice(0, at.lastIndexOf('/'));
    return made.has(folder.slice(folder.lastIndexOf('/') + 1)) && kept.has(lastTwo(at)) && !files.hasFolder(folder);
  };
}

/** Names of folders that a script puts into what is published (`cp -r storybook-static _site/storybook`). */
function copiedBeside(words: ReadonlySet<string>, files: FileIndex): ReadonlySet<string> {
  const names = [...words].flatMap((word) => (files.hasFolder(word) ? [] : (ofPublished.exec(word)?.[1] ?? [])));
  return new Set(names);
}

const ofPublished = /(?:^|\/)(?:_site|site|dist|build|out|output|public|gh-pages|_build|html)\/([\w-]+)$/u;

function lastTwo(path: string): string {
  return path.split('/').slice(-2).join('/');
}

/**
 * READMEs of extensions, whose relative addresses vsce begins at the top of the repository, or where it is told to:
 * https://github.com/microsoft/vscode-vsce/blob/main/src/package.ts (`MarkdownProcessor`).
 */
function packedReadmes(scripts: readonly (readonly [path: string, text: string])[]): ReadonlySet<string> {
  return new Set(
    scripts.flatMap(([path, text]) => {
      const folder = folderOf(path);
      const named = [...text.matchAll(/--readme-path[=\s]+["']?([^\s"'\\]+)/gu)].map(([, name = '']) => name);
      const isExtension = fileNameOf(path) === 'package.json' && /"engines"\s*:\s*\{[^{}]*"vscode"\s*:/u.test(text);
      return [
        ...named.flatMap((name) => [joinPath(folder, name), joinPath(name)]),
        ...(isExtension ? [joinPath(folder, 'README.md')] : []),
      ].filter((one) => one !== undefined);
    }),
  );
}

function isFromTop({ problem: { sought } }: MarkedProblem, files: FileIndex): boolean {
  const written = sought?.written.replace(/[?#].*$/su, '') ?? '';
  return !written.startsWith('/') && files.has(joinPath(written) ?? '');
}

/** Not a page by its name, which scripts name to check it or to show its address. */
function isPart(path: string): boolean {
  return /(?:preamble|postscript|header|footer|partial|fragment|snippet)/iu.test(path);
}

/** An address from the top of a site. */
function isAboutRoute(one: MarkedProblem): boolean {
  return isOldErrorOfPage(one) && one.problem.sought?.at.startsWith('/') === true;
}

function isAboutFile({ introduced, problem: { severity, sought } }: MarkedProblem): boolean {
  return (
    severity === 'error' &&
    introduced !== true &&
    sought !== undefined &&
    sought.kind !== 'anchor' &&
    /^[^/].*\//u.test(sought.at)
  );
}

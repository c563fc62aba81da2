import { runGit } from '../git/run-git.ts';
import type { History, HistoryCommit } from './workspace.ts';

const timeoutSeconds = 60;
/** Between the fields of a commit, which a subject may hold but no other field. */
const separator = '\t';
const format = `--format=%H${separator}%ad${separator}%an${separator}%s`;

/** The history that leads to `baseSha`, read from a mirror. What other branches hold is not in it. */
export function createHistory(gitDirectory: string, baseSha: string): History {
  const git = async (args: readonly [string, ...string[]], signal: AbortSignal, answers = [0]) => {
    // Paths are no patterns.
    const environment = { GIT_LITERAL_PATHSPECS: '1' };
    const { stdout, exitCode } = await runGit(args, { gitDirectory, signal, timeoutSeconds, environment, answers });
    return { exitCode, text: stdout.toString('utf8') };
  };
  const log = ['log', '--date=short', '--no-color', format] as const;

  return {
    async commits({ path, limit, isFile }, signal) {
      const follow = isFile ? ['--follow'] : [];
      const { text } = await git([...log, `--max-count=${limit}`, ...follow, baseSha, '--', ...pathOf(path)], signal);
      return text.split('\n').filter(Boolean).map(readCommit);
    },

    async lines({ path, first, last }, signal) {
      const { text } = await git(['blame', '--line-porcelain', '-L', `${first},${last}`, baseSha, '--', path], signal);
      return text
        .split(/\n\t.*(?:\n|$)/u)
        .filter(Boolean)
        .map(readOrigin);
    },

    async show({ commit, path }, signal) {
      const found = await git(['rev-parse', '--verify', '--quiet', `${commit}^{commit}`], signal, [0, 1, 128]);
      const sha = found.text.trim();
      if (sha === '') return undefined;
      const { exitCode } = await git(['merge-base', '--is-ancestor', sha, baseSha], signal, [0, 1]);
      if (exitCode !== 0) return undefined;
      const [head, message, diff] = await Promise.all([
        git([...log, '--max-count=1', sha], signal),
        git(['log', '--max-count=1', '--format=%b', sha], signal),
        // Of a merge, what it brought into the branch.
        git(
          [
            ...(['diff-tree', '--root', '-m', '--first-parent', '--no-commit-id', '-r', '-p'] as const),
            ...['--find-renames', '--no-ext-diff', '--no-textconv', '--no-color', sha, '--', ...pathOf(path)],
          ],
          signal,
        ),
      ]);
      return { ...readCommit(head.text.trim()), body: message.text.trim(), diff: diff.text };
    },

    async isShort(signal) {
      return (await git(['rev-parse', '--is-shallow-repository'], signal)).text.trim() === 'true';
    },
  };
}

function pathOf(path: string): string[] {
  return path === '' ? [] : [path];
}

function readCommit(line: string): HistoryCommit {
  const [sha = '', day = '', author = '', ...subject] = line.split(separator);
  return { sha, day, author, subject: subject.join(' ') };
}

/** The block of one line: `<sha> <its number then> <its number now>`, and fields with a name each. */
function readOrigin(block: string): HistoryCommit & { line: number } {
  const [head = '', ...fields] = block.split('\n');
  const [sha = '', , line] = head.split(' ');
  const valueOf = (name: string) => fields.find((field) => field.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
  const day = new Date(Number(valueOf('author-time')) * 1000).toISOString().slice(0, 10);
  return { sha, day, author: valueOf('author'), subject: valueOf('summary'), line: Number(line) };
}

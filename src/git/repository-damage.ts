import { runGit } from './run-git.ts';

const longest = { seconds: 3_600, lines: 20 };

/**
 * What is damaged in a bare repository, found by reading each of its objects: one line each, with the object and its file. What
 * old commits merely have in an unusual form is none.
 */
export async function findRepositoryDamage(gitDirectory: string): Promise<string[]> {
  const { exitCode, stdout, stderr } = await runGit(['fsck', '--full', '--no-dangling', '--no-progress'], {
    gitDirectory,
    timeoutSeconds: longest.seconds,
    answers: Array.from({ length: 256 }, (_, code) => code),
  });
  if (exitCode === 0) return [];
  const lines = `${stderr}\n${stdout.toString('utf8')}`.split('\n').map((line) => line.trim());
  const damage = lines.filter((line) => line !== '' && !/^(?:error|warning) in (?:blob|commit|tag|tree) /.test(line));
  if (damage.length === 0 && exitCode > 1) return [`git fsck ended with ${exitCode}`];
  return damage.slice(0, longest.lines).map(withFile);
}

/** A missing object is named by its id alone. */
function withFile(line: string): string {
  const id = /^missing \w+ ([\da-f]{40})$/.exec(line)?.[1];
  return id === undefined ? line : `${line} (objects/${id.slice(0, 2)}/${id.slice(2)}, or a pack)`;
}

import { runGit } from '../git/run-git.ts';
import type { Examination } from './doctor.ts';

export async function examineVersions(version: string): ReturnType<Examination> {
  const git = await runGit(['--version']);
  return {
    state: 'ok',
    message: `Docwright ${version}, Node ${process.versions.node}, ${git.trim()}, ${process.platform} ${process.arch}.`,
    remedy: null,
  };
}

import packageFile from '../../package.json' with { type: 'json' };
import { requireGit } from '../git/git-version.ts';
import type { Examination } from './doctor.ts';

export async function examineVersions(): ReturnType<Examination> {
  const git = await requireGit();
  const { versions, platform, arch } = process;
  const message = `Docwright ${packageFile.version}, Node ${versions.node}, ${git}, ${platform} ${arch}.`;
  return { state: 'ok', message, remedy: null };
}

import type { FileIndex } from './file-index.ts';
import { fileNameOf } from './paths.ts';

/** Where a repository says which plugins its build has; Mintlify makes the files by itself. */
const places =
  /^(?:package\.json|mkdocs\.ya?ml|requirements[\w.-]*\.txt|pyproject\.toml|conf\.py|[\w.-]+\.config\.[cm]?[jt]s|config\.[cm]?[jt]s)$/u;
const mintlify = /(?:^|\/)(?:docs|mint)\.json$/u;
const llmsFile = /(?:^|\/)llms(?:-[\w-]+)?\.txt$/u;

/** Whether a file that is not there comes of a plugin: `llms.txt` and its kin, where the repository names one for them. */
export async function readPlugins(files: FileIndex): Promise<(path: string) => boolean> {
  let makesLlms = files.paths.some((path) => mintlify.test(path));
  for (const path of files.paths) {
    if (makesLlms) break;
    if (places.test(fileNameOf(path)) && !path.includes('node_modules/')) {
      makesLlms = /llms/iu.test((await files.readText(path)) ?? '');
    }
  }
  return (path) => makesLlms && llmsFile.test(path);
}

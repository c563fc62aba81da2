import type { FileIndex } from './file-index.ts';
import { fileNameOf } from './paths.ts';
import { deploysToPages } from './slash-on-load.ts';

/** Hosts that may lead an address in other letters to the right one, as Netlify does, and what leads addresses elsewhere. */
const otherHost = /^(?:netlify\.toml|vercel\.json|firebase\.json|wrangler\.(?:toml|jsonc?)|_redirects|_worker\.js)$/u;
const takesAny = /\bCheckSpelling\b|\btolower\b|\[[^\][]*\bNC\b/iu;

/**
 * True where the site is published on a host to which `/A/` is another address than `/a/`: GitHub Pages, by a job that names the
 * `program` that makes the site, and the servers of Apache (https://github.com/apache/infrastructure-asfyaml).
 */
export async function tellsCapitals(files: FileIndex, program: string): Promise<boolean> {
  if (files.paths.some((path) => otherHost.test(fileNameOf(path)))) return false;
  const read = async (paths: readonly string[]): Promise<readonly string[]> =>
    (await Promise.all(paths.map((path) => files.readText(path)))).map((text) => text ?? '');
  const rules = await read(files.paths.filter((path) => fileNameOf(path) === '.htaccess'));
  if (rules.some((text) => takesAny.test(text))) return false;
  if (files.has('.asf.yaml')) return true;
  const jobs = await read(files.paths.filter((path) => /^\.github\/workflows\/[^/]+\.ya?ml$/u.test(path)));
  return jobs.some((text) => deploysToPages.test(text) && text.toLowerCase().includes(program));
}

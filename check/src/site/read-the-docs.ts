import type { FileIndex } from './file-index.ts';
import { joinPath } from './paths.ts';
import type { Site } from './site.ts';

/** https://docs.readthedocs.com/platform/stable/config-file/v2.html */
const settings = ['.readthedocs.yaml', '.readthedocs.yml'];
/** A build of its own, or one that writes each page into a folder or all into one. */
const buildsOtherwise = /^[ \t]*(?:commands|jobs)\s*:|^[ \t]*builder\s*:\s*["']?(?!html["']?\s*(?:#|$))\w/mu;
/** https://www.sphinx-doc.org/en/master/usage/configuration.html#confval-html_file_suffix */
const hasOtherEndings = /^\s*html_(?:file|link)_suffix\s*=/mu;

/** Tells the sites of which Read the Docs publishes each page as a file, so that an address without `.html` leads nowhere. */
export async function readReadTheDocs(files: FileIndex): Promise<(site: Site) => boolean> {
  const text = (await Promise.all(settings.map((path) => files.readText(path)))).find((one) => one !== undefined);
  if (text === undefined || buildsOtherwise.test(text)) return () => false;
  const path = joinPath(/^[ \t]*configuration\s*:\s*["']?([\w./-]+)/mu.exec(text)?.[1] ?? '');
  const conf = path === undefined ? undefined : await files.readText(path);
  return ({ framework }) => framework.startsWith('sphinx') && conf !== undefined && !hasOtherEndings.test(conf);
}

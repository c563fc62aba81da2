import type { FileIndex } from './file-index.ts';
import { joinPath } from './paths.ts';
import type { AddressEnds } from './site.ts';

/** What publishes a site on GitHub Pages. */
export const deploysToPages =
  /\bactions\/deploy-pages\b|\bactions-gh-pages\b|\bgithub-pages-deploy-action\b|\bdocusaurus deploy\b/u;

/**
 * Hosts that answer the address of a folder with a redirect to the same with a slash, where a page is the `index.html` of a folder.
 * https://github.com/slorber/trailing-slash-guide
 */
export async function slashOnLoad(files: FileIndex, root: string, url: string): Promise<AddressEnds | undefined> {
  const isBeside = (name: string): boolean => files.has(joinPath(root, name) ?? '') || files.has(name);
  if (isBeside('vercel.json')) return undefined;
  if (isBeside('netlify.toml')) return added('Netlify');
  const jobs = files.paths.filter((path) => /^\.github\/workflows\/[^/]+\.ya?ml$/u.test(path));
  const texts = await Promise.all(jobs.map((path) => files.readText(path)));
  const isOfPages =
    /\.github\.io\b/u.test(url) ||
    files.has(joinPath(root, 'static/CNAME') ?? '') ||
    texts.some((text) => deploysToPages.test(text ?? ''));
  return isOfPages ? added('GitHub Pages') : undefined;
}

function added(host: string): AddressEnds {
  return { slash: true, why: `to which ${host} adds the slash as it is loaded` };
}

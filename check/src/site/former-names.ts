import type { FileIndex } from './file-index.ts';
import { fileNameOf } from './paths.ts';

/**
 * Settings of Sphinx, in whose Python pages are made that lead on from former names (`("install", "getting_started/install")`
 * in that of GeoPandas), and lists that such a program reads (`redirects.csv` in that of pandas).
 */
const listing = /^(?:conf\.py|[\w-]*redirects?[\w-]*\.(?:csv|txt|py|json|ya?ml|toml))$/iu;
/** The largest of them are no longer than this, and there are no more of them. */
const longest = 200_000;
const mostFiles = 50;

/** Whether a program of the repository names an address that has no page, and may lead on from it. */
export async function readFormerNames(files: FileIndex): Promise<(address: string) => boolean> {
  const paths = files.paths.filter((path) => listing.test(fileNameOf(path))).slice(0, mostFiles);
  const texts = await Promise.all(paths.map((path) => files.readText(path)));
  const names = new Set(
    texts.flatMap((text = '') => text.slice(0, longest).match(/[^\s"'`,;:=|()[\]{}]+/gu) ?? []).map(bare),
  );
  return (address) => names.has(bare(address));
}

function bare(name: string): string {
  return name.replace(/^\/|(?:\/|(?:\/index)?\.(?:html?|rst|md))$/giu, '');
}

import type { FileIndex } from '../site/file-index.ts';
import { fileNameOf } from '../site/paths.ts';
import { stemOfAddress } from './stems.ts';

/** Files that may tell a host, a server or a generator where old addresses lead, by any program. */
const listing = /redirect|^\.htaccess$|^nginx[\w.-]*\.conf/iu;
const settings =
  /^(?:[\w.-]*\bconfig\b[\w.-]*\.(?:[cm]?[jt]s|json|ya?ml|toml)|(?:vercel|netlify|firebase|now|amplify|mkdocs|hugo|docs|mint|gatsby-node|middleware|_middleware|worker|server)\.(?:[cm]?[jt]s|json|ya?ml|toml))$/u;
/** Anything that begins like an address from the top. */
const address = /(?<![^\s"'`^=(])\/[^\s"'`,;)]*/gu;
/** One that has another one after it, or a name that redirects have; and one with a part that is filled in. */
const source =
  /(?:\b(?:source|from|location|match(?:er)?)\b["']?\s{0,4}[:=]?\s{0,4}["'`]?|["'`](?=\/[^\s"'`]*["'`]\s*:))\/[^\s"'`,;)]*/gu;
const filled = /(?<=["'`])\/[\w/-]+\/(?=\$\{|:\w|\*|\()/gu;

/** Characters of a file that is looked into. */
const longest = 1_000_000;

/**
 * Whether some file of the repository seems to lead on from this address, or from one that ends so: what stands in front may be the base of
 * the site.
 */
export async function readLedOn(files: FileIndex): Promise<(stem: string) => boolean> {
  const exact = new Set<string>();
  const starts = new Set<string>();
  for (const path of files.paths) {
    const name = fileNameOf(path);
    const isListing = listing.test(path);
    if (!(isListing || settings.test(name)) || /\.(?:mdx?|svg|png)$/iu.test(name)) continue;
    const text = ((await files.readPage(path)) ?? '').slice(0, longest);
    for (const [written] of text.matchAll(isListing ? address : source)) {
      const from = written.slice(written.indexOf('/'));
      const start = /^[^:*([\\^$?+{]*/u.exec(from)?.[0] ?? from;
      if (start === from) for (const end of endsOf(stemOfAddress(from))) exact.add(end);
      else if (start.length > 1) starts.add(start.slice(1).toLowerCase());
    }
    for (const [start] of text.matchAll(filled)) starts.add(start.slice(1).toLowerCase());
  }
  const longestStart = starts.values().reduce((most, { length }) => Math.max(most, length), 0);
  return (stem) => {
    if (exact.has(stem)) return true;
    for (let end = 1; end <= Math.min(stem.length, longestStart); end += 1)
      if (starts.has(stem.slice(0, end))) return true;
    return false;
  };
}

/** An address and what is left of it without its first names, down to two. */
export function endsOf(stem: string): string[] {
  const names = stem.split('/');
  return names.map((_, index) => names.slice(index).join('/')).slice(0, Math.max(1, names.length - 1));
}

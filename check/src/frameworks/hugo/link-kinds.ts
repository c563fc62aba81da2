import type { Link } from '../../page/page-facts.ts';
import { isPartial, isSummary } from '../../site/any-reading.ts';
import { parseAddress } from '../../site/parse-address.ts';
import { extensionOf } from '../../site/paths.ts';
import type { LinkKind, Way } from '../generators/link-kind.ts';

/** What ends a file that is no page. */
const ofFile = /^\.(?!html?$)[a-z]\w{0,4}$/iu;
const ofSource = /^\.(?:md|markdown)$/iu;
const asAddress: readonly Way[] = ['address'];
const asName: readonly Way[] = ['name', 'address'];

/** Of an address from the top that names no page. */
export const absoluteFile = 'absolute file';

/** Of an address that ends as the pages of other programs do, and as those of Hugo with `uglyURLs`. */
export const absoluteOfHtml = 'absolute with the ending of HTML';

/** True for a template that makes addresses of the names of pages and files. https://gohugo.io/render-hooks/links/ */
export function findsPages(template: string): boolean {
  return /\bGetPage\b|\b(?:rel)?ref\b|\.(?:Rel)?Ref\b/u.test(template);
}

/** True for a template that writes the address of a link or picture as the page has it. */
export function leavesDestination(template: string): boolean {
  const written = template.replace(/\{\{-?\s*\/\*[\s\S]*?\*\/\s*-?\}\}/gu, '');
  return /\.Destination\b/u.test(written) && !changesAddress.test(written) && !findsPages(written);
}

const changesAddress =
  /\b(?:rel|abs)(?:Lang)?URL\b|\b(?:BaseURL|Rel)?Permalink\b|\bBaseURL\b|\bResources?\b|\bpartial\b|\b(?:urls|path|strings|resources)\.|\b[rR]eplace|\b(?:site|Site)\b/u;

/**
 * How a link may be read; undefined for one of which nothing is told. `isPage` is false for a part that pages show, and `hook` a
 * template of the site that makes its links, where one is in the repository.
 */
export function kindOf(
  { url, element }: Pick<Link, 'url' | 'element'>,
  from: string,
  isPage: boolean,
  hook: string | undefined,
): LinkKind | undefined {
  const address = parseAddress(url.trim());
  if (address.kind !== 'internal' || address.path === '') return undefined;
  const { path, anchor } = address;
  const of = (kind: string, ...ways: (readonly Way[])[]): LinkKind => ({ path, anchor, kind, ways });
  if (element === 'relref') return isPage || !path.startsWith('.') ? of('reference', ['reference']) : undefined;
  const isMarkdown = element === 'markdown';
  const isLeft = !isMarkdown || (hook !== undefined && !findsPages(hook));
  const ending = extensionOf(path);
  const isFile = ofFile.test(ending) && !ofSource.test(ending);
  if (path.startsWith('/')) {
    if (isFile) return of(absoluteFile, ['address', 'file']);
    if (ofSource.test(ending) && !isLeft) return of('absolute source', ['name']);
    if (/^\.html?$/iu.test(ending) && !/\/index\.html?$/iu.test(path)) return of(absoluteOfHtml, asAddress);
    return of('absolute', asAddress, ['address', 'name']);
  }
  // What other pages show is read beside these.
  if (!isPage || isPartial(from) || isSummary(from)) return undefined;
  if (isFile) return isMarkdown ? of('file', ['address', 'file']) : of('file of HTML', asAddress);
  if (isLeft) return of(isMarkdown ? 'relative' : 'relative of HTML', asAddress);
  if (ofSource.test(ending)) return of('source', ['name']);
  return hook === undefined ? of('relative', asAddress, asName) : of('relative', asName);
}

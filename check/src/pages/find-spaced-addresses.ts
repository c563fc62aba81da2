import { slug } from 'github-slugger';
import { fencedLines } from './fenced-lines.ts';
import type { Dialect, PageProblem } from './page-facts.ts';

/** What stands where an address does and has spaces in it, without a title behind it. */
const spaced = /\]\(([^\s()<>"'`{}]{1,200}(?: [^\s()<>"'`{}=:]{1,200}){1,8})\)/gu;
/** The text of a link, once more in place of its address. */
const repeated = /\[([^\s()[\]<>"`{}]{1,200}(?: [^\s()[\]<>"`{}]{1,200}){1,12})\]\(\1\)/gu;
/** So begins or ends an address, and hardly anything else in round brackets behind square ones. */
const likeAddress = /^\.{0,2}\/|^#\p{L}|\.(?:mdx?|html?|pdf|png|jpe?g|gif|svg|webp)(?:#\S*)?$/iu;

/** Headings of a code host have hyphens in place of spaces. */
function withoutSpaces(address: string): string {
  return address.startsWith('#') ? `#${slug(address)}` : address.replaceAll(' ', '%20');
}

/**
 * Links that CommonMark takes for text, since an address ends at the first space. https://spec.commonmark.org/0.31.2/#link-destination
 * Python-Markdown, kramdown and pandoc read on.
 */
export function findSpacedAddresses(body: string, { syntax, readBy, spacedAddresses }: Dialect): PageProblem[] {
  if (readBy !== undefined || spacedAddresses === true || (syntax !== 'markdown' && syntax !== 'mdx')) return [];
  const lines = body.split(/\r?\n/u);
  let fenced: readonly boolean[] | undefined;
  return lines.flatMap((line, index) => {
    if (!line.includes('](')) return [];
    const slips = [...line.matchAll(spaced)].flatMap(({ 1: address = '', index: at }) =>
      likeAddress.test(address) ? { address, at, advice: `write ${withoutSpaces(address)}` } : [],
    );
    const texts = [...line.matchAll(repeated)].flatMap(({ 1: address = '', index: at }) =>
      likeAddress.test(address) ? [] : { address, at, advice: 'the text of the link stands there once more' },
    );
    return [...slips, ...texts].flatMap(({ address, at, advice }): PageProblem[] => {
      fenced ??= fencedLines(lines);
      const isInCode = (line.slice(0, at).split('`').length - 1) % 2 === 1;
      if (isInCode || fenced[index] === true || /^(?: {4}|\t)/u.test(line)) return [];
      const message = `A reader sees [..](${address}) as it stands, since an address ends at a space: ${advice}.`;
      return [{ rule: 'malformed-link', severity: 'warning', line: index + 1, column: at + 1, message }];
    });
  });
}

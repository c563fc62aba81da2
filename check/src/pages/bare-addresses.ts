import { fencedLines } from './fenced-lines.ts';
import type { BareAddress } from './page-facts.ts';

/**
 * A complete address that stands alone in a text, of which a code host and most programs make a link:
 * https://github.github.com/gfm/#autolinks-extension-
 */
const bare = /(?<![^\s*_~(|])(?<!\]\()https?:\/\/[^\s<>"'`|\\^{}[\]*]{4,500}/giu;
/** What a page says of itself to other programs, such as the picture of a card: https://ogp.me */
const ofMeta = /<meta\s[^<>]{0,300}?\bcontent=["'](https?:\/\/[^"'\s<>{}]{4,500})["']/giu;
/** Signs of the text behind it. */
const behind = /[?!.,:;*_~'"。，、；：）]+$/u;
/** Lines of more signs are made by programs. */
const longestLine = 2_000;
const definition = /^ {0,3}\[[^\]^\n][^\]\n]{0,200}\]:/u;
const item = /^\s*(?:[-*+]|\d+[.)])\s/u;

/** Those of one line or paragraph, with their offsets. */
export function* bareAddressesIn(text: string): Iterable<{ readonly url: string; readonly at: number }> {
  for (const { 0: written, index } of text.matchAll(bare)) {
    const url = withoutBracket(written.replace(behind, ''));
    if (url.length > 'https://a.b'.length) yield { url, at: index };
  }
}

/** A bracket that nothing opens is one of the text. */
function withoutBracket(url: string): string {
  const opened = url.split('(').length;
  const parts = url.split(')');
  return parts.length <= opened ? url : parts.slice(0, opened).join(')').replace(behind, '');
}

/** Those of a page of Markdown; what stands in code, comments, fields and definitions is none. */
export function findBareAddresses(source: string): BareAddress[] {
  if (!source.includes('://')) return [];
  const lines = source.split(/\r?\n/u);
  const fieldsEnd = /^\uFEFF?---\s*$/u.test(lines[0] ?? '') ? lines.indexOf('---', 1) : -1;
  let fenced: readonly boolean[] | undefined;
  let inComment = false;
  return lines.flatMap((line, index) => {
    const wasComment = inComment;
    inComment = line.length > longestLine ? inComment : staysOpen(line, inComment);
    if (index <= fieldsEnd || wasComment || !line.includes('://') || line.length > longestLine) return [];
    if (definition.test(line)) return [];
    if (/^(?: {4}|\t)/u.test(line) && !item.test(line)) return [];
    fenced ??= fencedLines(lines);
    if (fenced[index] === true) return [];
    const text = line.replace(notRead, (whole) => ' '.repeat(whole.length));
    const found = [...bareAddressesIn(text), ...(text.includes('<meta') ? ofMetaIn(text) : [])];
    return found.map(({ url, at }) => ({ url, line: index + 1, column: at + 1 }));
  });
}

function* ofMetaIn(text: string): Iterable<{ readonly url: string; readonly at: number }> {
  for (const { 0: whole, 1: url = '', index } of text.matchAll(ofMeta)) yield { url, at: index + whole.indexOf(url) };
}

/** Code and comments within a line. */
const notRead = /`+[^`]*`+|<!--.*?-->|\{\/\*.*?\*\/\}/gu;

/** True where the line ends within a comment of several lines. */
function staysOpen(line: string, isOpen: boolean): boolean {
  const opened = Math.max(line.lastIndexOf('<!--'), line.lastIndexOf('{/*'));
  const closed = Math.max(line.lastIndexOf('-->'), line.lastIndexOf('*/}'));
  return closed > opened ? false : isOpen || opened !== -1;
}

/** A link or picture as people write most of them, with its place in the text. */
export interface PlainLink {
  readonly type: 'link' | 'image';
  readonly at: number;
  readonly end: number;
  readonly url: string;
  readonly isEmpty: boolean;
}

const escaped = String.raw`\\[!-/:-@[-\x60{-~]`;
const code = '`[^`|]+`';
/** An address in which nothing stands for anything else. */
const address = String.raw`[^\s()<>\\\x60"'&|[\]{}*\x00-\x1f\x7f]+`;
const label = String.raw`(?:[^[\]<>{}\x60\\|]|${code}|${escaped})*`;
const pieces = new RegExp(
  String.raw`(?<words>(?:[^[\]<>{}\x60\\!]|!(?!\[))+)|(?<code>${code})|(?<escaped>${escaped})|(?<break><br ?/>)` +
    // Keys, and boxes to tick: neither is a link, and what stands in them is no markup.
    String.raw`|<(?<tag>kbd|sup|sub|small|mark|u)>[^[\]<>{}\x60\\&*_]*</\k<tag>>|\[ \](?![([:])` +
    String.raw`|\[(?<text>(?!\^)${label})\]\((?<url>${address})\)` +
    String.raw`|!\[(?<alt>(?=[^[\]]*[\p{L}\p{N}]|\])${label})\]\((?<src>${address})\)` +
    String.raw`|(?<bare>\[(?!\^)[^[\]<>{}\x60\\|*_]*\](?![([:]))`,
  'uy',
);

/**
 * The links and pictures of a line of prose, or of a whole paragraph; undefined where it takes a parser to see what it says.
 * `defines` is true where what stands in brackets may be defined elsewhere on the page.
 */
export function plainLinks(text: string, defines: boolean): readonly PlainLink[] | undefined {
  if (text.includes('``') || tabBeforeWords.test(text)) return undefined;
  const links: PlainLink[] = [];
  let at = 0;
  while (at < text.length) {
    pieces.lastIndex = at;
    const { groups } = pieces.exec(text) ?? {};
    if (groups === undefined || (defines && groups['bare'] !== undefined)) return undefined;
    const { url, src } = groups;
    const end = pieces.lastIndex;
    if (url !== undefined) {
      if (text.charAt(at - 1) === '!') return undefined;
      links.push({ type: 'link', at, end, url, isEmpty: groups['text'] === '' });
    } else if (src !== undefined) links.push({ type: 'image', at, end, url: src, isEmpty: groups['alt'] === '' });
    at = end;
  }
  return links;
}

/** A tab that is a part of the indentation, or stands where a list may begin. */
const tabBeforeWords = /^[^\w\t\n]*\t/mu;

/** Marks that could be emphasis, an entity, or the end of the heading. */
const marks = /\*|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&[#\w]+;|#\s*$/u;

/** The words of `## a heading`; undefined where it takes a parser to see them. */
export function plainHeading(
  line: string,
  defines: boolean,
): { readonly depth: 1 | 2 | 3 | 4 | 5 | 6; readonly text: string } | undefined {
  const [, { length } = '', written = ''] = /^(#{1,6}) +(\S.*)$/u.exec(line) ?? [];
  if (length === 0 || plainLinks(written, defines)?.length !== 0) return undefined;
  let text = '';
  for (let at = 0; at < written.length; at = pieces.lastIndex) {
    pieces.lastIndex = at;
    const [piece = ''] = pieces.exec(written) ?? [];
    const isCode = piece.startsWith('`');
    if (piece.startsWith('<')) return undefined;
    if (isCode ? /^` | `$/u.test(piece) : !piece.startsWith('\\') && marks.test(piece)) return undefined;
    text += isCode ? piece.slice(1, -1) : piece.startsWith('\\') ? piece.slice(1) : piece;
  }
  return { depth: length as 1 | 2 | 3 | 4 | 5 | 6, text: text.trim() };
}

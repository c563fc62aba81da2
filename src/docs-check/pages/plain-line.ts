/** A link as people write most of them, with its place in the line. */
export interface PlainLink {
  readonly at: number;
  readonly end: number;
  readonly url: string;
  readonly isEmpty: boolean;
}

const escaped = String.raw`\\[!-/:-@[-\x60{-~]`;
const code = '`[^`|]+`';
/** An address in which nothing stands for anything else. */
const address = String.raw`[^\s()<>\\\x60"'&|[\]{}*\x00-\x1f\x7f]+`;
const pieces = new RegExp(
  String.raw`(?<words>[^[\]<>{}\x60\\]+)|(?<code>${code})|(?<escaped>${escaped})|(?<break><br ?/>)` +
    // Keys, and boxes to tick: neither is a link, and what stands in them is no markup.
    String.raw`|<(?<tag>kbd|sup|sub|small|mark|u)>[^[\]<>{}\x60\\&*_]*</\k<tag>>|\[ \](?![([:])` +
    String.raw`|\[(?<text>(?!\^)(?:[^[\]<>{}\x60\\|]|${code}|${escaped})*)\]\((?<url>${address})\)`,
  'uy',
);

/** The links of a line of prose; undefined where it takes a parser to see what the line says. */
export function plainLinks(line: string): readonly PlainLink[] | undefined {
  if (line.includes('``') || line.includes('\t')) return undefined;
  const links: PlainLink[] = [];
  let at = 0;
  while (at < line.length) {
    pieces.lastIndex = at;
    const { groups } = pieces.exec(line) ?? {};
    if (groups === undefined) return undefined;
    const { url } = groups;
    if (url !== undefined) {
      if (line.charAt(at - 1) === '!') return undefined;
      links.push({ at, end: pieces.lastIndex, url, isEmpty: groups['text'] === '' });
    }
    at = pieces.lastIndex;
  }
  return links;
}

/** Marks that could be emphasis, an entity, or the end of the heading. */
const marks = /\*|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&[#\w]+;|#\s*$/u;

/** The words of `## a heading`; undefined where it takes a parser to see them. */
export function plainHeading(
  line: string,
): { readonly depth: 1 | 2 | 3 | 4 | 5 | 6; readonly text: string } | undefined {
  const [, { length } = '', written = ''] = /^(#{1,6}) +(\S.*)$/u.exec(line) ?? [];
  if (length === 0 || plainLinks(written)?.length !== 0) return undefined;
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

/** An address as it stands in a page: `text.slice(at, at + address.length)`. */
export interface WrittenLink {
  readonly address: string;
  readonly at: number;
  readonly isPicture: boolean;
}

const markdown: readonly RegExp[] = [
  /(?<mark>!?)\[(?:[^\][\n]|\[[^\][\n]*\])*\]\(\s*<?(?<address>[^\s()<>]+)>?(?:\s+["'(][^\n]*?)?\)/dgu,
  /^ {0,3}\[(?<name>[^\]^\n][^\]\n]*)\]:\s*<?(?<address>[^\s<>]+)/dgmu,
  /<a\s[^<>\n]*?href="(?<address>[^"\n]+)"/dgu,
  /<(?<mark>img)\s[^<>\n]*?src="(?<address>[^"\n]+)"/dgu,
  /<[A-Z]\w*\s[^<>\n]*?href="(?<address>[^"\n]+)"/dgu,
  /\{\{[<%]\s*(?:rel)?ref\s+"(?<address>[^"\n]+)"/dgu,
];
const restructuredText: readonly RegExp[] = [
  /:doc:`(?:[^`<>\n]*<)?(?<address>[^`<>\n]+)>?`/dgu,
  /^\s*\.\. (?<mark>image|figure):: (?<address>\S+)$/dgmu,
];
const asciidoc: readonly RegExp[] = [/xref:(?<address>[^\s[\]]+)\[/dgu, /(?<mark>image)::?(?<address>[^\s[\]:]+)\[/dgu];

const grammars: readonly (readonly [endings: RegExp, links: readonly RegExp[]])[] = [
  [/\.(?:mdx?|markdown|mdoc)$/iu, markdown],
  [/\.rst$/iu, restructuredText],
  [/\.adoc$/iu, asciidoc],
];

/**
 * The links and pictures of a page, told by their look alone: this must know less than the checker that it measures. What
 * stands in code, comments or the data of a component (`={{ "a": "[x](y)" }}`) is passed over, and so is the address of a name that nothing uses.
 */
export function writtenLinks(path: string, text: string): WrittenLink[] {
  const [, expressions = []] = grammars.find(([endings]) => endings.test(path)) ?? [];
  const plain = withoutCode(path, text);
  const isUsed = (name: string | undefined): boolean =>
    name === undefined || plain.toLowerCase().split(`[${name.toLowerCase()}]`).length > 2;
  return expressions.flatMap((expression) =>
    Array.from(plain.matchAll(expression)).flatMap(({ indices, groups }) =>
      isUsed(groups?.['name'])
        ? [
            {
              address: groups?.['address'] ?? '',
              at: indices?.groups?.['address']?.[0] ?? 0,
              isPicture: Boolean(groups?.['mark']),
            },
          ]
        : [],
    ),
  );
}

/** The text with code and comments as blanks, as long as before. */
function withoutCode(path: string, text: string): string {
  // A sign outside of the first plane, such as a picture of a face, is two long.
  const blank = (part: string): string => part.replace(/[^\n]/gu, (sign) => ' '.repeat(sign.length));
  if (path.endsWith('.adoc')) return text.replaceAll(/^(-{4,}|\.{4,})$[^]*?^\1$|^\/\/.*$/gmu, blank);
  if (path.endsWith('.rst')) return text;
  return text
    .replaceAll(/^(?:---\n[^]*?^---$)/gmu, (part, at) => (at === 0 ? blank(part) : part))
    .replaceAll(/^[ \t>]*(`{3,}|~{3,})[^]*?(?:^[ \t>]*\1[`~]*[ \t]*$|$(?![^]))/gmu, blank)
    .replaceAll(/<!--[^]*?-->|\{\/\*[^]*?\*\/\}|<(pre|code|script|style)\b[^]*?<\/\1>/gu, blank)
    .replaceAll(/^(?: {4}|\t).*$/gmu, blank)
    .replaceAll(/=\{\{[^\n]*\}\}/gu, blank)
    .replaceAll(/(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/gu, blank);
}

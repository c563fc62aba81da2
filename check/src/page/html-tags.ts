/** Elements that have no end. https://html.spec.whatwg.org/multipage/syntax.html#void-elements, and `param` of before */
export const withoutEnd: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** One opening tag of raw HTML inside Markdown. */
export interface HtmlTag {
  readonly name: string;
  /** Offset of `<` in the text. */
  readonly offset: number;
  readonly attributes: ReadonlyMap<string, HtmlAttribute>;
  /** True where it stands in the text of a program, which may write it or not. */
  readonly isInProgram: boolean;
}

interface HtmlAttribute {
  /** Without the references to characters that it is written with. */
  readonly value: string;
  /** Offset of the first character of the value in the text. */
  readonly offset: number;
}

const tagPattern =
  /<!--[\s\S]*?(?:-->|$)|<([A-Za-z][\w.:-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*)\s*\/?>/gu;
const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/gu;

/** Elements whose content is no HTML. https://html.spec.whatwg.org/multipage/syntax.html#raw-text-elements */
const withText: ReadonlySet<string> = new Set(['script', 'style']);

/** Opening tags in a piece of HTML, comments left out. */
export function* htmlTags(html: string): Generator<HtmlTag> {
  let endOfProgram = 0;
  for (const match of html.matchAll(tagPattern)) {
    const [whole, name, attributeText] = match;
    if (name === undefined || attributeText === undefined) continue;
    const isInProgram = match.index < endOfProgram;
    const attributes = attributesOf(attributeText, match.index + 1 + name.length);
    yield { name, offset: match.index, attributes, isInProgram };
    if (!isInProgram && withText.has(name.toLowerCase()) && !whole.endsWith('/>'))
      endOfProgram = endOfText(html, name, match.index + whole.length);
  }
}

/** Without an end, it is all of the rest. */
function endOfText(html: string, name: string, start: number): number {
  const end = new RegExp(`</${name}`, 'giu');
  end.lastIndex = start;
  return end.exec(html)?.index ?? html.length;
}

function attributesOf(text: string, start: number): ReadonlyMap<string, HtmlAttribute> {
  const attributes = new Map<string, HtmlAttribute>();
  for (const match of text.matchAll(attributePattern)) {
    const [whole, name, double, single, bare] = match;
    const value = double ?? single ?? bare;
    if (name === undefined || value === undefined) continue;
    const quote = bare === undefined ? 1 : 0;
    const offset = start + match.index + whole.length - value.length - quote;
    attributes.set(name.toLowerCase(), { value: decoded(value), offset });
  }
  return attributes;
}

const signs: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

function decoded(value: string): string {
  return value.replace(/&(?:#(\d{1,5})|#x([\da-f]{1,4})|(amp|apos|gt|lt|quot));/giu, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return signs[name.toLowerCase()] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return String.fromCodePoint(code);
  });
}

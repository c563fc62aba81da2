/** Longest that a title is shown. */
const mostCharacters = 60;
const longestHeading = 500;
/** Where a title stands if there is one. */
const firstCharacters = 2_000;

/** A page's title, from frontmatter or first heading; undefined if it only repeats the file name. */
export function pageTitle(path: string, bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  const text = Buffer.from(bytes.subarray(0, firstCharacters))
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const [, frontmatter = ''] = /^---\r?\n([^]*?)\r?\n---/.exec(text) ?? [];
  const written = /^title:[ \t]*(.*)$/m.exec(frontmatter)?.[1] ?? firstHeading(text);
  const title = unquoted(withoutMarks(written).trim())
    .replace(/[\p{C}"]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (title === '' || repeatsName(title, path)) return undefined;
  return title.length > mostCharacters ? `${title.slice(0, mostCharacters - 1).toWellFormed()}…` : title;
}

/** Whether a title only repeats the file name. */
export function repeatsName(title: string, path: string): boolean {
  return plain(title) === plain(nameOf(path));
}

/** That is no comment in a block of code. */
function firstHeading(text: string): string {
  let isCode = false;
  for (const line of text.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    const heading = isCode ? null : /^#[ \t](.*)$/.exec(line);
    if (heading !== null) return heading[1] ?? '';
  }
  return '';
}

/** Without pictures, elements and where links lead, which tell nobody what the page is about. */
function withoutMarks(title: string): string {
  return title
    .slice(0, longestHeading)
    .replace(/!\[[^\][]*\]\([^()]*\)/g, ' ')
    .replace(/\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replace(/<[^<>]*>?/g, ' ');
}

function unquoted(text: string): string {
  const quote = text.charAt(0);
  return text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote) ? text.slice(1, -1) : text;
}

/** Of an index page that of its folder. */
function nameOf(path: string): string {
  const segments = path.replace(/\.[^./]+$/, '').split('/');
  return (segments.at(-1) === 'index' ? segments.at(-2) : segments.at(-1)) ?? '';
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

import { fencedLines } from './fenced-lines.ts';
import type { Link, LooseAddress } from './page-facts.ts';

/** What a file is, besides the settings that are read as such: each writes addresses in its own way. */
export type LooseKind = 'page' | 'module' | 'data';

/** Lines of more signs are made by programs. */
const longestLine = 2_000;

/** `to="/x"`, `link: '/x'`, `"url": "/x"`, `href={useBaseUrl('x')}`. */
const named =
  /(?<![\w$.-])(["']?)([A-Za-z_@:][\w:@-]{0,40})\1\s{0,9}[=:]\s{0,9}\{?\s{0,9}(?:(\w{1,40})\(\s{0,9})?(["'`])([^"'`\s<>{}|\\^()[\]*]{1,400})\4/gu;
/** `url: /x` and `- /x` of YAML. */
const plain = /^\s*(?:-\s{1,9})?(?:([\w-]{1,40}):\s{1,9})?(\/[^\s"'`<>{}|\\^()[\]*,]{1,400})\s*$/u;
/** An item of a list that stands alone on its line. */
const item = /^\s*(["'`])(\/[^"'`\s<>{}|\\^()[\]*]{1,400})\1\s*,?\s*$/u;
/** A link of Markdown in a text of data. */
const inText = /\]\((\.{0,2}\/[^\s"'`<>{}|\\^()[\]*]{1,400})\)/gu;
/** A definition, which pages may show with others' text. */
const definition = /^ {0,3}\[[^\]\n^]{1,200}\]:\s{1,9}<?([^\s<>]{1,400})>?(?:\s+["'(].{0,200})?\s*$/u;
/** What reads an address from the top of the site, whether it begins with a slash or not. */
const fromTop = /^(?:useBaseUrl|withBase)$/u;
/** Where a page or a redirect says of itself what addresses it has, or had. */
const own =
  /^(?:slugs?|permalink|alias(?:es)?|redirect_?from|redirects?|from|source|old\w*|match|path(?:name)?|base(?:path|url)?|route|entry|id|key|ref|regex|pattern)$/iu;
/** The name that the items of a list below it have. */
const list = /^\s*(?:-\s{1,9})?["']?([\w-]{1,40})["']?\s{0,9}:\s{0,9}\[?\s*$/u;
/** What every line has that has an address of any of these forms. */
const promising = /["'`(:-]\s{0,9}\.{0,2}\/|useBaseUrl|withBase/u;
const beginsAtTop = /^\/[\p{L}\p{N}_.#]/u;
const beginsAtPage = /^\.{1,2}\//u;

/**
 * Addresses that stand where nothing tells that they are ones: in attributes of components, in data of modules, settings and
 * frontmatter. Whether what stands in such a place is an address of the site, only the others in its like can tell.
 */
export function findLooseAddresses(text: string, kind: LooseKind, known: readonly Link[] = []): LooseAddress[] {
  if (!promising.test(text)) return [];
  const lines = text.split('\n');
  const fenced = kind === 'page' ? fencedLines(lines) : [];
  const told = new Set(known.map(({ url }) => url));
  const hasComments = text.includes('<!--') || text.includes('/*');
  const end = kind === 'page' && /^\uFEFF?---\s*$/u.test(lines[0] ?? '') ? lines.indexOf('---', 1) : -1;
  const hasDefinitions = kind === 'page' && mostlyDefinitions(lines);
  const found: LooseAddress[] = [];
  let inComment = false;
  let ofList = '';
  for (const [index, written] of lines.entries()) {
    const isField = index < end;
    const where = isField ? 'fields' : kind;
    const wasComment = inComment;
    inComment = hasComments && staysOpen(written, inComment);
    if (wasComment || fenced[index] === true || written.length > longestLine) continue;
    const isData = isField || kind !== 'page';
    // What is promising without its code is so with it: code ends with a quotation mark of its own.
    if ((!isData && !promising.test(written)) || isComment(written)) continue;
    const line = isData ? written : written.replace(/`[^`]*`/gu, blank);
    if (isData) ofList = list.exec(line)?.[1] ?? ofList;
    if (!promising.test(line)) continue;
    const add = (name: string, url: string, at: number): void => {
      const isAddress = beginsAtTop.test(url) || (kind === 'page' && beginsAtPage.test(url));
      const bare = name.replace(/^:/u, '');
      // Menus of themes of Hugo name pages so: https://geekdocs.de/usage/menus/#bundle-menu
      const isOwn = own.test(bare) && !(kind === 'data' && bare === 'ref');
      if (isAddress && !told.has(url) && !isOwn)
        found.push({ line: index + 1, column: at + 1, url, place: `${where} ${bare}` });
    };
    for (const { 2: name = '', 3: reader = '', 5: value = '', index: at } of line.matchAll(named)) {
      if (fromTop.test(reader)) add(`${reader}()`, `/${value.replace(/^\.?\//u, '')}`, at);
      else if (reader === '') add(name, value, at);
    }
    const alone = item.exec(line) ?? (isField || kind === 'data' ? plain.exec(line) : null);
    if (alone !== null)
      add(/^["'`]?$/u.test(alone[1] ?? '') ? ofList : (alone[1] ?? ''), alone[2] ?? '', line.search(/\S/u));
    if (hasDefinitions) add('definition', definition.exec(line)?.[1] ?? '', line.search(/\S/u));
    if (isData) for (const { 1: url = '', index: at } of line.matchAll(inText)) add('](', url, at);
  }
  return found;
}

/** True for a part that defines addresses for the pages that show it. */
function mostlyDefinitions(lines: readonly string[]): boolean {
  const written = lines.filter((line) => line.trim() !== '');
  return 2 * written.filter((line) => line.startsWith('[') && definition.test(line)).length > written.length;
}

function blank(text: string): string {
  return ' '.repeat(text.length);
}

function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\*|#|<!--|\{?\/\*)/u.test(line);
}

/** True where the line ends within a comment of several lines. */
function staysOpen(line: string, isOpen: boolean): boolean {
  const opened = Math.max(line.lastIndexOf('<!--'), line.lastIndexOf('/*'));
  const closed = Math.max(line.lastIndexOf('-->'), line.lastIndexOf('*/'));
  return closed > opened ? false : isOpen || opened !== -1;
}

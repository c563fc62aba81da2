import { blank } from './blank.ts';
import { fencedLines } from './fenced-lines.ts';
import { createLineIndex } from './line-index.ts';
import type { Dialect, Link, PageFacts } from './page-facts.ts';
import { nameOf } from './restructuredtext/names.ts';

const role = /\{(doc|download|ref|numref)\}`([^`<>\n]*?)(?:<([^<>`\n]+)>)?`/gu;
const imageDirective = /^[ \t]*(?:`{3,}|~{3,}|:{3,})\{(?:image|figure)\}[ \t]+(\S+)/gmu;
const toctree = /^([ \t]*)(`{3,}|~{3,}|:{3,})\{toctree\}[^\n]*\n([\s\S]*?)^\1\2[ \t]*$/gmu;
const yamlOptions = /^\s*---[ \t]*\n(?:[^\n]*\n)*?[ \t]*---[ \t]*(?=\n|$)/u;
/** Targets that a directive gives itself; those of their own, `(label)=`, are read as anchors elsewhere. */
const namedDirective =
  /^[ \t]*(?:`{3,}|~{3,}|:{3,})\{[\w:.+-]+\}[^\n]*\n(?:[ \t]*:[\w-]+:[^\n]*\n)*?[ \t]*:(?:name|label):[ \t]*(\S+)/gmu;

/**
 * What MyST says in roles and directives: `{doc}`, `{download}` and `{ref}` links, images, named targets, and the pages
 * of a `toctree`. A `{ref}` is a link to an anchor that any page of the project may have.
 * https://myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html
 */
export function findMystLinks(text: string, { includes }: Dialect): Pick<PageFacts, 'links' | 'listed' | 'ids'> {
  if (includes !== 'myst') return { links: [], listed: [], ids: [] };
  const lines = createLineIndex(text);
  const rows = text.split('\n');
  const fenced = fencedLines(rows);
  const linkAt = (kind: Link['kind'], url: string, at: number): Link => {
    const offset = text.indexOf(url, at);
    return { ...lines.placeOf(at), kind, url, element: 'markdown', range: [offset, offset + url.length] };
  };
  const roles = [...text.matchAll(role)].flatMap((match): Link[] => {
    const [, name, plain = '', target = plain] = match;
    const { line, column } = lines.placeOf(match.index);
    const isShown = (rows[line - 1] ?? '').slice(0, column - 1).split(/``+/u).length % 2 === 0;
    if (fenced[line - 1] === true || isShown) return [];
    if (name === 'doc') return [linkAt('page', target.trim(), match.index)];
    if (name === 'download') return [linkAt('file', target.trim(), match.index)];
    return [{ line, column, kind: 'page', url: `#${nameOf(target)}`, element: 'ref', range: undefined }];
  });
  const images = [...text.matchAll(imageDirective)].map((match) => linkAt('file', match[1] ?? '', match.index));
  const listed = [...text.matchAll(toctree)].flatMap((match) => {
    if (isIndentedCode(rows, lines.placeOf(match.index).line - 1)) return [];
    const start = match.index + match[0].indexOf('\n') + 1;
    // Options may stand between two lines of YAML.
    const content = (match[3] ?? '').replace(yamlOptions, blank);
    return [...content.matchAll(/^[ \t]*(?!:|[ \t]*$)(.+)$/gmu)].flatMap((line) => {
      const entry = (/<([^<>]+)>\s*$/u.exec(line[1] ?? '')?.[1] ?? line[1] ?? '').trim();
      return entry === '' ? [] : [{ entry, ...lines.placeOf(start + line.index) }];
    });
  });
  const ids = [...text.matchAll(namedDirective)].map(({ index, 1: id = '' }) => ({ id, ...lines.placeOf(index) }));
  return { links: [...roles, ...images], listed, ids };
}

/** Lines above that are looked at for the item of a list that an indented line belongs to. */
const linesAbove = 50;

function isIndentedCode(rows: readonly string[], row: number): boolean {
  if (!/^(?: {4}|\t)/u.test(rows[row] ?? '')) return false;
  const above = rows.slice(Math.max(0, row - linesAbove), row).findLast((line) => /^ {0,3}\S/u.test(line));
  return above !== undefined && !/^ {0,3}(?:[-*+]|\d+[.)])\s|^ {0,3}[`:]{3}/u.test(above);
}

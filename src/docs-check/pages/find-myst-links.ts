import { fencedLines } from './fenced-lines.ts';
import { createLineIndex } from './line-index.ts';
import type { Dialect, Link, PageFacts } from './page-facts.ts';

const role = /\{(doc|download)\}`([^`<>\n]*?)(?:<([^<>`\n]+)>)?`/gu;
const imageDirective = /^\s*(?:`{3,}|~{3,}|:{3,})\{(?:image|figure)\}[ \t]+(\S+)/gmu;
const toctree = /^([ \t]*)(`{3,}|~{3,}|:{3,})\{toctree\}[^\n]*\n([\s\S]*?)^\1\2[ \t]*$/gmu;

/**
 * What MyST says in roles and directives: `{doc}` and `{download}` links, images, and the pages of a `toctree`.
 * https://myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html
 */
export function findMystLinks(text: string, { includes }: Dialect): Pick<PageFacts, 'links' | 'listed'> {
  if (includes !== 'myst') return { links: [], listed: [] };
  const lines = createLineIndex(text);
  const fenced = fencedLines(text.split('\n'));
  const linkAt = (kind: Link['kind'], url: string, at: number): Link => {
    const offset = text.indexOf(url, at);
    return { ...lines.placeOf(at), kind, url, element: 'markdown', range: [offset, offset + url.length] };
  };
  const roles = [...text.matchAll(role)].flatMap((match) => {
    const [, name, plain = '', target = plain] = match;
    if (fenced[lines.placeOf(match.index).line - 1] === true) return [];
    return [linkAt(name === 'doc' ? 'page' : 'file', target.trim(), match.index)];
  });
  const images = [...text.matchAll(imageDirective)].map((match) => linkAt('file', match[1] ?? '', match.index));
  const listed = [...text.matchAll(toctree)].flatMap((match) => {
    const start = match.index + match[0].indexOf('\n') + 1;
    return [...(match[3] ?? '').matchAll(/^[ \t]*(?!:|[ \t]*$)(.+)$/gmu)].flatMap((line) => {
      const entry = (/<([^<>]+)>\s*$/u.exec(line[1] ?? '')?.[1] ?? line[1] ?? '').trim();
      return entry === '' ? [] : [{ entry, ...lines.placeOf(start + line.index) }];
    });
  });
  return { links: [...roles, ...images], listed };
}

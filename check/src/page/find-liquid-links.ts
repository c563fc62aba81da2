import { blank } from './blank.ts';
import { fencedLines } from './fenced-lines.ts';
import { withoutBlocks } from './liquid-blocks.ts';
import type { Dialect, Link } from './page-facts.ts';

/** `{% link a.md %}`, `{% post_url 2024-05-06-a %}`, with the anchor behind it. https://jekyllrb.com/docs/liquid/tags/#links */
const tag = /\{%-?\s{1,9}(link|post_url)\s{1,9}["']?([^\s"'{}%|]{1,400})["']?\s{0,9}-?%\}(#[^\s"'<>(){}]{1,200})?/gu;
/** What stands before an address that a template begins: that of a link or picture, or an attribute. */
const before =
  /(?:(!?)\[(?:[^\][\n]{0,300})\]\(\s{0,9}<?|\b(href|src)\s{0,9}=\s{0,9}["']?|^ {0,3}\[[^\][\n]{1,300}\]:\s{1,9})$/u;
/** `{{ site.baseurl }}/a`, `{{ "/a" | relative_url }}`. https://jekyllrb.com/docs/liquid/filters/#relative-url */
const template =
  /(?:\{\{-?\s{0,9}site\.(?:github\.)?url\s{0,9}-?\}\})?\{\{-?\s{0,9}(?:site\.baseurl|site\.github\.url|site\.url|(["'])([^"'{}\n|]{1,400})\1((?:\s{0,9}\|\s{0,9}(?:relative_url|absolute_url|prepend:\s{0,9}site\.(?:baseurl|url))){1,2}))\s{0,9}-?\}\}([^\s"'<>(){}]{0,400})/gu;
const longestBefore = 320;

/** Pages that tags and templates of Liquid name as Jekyll has them, in addresses of links and pictures. */
export function findLiquidLinks(source: string, { shortcodes }: Dialect): Link[] {
  if (shortcodes !== 'jekyll' || !/\{[{%]/u.test(source)) return [];
  const lines = withoutBlocks(source, ['raw', 'comment', 'highlight']).split('\n');
  const fenced = fencedLines(lines);
  return lines.flatMap((written, index) => {
    if (fenced[index] === true || !/\{[{%]/u.test(written)) return [];
    const line = written.includes('`') ? written.replace(/`[^`]*`/gu, blank) : written;
    const place = (at: number) => ({ line: index + 1, column: at + 1, range: undefined });
    const ofTags = [...line.matchAll(tag)].map(
      ({ 0: whole, 1: name = '', 2: path = '', 3: anchor = '', index: at }): Link => ({
        ...place(at + whole.indexOf(path, name.length + 3)),
        kind: 'page',
        url: path + anchor,
        element: name === 'link' ? 'link tag' : 'post_url',
      }),
    );
    const ofTemplates = [...line.matchAll(template)].flatMap(
      ({ 0: whole, 2: inside = '', 4: rest = '', index: at }): Link[] => {
        const found = before.exec(line.slice(Math.max(0, at - longestBefore), at));
        const url = `/${(inside + rest).replace(/^\/+/u, '')}`;
        if (found === null || line.startsWith('{', at + whole.length)) return [];
        const isPicture = found[1] === '!' || found[2] === 'src';
        return [{ ...place(at), kind: isPicture ? 'file' : 'page', url, element: 'liquid' }];
      },
    );
    return [...ofTags, ...ofTemplates];
  });
}

import { blank } from './blank.ts';
import { withoutEnd } from './html-tags.ts';

const begins = /^ {0,3}<([a-z][a-z\d-]*)(?=[\s>/])/iu;
const ends = /^ {0,3}<\/[a-z][a-z\d-]*>[ \t]*$/iu;
const tag = /<(\/?)([a-z][a-z\d-]*)(?:[\s/][^<>]*)?(?:>|$)/giu;

/**
 * To CommonMark, HTML goes on up to an empty line; Python-Markdown and kramdown read on behind the end of the element that began it.
 * The line that ends it becomes an empty one where text follows.
 */
export function endHtml(lines: readonly string[], isCode: readonly boolean[]): readonly string[] {
  let open = 0;
  let isInside = false;
  return lines.map((line, index) => {
    if (isCode[index] === true || line.trim() === '') {
      isInside = false;
      return line;
    }
    if (!isInside) {
      // One that began before an empty line makes HTML of what follows its end too.
      if (!begins.test(line) && !ends.test(line)) return line;
      isInside = true;
      open = 0;
    }
    for (const [whole, slash, name = ''] of line.matchAll(tag))
      if (!withoutEnd.has(name.toLowerCase()) && !whole.endsWith('/>')) open += slash === '/' ? -1 : 1;
    if (open > 0 || !ends.test(line)) return line;
    isInside = false;
    return /^ {0,3}[^\s<]/u.test(lines[index + 1] ?? '') ? blank(line) : line;
  });
}

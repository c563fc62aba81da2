/**
 * Makes visible what a reader of the page would not see, where instructions to an agent like to hide: invisible
 * characters become `⟦U+200B⟧`, and lines of HTML or MDX comments are marked beside the text.
 */

/** Zero-width, direction and tag characters, soft hyphen, variation fillers, and controls other than tab and newline. */
const hiddenCharacter =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- these characters are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]/gu;

/** Zero-width joiners are part of emoji and of several scripts; only those between other characters are suspicious. */
const suspiciousJoiner = /(?<![\p{Extended_Pictographic}\p{M}\u{fe0f}\p{sc=Arabic}\p{sc=Devanagari}])[\u200c\u200d]/gu;

export function showHiddenCharacters(text: string): string {
  return text.replace(suspiciousJoiner, mark).replace(hiddenCharacter, mark);
}

/** The inverse of `showHiddenCharacters`. */
export function restoreHiddenCharacters(text: string): string {
  return text.replace(/⟦U\+([0-9A-F]{4,6})⟧/g, (whole, hex: string) => {
    const codePoint = Number.parseInt(hex, 16);
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : whole;
  });
}

/**
 * What lines that lie, wholly or in part, in an HTML or MDX comment are marked with, by their 1-based numbers. In what looks
 * like a block of code readers see them, or do not: only a parser could tell, and a page may look like anything.
 */
export function commentLines(text: string): Map<number, string> {
  const lines = new Map<number, string>();
  let inside: '-->' | '*/' | undefined;
  let fence: string | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    let position = 0;
    const marks = inside === undefined ? /^[\s>]*(`{3,}|~{3,})/u.exec(line)?.[1] : undefined;
    if (fence === undefined) fence = marks;
    else if (marks?.startsWith(fence) === true) fence = undefined;
    for (;;) {
      if (inside !== undefined) {
        lines.set(index + 1, fence === undefined ? 'comment, hidden from readers' : 'comment in code');
        const close = line.indexOf(inside, position);
        if (close === -1) break;
        position = close + inside.length;
        inside = undefined;
      } else {
        const open = line.slice(position).search(/<!--|\{\s*\/\*/);
        if (open === -1) break;
        position += open;
        inside = line.startsWith('<!--', position) ? '-->' : '*/';
        position = inside === '-->' ? position + '<!--'.length : line.indexOf('/*', position) + '/*'.length;
      }
    }
  }
  return lines;
}

function mark(character: string): string {
  return `⟦U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟧`;
}

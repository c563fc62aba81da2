/** Patterns that one source may become, where it names choices. */
const mostPatterns = 64;

/** What stands for more than itself: the rest of the path, any text, one of some words, one segment. */
const token = /\/:\w+(?:[*+]|\(\.[*+]\))|:\w+\((?<choice>[\w|-]+)\)|:\w+|\/?(?<any>\(\.\*\)|\*+)/gu;

/**
 * The addresses that a source of a redirect answers, written as path-to-regexp or a host does (`/old/:page`, `/old/:rest*`,
 * `/old/*`), as patterns in which `?` stands for a character of a segment, `*` for any of them and `**` for any segments. Undefined where
 * that is not known. None for a source that answers every address, such as one that changes the host.
 */
export function redirectPatterns(source: string): readonly string[] | undefined {
  let patterns = [''];
  let end = 0;
  const add = (...texts: readonly string[]): void => {
    patterns = patterns.flatMap((pattern) => texts.map((text) => pattern + text));
  };
  for (const { 0: text, index, groups = {} } of source.matchAll(token)) {
    const literal = source.slice(end, index);
    end = index + text.length;
    if (isUnread(literal)) return undefined;
    add(literal);
    const isWhole = end === source.length || source[end] === '/';
    if (groups['choice'] !== undefined) add(...groups['choice'].split('|'));
    else if (groups['any'] !== undefined) add(...(isWhole ? ['*/**'] : ['*', '*/**/*']));
    else if (!text.startsWith('/:')) add('?*');
    else if (/\w$/u.test(text)) add('/?*');
    else if (isWhole) add('/**');
    else return undefined;
    if (patterns.length > mostPatterns) return undefined;
  }
  const literal = source.slice(end);
  if (isUnread(literal)) return undefined;
  add(literal);
  return patterns.filter((pattern) => /[^*?/]/u.test(pattern));
}

function isUnread(literal: string): boolean {
  return /[()[\]{}?*+\\^$|:]/u.test(literal);
}

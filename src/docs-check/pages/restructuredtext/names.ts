/** Docutils and Sphinx compare names in lower case, with single spaces. */
export function nameOf(written: string): string {
  return written.trim().replace(/\s+/gu, ' ').toLowerCase();
}

/**
 * The id that docutils makes of a name (`make_id`).
 * https://docutils.sourceforge.io/docs/ref/rst/directives.html#identifier-normalization
 */
export function idOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\p{ASCII}]/gu, '')
    .toLowerCase();
  return plain.replace(/[^a-z\d]+/gu, '-').replace(/^[-\d]+|-+$/gu, '');
}

/** Docutils and Sphinx compare names in lower case, with single spaces. */
export function nameOf(written: string): string {
  return written.trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** Letters that docutils spells otherwise than Unicode takes them apart. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'sz',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
};

/**
 * The id that docutils makes of a name (`make_id`).
 * https://docutils.sourceforge.io/docs/ref/rst/directives.html#identifier-normalization
 */
export function idOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßæœøđħıłŧ]/gu, (letter) => spelled[letter] ?? letter)
    .normalize('NFKD')
    .replace(/[^\p{ASCII}]/gu, '')
    .replace(/[^a-z\d]+/gu, '-')
    .replace(/^[-\d]+|-$/gu, '');
}

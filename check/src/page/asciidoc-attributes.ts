/** The names of attributes that the lines show; those of a file that has nothing but attributes are shown elsewhere. */
export function shownAttributes(lines: readonly string[]): ReadonlySet<string> | 'elsewhere' {
  const hasText = lines.some((line) => line !== '' && !/^(?::|\/\/|(?:if\w+|endif|include)::)/u.test(line));
  if (!hasText) return 'elsewhere';
  return new Set(lines.flatMap((line) => [...line.matchAll(/\{([\w-]+)\}/gu)].map(([, name = '']) => name)));
}

/** One that the page does not set itself. */
export const unknownAttribute = /\{[\w-]+\}/u;

/** What is left of a name around the attributes that are set elsewhere. */
export function knownParts(name: string): readonly string[] {
  return name.split(new RegExp(unknownAttribute, 'gu'));
}

/** https://docs.asciidoctor.org/asciidoc/latest/attributes/character-replacement-ref/ */
export const builtIn: Readonly<Record<string, string>> = {
  empty: '',
  sp: ' ',
  nbsp: ' ',
  plus: '+',
  cpp: 'C++',
  apos: "'",
  amp: '&',
  hash: '#',
};

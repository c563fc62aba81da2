/** Bounded, so that no module of another kind takes long. */
const imports = /\bimport\s([\w$\s{},*]{1,500})\bfrom\s{0,100}['"]([^'"\n]+)['"]/gu;

/** What a module imports by a statement: all words before `from`, of which some are names, and from where. */
export function namedImports(text: string): readonly { readonly names: readonly string[]; readonly source: string }[] {
  return [...text.matchAll(imports)].map(([, names = '', source = '']) => ({
    names: names.match(/[\w$]+/gu) ?? [],
    source,
  }));
}

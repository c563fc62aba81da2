import type { Identifier, ImportDeclaration, ImportSpecifier, Program } from 'estree';

/** No word of the language has a capital letter. */
const name = String.raw`(?=[\w$]*[A-Z])[A-Za-z_$][\w$]*`;
const named = String.raw`${name}(?: as ${name})?`;
const importLine = new RegExp(
  String.raw`^import (?<whole>${name})?(?:, (?=\{))?(?:\{ ?(?<list>${named}(?:, ${named})*),? ?\})? from (["'])(?<source>[^"'\\]+)\3;? *$`,
  'u',
);

/** The syntax tree of lines that import as most do, as far as names and sources go; undefined where it takes a parser. */
export function plainModule(lines: readonly string[]): Program | undefined {
  const names = new Set<string>();
  const body: ImportDeclaration[] = [];
  let count = 0;
  for (const line of lines) {
    const { whole, list, source } = importLine.exec(line)?.groups ?? {};
    if (source === undefined || (whole === undefined && list === undefined)) return undefined;
    if (whole !== undefined && list === undefined && line.includes(`${whole}, `)) return undefined;
    const locals = [...(whole === undefined ? [] : [whole]), ...(list?.split(', ') ?? [])].map(
      (one) => one.split(' as ').at(-1) ?? one,
    );
    count += locals.length;
    for (const local of locals) names.add(local);
    body.push({
      type: 'ImportDeclaration',
      specifiers: locals.map(specifierOf),
      source: { type: 'Literal', value: source },
      attributes: [],
    });
  }
  // A name that is declared twice is an error, which a parser words.
  return names.size === count ? { type: 'Program', sourceType: 'module', body } : undefined;
}

function specifierOf(name: string): ImportSpecifier {
  const local: Identifier = { type: 'Identifier', name };
  return { type: 'ImportSpecifier', local, imported: local };
}

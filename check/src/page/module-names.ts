import type { Pattern, Program } from 'estree';
import type { MdxjsEsm } from 'mdast-util-mdxjs-esm';

interface ModuleNames {
  readonly imports: readonly { readonly source: string; readonly names: readonly string[] }[];
  readonly declared: readonly string[];
}

/** What a block of import and export lines brings into the page, read from its syntax tree. */
export function namesOf(node: MdxjsEsm): ModuleNames {
  const imports: { source: string; names: string[] }[] = [];
  const declared: string[] = [];
  for (const statement of bodyOf(node.data?.estree)) {
    if (statement.type === 'ImportDeclaration' && typeof statement.source.value === 'string') {
      imports.push({ source: statement.source.value, names: statement.specifiers.map(({ local }) => local.name) });
    }
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const { declaration } = statement;
    if (declaration?.type === 'VariableDeclaration') {
      declared.push(...declaration.declarations.flatMap(({ id }) => boundNames(id)));
    } else if (declaration) declared.push(declaration.id.name);
  }
  return { imports, declared };
}

function bodyOf(program: Program | null | undefined): Program['body'] {
  return program?.body ?? [];
}

function boundNames(pattern: Pattern): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'ArrayPattern')
    return pattern.elements.flatMap((element) => (element ? boundNames(element) : []));
  if (pattern.type === 'RestElement') return boundNames(pattern.argument);
  if (pattern.type === 'AssignmentPattern') return boundNames(pattern.left);
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((property) =>
    boundNames(property.type === 'RestElement' ? property.argument : property.value),
  );
}

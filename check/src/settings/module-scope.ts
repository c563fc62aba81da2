import type { Node, Program, VariableDeclaration } from 'estree';

type Declared = { readonly kind: 'node'; readonly node: Node } | { readonly kind: 'value'; readonly value: unknown };

/** The constants of a module by name. */
export interface Scope {
  lookUp(name: string): Declared | undefined;
  declare(declaration: VariableDeclaration): void;
  /** Keeps the value of a constant, so that it is told only once. */
  settle(name: string, value: unknown): void;
}

export function createScope(program: Program, imported: ReadonlyMap<string, unknown>): Scope {
  const declared = new Map<string, Declared>([...imported].map(([name, value]) => [name, { kind: 'value', value }]));
  const declare = (declaration: VariableDeclaration): void => {
    for (const { id, init } of declaration.declarations) {
      if (id.type === 'Identifier' && init) declared.set(id.name, { kind: 'node', node: init });
    }
  };
  for (const statement of program.body) {
    const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (inner?.type === 'VariableDeclaration') declare(inner);
    else if (inner?.type === 'FunctionDeclaration') declared.set(inner.id.name, { kind: 'node', node: inner });
  }
  return {
    lookUp: (name) => declared.get(name),
    declare,
    settle: (name, value) => void declared.set(name, { kind: 'value', value }),
  };
}

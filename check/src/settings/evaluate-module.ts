import type { Expression, Node, Pattern, Program, SpreadElement, TemplateElement } from 'estree';
import { createEvaluationBudget } from './evaluation-budget.ts';
import { CallValue, isEntry, isPluginName, isRecord, textsOfBoth, untold } from './evaluated-values.ts';
import { createScope, type Scope } from './module-scope.ts';
import {
  calleeName,
  isFunction,
  isModuleExports,
  isOfEnvironment,
  keyOf,
  unwrapped,
  type FunctionNode,
} from './module-syntax.ts';

/** What the literals of a settings module say. */
export interface EvaluatedModule {
  readonly default: unknown;
  readonly named: ReadonlyMap<string, unknown>;
}

/** Reads values out of a module's syntax tree. Nothing is run. `imported` gives what the module imports, by local name. */
export function evaluateModule(program: Program, imported: ReadonlyMap<string, unknown>): EvaluatedModule {
  const evaluator = new Evaluator(createScope(program, imported));
  let main: unknown;
  const named = new Map<string, unknown>();
  for (const statement of program.body) {
    if (statement.type === 'ExportDefaultDeclaration') main = evaluator.value(statement.declaration as Node);
    else if (statement.type === 'ExportNamedDeclaration') {
      if (statement.declaration?.type === 'VariableDeclaration') {
        for (const { id } of statement.declaration.declarations) {
          if (id.type === 'Identifier') named.set(id.name, evaluator.value(id));
        }
      }
      for (const { local, exported } of statement.specifiers) {
        if (local.type === 'Identifier' && exported.type === 'Identifier')
          named.set(exported.name, evaluator.value(local));
      }
    } else if (statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression') {
      const { left, right } = statement.expression;
      if (isModuleExports(left)) main = evaluator.value(right);
    }
  }
  return { default: main, named };
}

/** Nesting that no settings file reaches; stops constants that are defined by each other. */
const deepest = 60;

class Evaluator {
  private readonly scope: Scope;
  private readonly budget = createEvaluationBudget();
  private depth = 0;
  /** Constants whose value is being told; one that needs itself cannot be. */
  private readonly open = new Set<string>();
  /** What the function that is being read was given, by name. */
  private given: ReadonlyMap<string, unknown> = new Map();

  constructor(scope: Scope) {
    this.scope = scope;
  }

  value(node: Node): unknown {
    if (this.depth > deepest || !this.budget.step()) return untold;
    this.depth += 1;
    try {
      const value = this.evaluate(node);
      return this.budget.admits(value) ? value : untold;
    } finally {
      this.depth -= 1;
    }
  }

  private evaluate(node: Node): unknown {
    const inner = unwrapped(node);
    if (inner !== undefined) return this.value(inner);
    switch (node.type) {
      case 'Literal':
        return 'regex' in node ? untold : node.value;
      case 'TemplateLiteral':
        return this.template(node.quasis, node.expressions);
      case 'ArrayExpression':
        return node.elements.flatMap((element) => this.possibleCalls(element) ?? this.element(element));
      case 'ObjectExpression':
        return this.object(node.properties);
      case 'Identifier':
        return this.identifier(node.name);
      case 'MemberExpression':
        return this.member(node);
      case 'CallExpression':
        return this.call(node.callee, node.arguments);
      case 'BinaryExpression': {
        const [left, right] = [this.value(node.left), this.value(node.right)];
        return node.operator === '+' && typeof left === 'string' && typeof right === 'string' ? left + right : untold;
      }
      case 'UnaryExpression':
        return node.operator === '!' && node.argument.type === 'Literal' ? node.argument.value !== true : untold;
      case 'LogicalExpression':
        // `process.env.BASE || '/'`: a site is published with what nothing else was said for.
        return isOfEnvironment(node.left) && node.operator !== '&&' ? this.value(node.right) : untold;
      case 'ConditionalExpression':
        return textsOfBoth(this.branches(node));
      case 'AwaitExpression':
        return this.value(node.argument);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return this.returned(node.body);
      default:
        return untold;
    }
  }

  private identifier(name: string): unknown {
    if (name === 'undefined') return undefined;
    if (this.given.has(name)) return this.given.get(name);
    const found = this.scope.lookUp(name);
    if (found === undefined || this.open.has(name)) return untold;
    if (found.kind === 'value') return found.value;
    this.open.add(name);
    // What a function is given is no part of the constants of the module.
    const value = this.withGiven(new Map(), () => this.value(found.node));
    this.open.delete(name);
    // What a function gives may be another thing where it is given something.
    if (!isFunction(found.node)) this.scope.settle(name, value);
    return value;
  }

  private template(quasis: readonly TemplateElement[], expressions: readonly Expression[]): unknown {
    const values = expressions.map((expression) => this.value(expression));
    const texts = values.flatMap((value) =>
      typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
    );
    if (texts.length < values.length) return untold;
    return quasis.map((quasi, index) => (quasi.value.cooked ?? '') + (texts[index] ?? '')).join('');
  }

  private element(element: Expression | SpreadElement | null): unknown[] {
    if (element === null) return [];
    if (element.type !== 'SpreadElement') return [this.value(element)];
    const list = this.value(element.argument);
    return Array.isArray(list) && this.budget.spread(list) ? (list as unknown[]) : [untold];
  }

  /** The calls and plugins of `a && b()`, `...(a ? [b()] : [])` and their like in a list; undefined where anything else may stand there. */
  private possibleCalls(element: Expression | SpreadElement | null): unknown[] | undefined {
    if (element === null) return undefined;
    const isSpread = element.type === 'SpreadElement';
    const values = this.branches(isSpread ? element.argument : element);
    const all = isSpread && values.every((value) => Array.isArray(value)) ? values.flat() : values;
    const calls = all.filter((value) => value instanceof CallValue || isEntry(value) || isPluginName(value));
    return calls.length > 0 && all.every((value) => calls.includes(value) || value === undefined || value === null)
      ? calls
      : undefined;
  }

  private object(properties: readonly Node[]): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const property of properties) {
      if (property.type === 'SpreadElement') {
        const possible = this.possible(property.argument);
        if (possible !== undefined) {
          for (const name of possible) result[name] = untold;
          continue;
        }
        const spread = this.value(property.argument);
        if (isRecord(spread) && this.budget.spread(spread)) Object.assign(result, spread);
        else if (spread !== null && (['object', 'string'].includes(typeof spread) || spread === untold))
          result['...'] = untold;
      } else if (property.type === 'Property') {
        const key = property.computed ? this.value(property.key) : keyOf(property.key);
        if (typeof key === 'string' && key !== '__proto__') result[key] = this.value(property.value);
        else if (key === untold || key instanceof CallValue) result['...'] = untold;
      }
    }
    return result;
  }

  /** Names of what `...(a ? { b } : {})` or `...(a && { b })` may bring; undefined where that is not told. */
  private possible(node: Node): readonly string[] | undefined {
    const values = this.branches(node);
    return values.length > 0 && values.every((value) => isRecord(value) && !Object.hasOwn(value, '...'))
      ? values.flatMap((value) => Object.keys(value as object))
      : undefined;
  }

  /** What each branch of a condition gives; nothing for what is no condition. */
  private branches(node: Node): readonly unknown[] {
    const inner = unwrapped(node) ?? node;
    if (inner.type === 'ConditionalExpression')
      return [inner.consequent, inner.alternate].map((branch) => this.value(branch));
    return inner.type === 'LogicalExpression' ? [this.value(inner.right)] : [];
  }

  private member(node: Extract<Node, { type: 'MemberExpression' }>): unknown {
    const object = this.value(node.object);
    const key = node.computed ? this.value(node.property) : keyOf(node.property);
    if (typeof object !== 'object' || object === null || (typeof key !== 'string' && typeof key !== 'number'))
      return untold;
    if (object instanceof CallValue) return untold;
    return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
  }

  /** `defineConfig(x)` and its like give back what they get; other calls are kept as they stand. */
  private call(callee: Node, args: readonly (Expression | SpreadElement)[]): unknown {
    const name = calleeName(callee);
    const values = args.flatMap((argument) => this.element(argument));
    if (/^(?:define\w*|with[A-Z]\w*|require\.resolve|Object\.freeze)$/u.test(name)) return values[0];
    if (name === 'require' && typeof values[0] === 'string') {
      const found = this.scope.lookUp(`require:${values[0]}`);
      return found?.kind === 'value' ? found.value : untold;
    }
    const written = unwrapped(callee) ?? callee;
    if (isFunction(written) && args.length === 0) return this.value(written);
    const declared = this.scope.lookUp(name);
    if (declared?.kind === 'node' && args.length === 0) return this.value(declared.node);
    return this.entries(callee, args, values) ?? new CallValue(name, values);
  }

  /**
   * The entry of a list of plugins, a name with its settings, that a function of the module makes of what it is given (`docs({ path })`),
   * or all that it makes of a list (`parts.map((part) => docs(part))`). Undefined for what gives anything else.
   */
  private entries(
    callee: Node,
    args: readonly (Expression | SpreadElement)[],
    values: readonly unknown[],
  ): unknown[] | undefined {
    const [first] = args;
    if (callee.type === 'MemberExpression' && keyOf(callee.property) === 'map' && !callee.computed) {
      const maker = first === undefined ? undefined : this.functionAt(first);
      const list = maker === undefined ? undefined : this.value(callee.object);
      if (maker === undefined || !Array.isArray(list) || !this.budget.spread(list)) return undefined;
      const made = (list as unknown[]).map((one) => this.result(maker, [one]));
      return made.length > 0 && made.every(isEntry) ? made : undefined;
    }
    const maker = this.functionAt(callee);
    const made = maker === undefined ? undefined : this.result(maker, values);
    return isEntry(made) ? made : undefined;
  }

  /** A function as it is written, or the one of the module that has this name. */
  private functionAt(node: Node): FunctionNode | undefined {
    const written = unwrapped(node) ?? node;
    const declared = written.type === 'Identifier' ? this.scope.lookUp(written.name) : undefined;
    return [written, declared?.kind === 'node' ? declared.node : undefined].find(
      (one): one is FunctionNode => one !== undefined && isFunction(one),
    );
  }

  private result({ params, body }: FunctionNode, values: readonly unknown[]): unknown {
    const given = new Map(params.flatMap((parameter, index) => [...this.bound(parameter, values[index])]));
    return this.withGiven(given, () => this.returned(body));
  }

  /** Names that a parameter gives to parts of a value. */
  private bound(parameter: Pattern, value: unknown): ReadonlyMap<string, unknown> {
    if (parameter.type === 'AssignmentPattern')
      return this.bound(parameter.left, value === undefined ? this.value(parameter.right) : value);
    if (parameter.type === 'Identifier') return new Map([[parameter.name, value]]);
    if (parameter.type !== 'ObjectPattern') return new Map();
    const rest = new Map<string, unknown>(isRecord(value) ? Object.entries(value) : []);
    const names = new Map<string, unknown>();
    for (const property of parameter.properties) {
      if (property.type === 'RestElement') {
        const others = isRecord(value) ? Object.fromEntries(rest) : untold;
        for (const [name, part] of this.bound(property.argument, others)) names.set(name, part);
        continue;
      }
      const key = keyOf(property.key) ?? '';
      const part = isRecord(value) && !rest.has('...') ? rest.get(key) : (rest.get(key) ?? untold);
      rest.delete(key);
      for (const [name, one] of this.bound(property.value, part)) names.set(name, one);
    }
    return names;
  }

  private withGiven<Value>(given: ReadonlyMap<string, unknown>, read: () => Value): Value {
    const before = this.given;
    this.given = given;
    const value = read();
    this.given = before;
    return value;
  }

  private returned(body: Node): unknown {
    if (body.type !== 'BlockStatement') return this.value(body);
    for (const statement of body.body) {
      if (statement.type === 'VariableDeclaration') this.scope.declare(statement);
    }
    const end = body.body.findLast((statement) => statement.type === 'ReturnStatement');
    return end?.argument ? this.value(end.argument) : untold;
  }
}

/** A name of code that a page asks autodoc or autosummary to show. */
export interface NameOfCode {
  /** As it may be meant: by itself, and below the module that the page has set before. */
  readonly names: readonly string[];
  readonly line: number;
  readonly column: number;
}

const directive = /^(\s*)\.\. (?:py:)?(\w+)::\s*(\S*)/u;
export const setsModule = new Set(['currentmodule', 'module', 'automodule']);
/** What has a name of a module, class or function, and not of a member. */
const shows = new Set(['automodule', 'autoclass', 'autofunction', 'autoexception', 'autodata', 'autodecorator']);
const dotted = /^~?([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?=$|[\s(])/u;

/**
 * Names in directives of autodoc and in tables of autosummary.
 * https://www.sphinx-doc.org/en/master/usage/extensions/autodoc.html and https://www.sphinx-doc.org/en/master/usage/extensions/autosummary.html
 */
export function namesInDirectives(text: string): readonly NameOfCode[] {
  const found: NameOfCode[] = [];
  let module = '';
  /** The column of an `autosummary` whose entries the lines are. */
  let table: number | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const indent = line.search(/\S/u);
    if (table !== undefined && indent <= table) table = undefined;
    if (table !== undefined) {
      const name = dotted.exec(line.trim())?.[1];
      if (name !== undefined) found.push({ names: meant(name, module), line: index + 1, column: indent + 1 });
      continue;
    }
    const [, before = '', kind = '', argument = ''] = directive.exec(line) ?? [];
    if (kind === 'autosummary') table = before.length;
    const name = dotted.exec(argument)?.[1];
    if (name === undefined) continue;
    if (shows.has(kind)) {
      const names = kind === 'automodule' ? [name] : meant(name, module);
      found.push({ names, line: index + 1, column: indent + 1 });
    }
    if (setsModule.has(kind)) module = name;
  }
  return found;
}

export function meant(name: string, module: string): readonly string[] {
  return module === '' ? [name] : [name, `${module}.${name}`];
}

/** What a `conf.py` says in plain assignments; it is never run. https://myst-parser.readthedocs.io/en/latest/configuration.html */
export interface SphinxSettings {
  readonly usesMyst: boolean;
  /** Whether `:::{note}` begins a directive. https://myst-parser.readthedocs.io/en/latest/syntax/optional.html#code-fences-using-colons */
  readonly colonFence: boolean;
  readonly extensions: readonly string[];
  readonly excluded: readonly string[];
  /** Depth down to which headings get anchors; 0 means none. */
  readonly headingAnchors: number;
  /** True when a function of its own makes the anchors. */
  readonly ownAnchors: boolean;
  readonly rootDocument: string;
  /** True when the settings are a program that writes files, which may be pages. */
  readonly writesPages: boolean;
}

export function readSettings(text: string): SphinxSettings {
  const extensions = stringsOf(text, 'extensions');
  return {
    // Before Sphinx 1.8, a parser stood in `source_parsers`: https://recommonmark.readthedocs.io/en/latest/#getting-started
    usesMyst:
      extensions.some((name) => ['myst_parser', 'myst_nb', 'recommonmark'].includes(name)) ||
      /^source_parsers\s*=(?:[^\n]|\n[ \t])*CommonMarkParser/mu.test(text),
    colonFence: /['"]colon_fence['"]/u.test(text),
    extensions,
    excluded: stringsOf(text, 'exclude_patterns'),
    headingAnchors: Number(/^myst_heading_anchors\s*=\s*(\d+)/mu.exec(text)?.[1] ?? 0),
    ownAnchors: /^myst_heading_slug_func\s*=/mu.test(text),
    writesPages: /\.write(?:_text|lines)?\(|\bopen\([^)\n]*['"][wa]\+?['"]/u.test(text),
    rootDocument: /^(?:root_doc|master_doc)\s*=\s*['"]([^'"]+)/mu.exec(text)?.[1] ?? 'index',
  };
}

/** The strings of all lists that it is given, comments left out: templates begin with an empty one. */
function stringsOf(text: string, name: string): string[] {
  const lists = [...text.matchAll(new RegExp(`^${name}\\s*\\+?=\\s*\\[([\\s\\S]*?)\\]`, 'gmu'))];
  return lists.flatMap(([, list = '']) =>
    [...list.replace(/#.*$/gmu, '').matchAll(/['"]([^'"]+)['"]/gu)].map(([, value = '']) => value),
  );
}

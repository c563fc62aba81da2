/** What a `conf.py` says in plain assignments; it is never run. https://myst-parser.readthedocs.io/en/latest/configuration.html */
export interface SphinxSettings {
  /** False for a `conf.py` of something else. */
  readonly isSphinx: boolean;
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
  /** Endings of pages of reStructuredText. */
  readonly suffixes: readonly string[];
  /** What is put before and after every page. */
  readonly epilog: string;
  /** Pages that are made of templates. */
  readonly templatePages: readonly string[];
  /** True where `:doc:` may name a page of another project without the name of that. */
  readonly documentsElsewhere: boolean;
  /** True where the targets of other projects are read, and there are some. */
  readonly readsOtherProjects: boolean;
  /** Names of other projects whose targets may be used; any where that is not told. */
  readonly otherProjects: readonly string[] | 'any';
  /**
   * How titles are targets: by themselves, or with the page before them; both where a program decides that.
   * https://www.sphinx-doc.org/en/master/usage/extensions/autosectionlabel.html
   */
  readonly titleTargets: readonly ('bare' | 'prefixed')[];
  /** True when the settings are a program that writes files, which may be pages. */
  readonly writesPages: boolean;
  /** True when they change pages while these are read. https://www.sphinx-doc.org/en/master/extdev/event_callbacks.html */
  readonly changesPages: boolean;
  /** True where the second part of recommonmark makes addresses of sources those of their pages. https://recommonmark.readthedocs.io/en/latest/auto_structify.html */
  readonly structuresLinks: boolean;
}

/** Settings that lie in another repository, or that a build makes: of them nothing is known but the defaults. */
export function settingsElsewhere(): SphinxSettings {
  return { ...readSettings('extensions = []'), readsOtherProjects: true };
}

export function readSettings(text: string): SphinxSettings {
  const added = [...text.matchAll(/^[ \t]*extensions\.(?:append|extend|insert)\(([^)]{0,1000})\)/gmu)];
  const extensions = [
    ...stringsOf(text, 'extensions'),
    ...added.flatMap(([, list = '']) => [...list.matchAll(/['"]([^'"]+)['"]/gu)].map(([, value = '']) => value)),
  ];
  return {
    isSphinx: /^(?:extensions|project|html_theme|master_doc|root_doc|source_suffix)\s*\+?=|sphinx/imu.test(text),
    suffixes: suffixesOf(text),
    epilog: epilogOf(text),
    templatePages: keysOf(text, 'html_additional_pages'),
    // https://www.sphinx-doc.org/en/master/usage/extensions/intersphinx.html#confval-intersphinx_disabled_reftypes
    documentsElsewhere: /^intersphinx_disabled_reftypes\s*(?::[^=\n]*)?=(?!\s*\[[^\]]*(?:std:doc|['"]\*['"]))/mu.test(
      text,
    ),
    readsOtherProjects:
      extensions.some((name) => name.includes('intersphinx')) &&
      /intersphinx_mapping\b(?!\s*=\s*\{\s*\})|\bimport \*/u.test(text.replace(/#.*/gu, '')),
    otherProjects: keysOf(text, 'intersphinx_mapping'),
    // Before Sphinx 1.8, a parser stood in `source_parsers`: https://recommonmark.readthedocs.io/en/latest/#getting-started
    usesMyst:
      extensions.some((name) => ['myst_parser', 'myst_nb', 'recommonmark'].includes(name)) ||
      /^source_parsers\s*=(?:[^\n]|\n[ \t])*CommonMarkParser/mu.test(text),
    colonFence: /['"]colon_fence['"]/u.test(text),
    extensions,
    excluded: stringsOf(text, 'exclude_patterns'),
    headingAnchors: Number(/^myst_heading_anchors\s*=\s*(\d+)/mu.exec(text)?.[1] ?? 0),
    ownAnchors: /^myst_heading_slug_func\s*=/mu.test(text),
    titleTargets: extensions.includes('sphinx.ext.autosectionlabel') ? titleTargetsOf(text) : [],
    writesPages:
      !/^extensions\s*(?::[^=\n]*)?=/mu.test(text) ||
      /\.write(?:_text|lines)?\(|\bopen\([^)\n]*['"][wa]\+?['"]/u.test(text),
    changesPages: /['"](?:source-read|include-read|doctree-read|doctree-resolved|missing-reference)['"]/u.test(text),
    structuresLinks: text.includes('AutoStructify'),
    rootDocument: /^(?:root_doc|master_doc)\s*=\s*['"]([^'"]+)/mu.exec(text)?.[1] ?? 'index',
  };
}

function titleTargetsOf(text: string): SphinxSettings['titleTargets'] {
  const values = [...text.replace(/#.*/gu, '').matchAll(/autosectionlabel_prefix_document\b(.*)/gu)];
  const isSet = values.map(([, value = '']) => /^\s*=\s*(True|False)\s*$/u.exec(value)?.[1]);
  if (isSet.every((value) => value === 'False')) return ['bare'];
  return isSet.length === 1 && isSet[0] === 'True' ? ['prefixed'] : ['bare', 'prefixed'];
}

/** Characters of a list or mapping; what nothing ends is none. */
const longestList = 10_000;

/** The strings of all lists that it is given, comments left out: templates begin with an empty one. */
function stringsOf(text: string, name: string): string[] {
  const lists = [
    ...text.matchAll(new RegExp(`^${name}\\s*(?::[^=\\n]*)?\\+?=\\s*\\[([^\\]]{0,${longestList}})\\]`, 'gmu')),
  ];
  return lists.flatMap(([, list = '']) =>
    [...list.replace(/#.*$/gmu, '').matchAll(/['"]([^'"]+)['"]/gu)].map(([, value = '']) => value),
  );
}

/** https://www.sphinx-doc.org/en/master/usage/configuration.html#confval-source_suffix */
function suffixesOf(text: string): string[] {
  const value = /^source_suffix\s*(?::[^=\n]*)?=\s*(\[[^\]]*\]|\{[^}]*\}|\([^)]*\)|[^\n]*)/mu.exec(text)?.[1] ?? '';
  const suffixes = [...value.matchAll(/['"](\.[\w.]+)['"]/gu)].map(([, suffix = '']) => suffix);
  return suffixes.length === 0 ? ['.rst'] : suffixes.filter((suffix) => !['.md', '.ipynb', '.myst'].includes(suffix));
}

/** An epilog that is no plain text may define any name, as a page may that shows what is not here. */
export const unreadEpilog = '.. include:: elsewhere';

/** https://www.sphinx-doc.org/en/master/usage/configuration.html#confval-rst_epilog */
function epilogOf(text: string): string {
  const all = [...text.matchAll(/^[ \t]*rst_(?:prolog|epilog)\s*\+?=\s*(?:[rRfFuU]{0,2}("{3}|'{3})([\s\S]*?)\1)?/gmu)];
  return all.map(([, quotes, value = '']) => (quotes === undefined ? unreadEpilog : value)).join('\n\n');
}

/** Keys of a mapping that stands there as one. */
function keysOf(text: string, name: string): string[] {
  const mapping =
    new RegExp(`^${name}\\s*(?::[^=\\n]*)?=\\s*\\{([^}]{0,${longestList}})\\}`, 'mu').exec(text)?.[1] ?? '';
  const added = [...text.matchAll(new RegExp(`^${name}\\[['"]([^'"]+)['"]\\]`, 'gmu'))];
  return [...mapping.matchAll(/['"]([^'"]+)['"]\s*:/gu), ...added].map(([, key = '']) => key);
}

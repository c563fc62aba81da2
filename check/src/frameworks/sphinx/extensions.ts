/** Extensions that make targets or pages which are not in the repository. */
const makesTargets =
  /autodoc|autodoc2|autoapi|autosummary|autosectionlabel|gallery|bibtex|breathe|click|argparse|sphinxarg/u;
const makesPages = /autodoc2|autoapi|autosummary|gallery|apidoc|exhale|ablog/u;

/** Extensions that bring no other targets than those of code. */
const showsCode = /^sphinx\.ext\.auto(?:doc|summary)$|^sphinx_autodoc_typehints$|^numpydoc$|^sphinxcontrib\.napoleon$/u;

/** Extensions that make no targets by which a page may be named. */
const quiet =
  /^(?:sphinx\.ext\.(?!autodoc|autosummary|apidoc)\w+|myst_parser|recommonmark|sphinx_(?:copybutton|design|tabs|panels|inline_tabs|togglebutton|rtd_theme|sitemap|reredirects|favicon|last_updated_by_git|prompt|substitution_extensions|issues)|sphinxext\.(?:opengraph|rediraffe)|notfound\.extension|hoverxref\.extension|sphinxcontrib\.(?:mermaid|plantuml|spelling|jquery|youtube|images|httpdomain|programoutput|svg2pdfconverter|inkscapeconverter)|sphinxemoji\.sphinxemoji|[\w.]*theme[\w.]*)$/u;

export function mayMakeTargets(extensions: readonly string[]): boolean {
  return extensions.some((name) => makesTargets.test(name));
}

/** True where extensions bring the targets of code, and no others. */
export function bringsThoseOfCode(extensions: readonly string[]): boolean {
  return (
    extensions.some((name) => showsCode.test(name)) && areKnown(extensions.filter((name) => !showsCode.test(name)))
  );
}

export function mayMakePages(extensions: readonly string[]): boolean {
  return extensions.some((name) => makesPages.test(name));
}

/** Whether pages that they make may be Markdown. https://sphinx-autodoc2.readthedocs.io/en/latest/config.html */
export function mayMakeMarkdown(extensions: readonly string[]): boolean {
  return extensions.some((name) => /autodoc2|gallery|ablog/u.test(name));
}

/** Whether all that they bring is known. */
export function areKnown(extensions: readonly string[]): boolean {
  return extensions.every((name) => quiet.test(name));
}

/** Directives of MyST whose content is data or code; the content of every other one is Markdown. */
const data = new Set(
  `code code-block code-cell literalinclude sourcecode highlight math toctree eval-rst mermaid graphviz image include raw
  csv-table list-table table only-code bibliography autosummary automodule autoclass autofunction autodoc2-summary
  autodoc2-object parsed-literal prompt plantuml video iframe button-ref button-link rubric testcode testoutput doctest
  myst-example myst-config myst-directive myst-role docutils-cli-help argparse click typer`.split(/\s+/u),
);
const fence = /^(\s*)(`{3,}|~{3,})\{([\w:.+-]+)\}.*$/u;

/** Blanks the fences and options of directives that hold Markdown, so that a Markdown parser reads their content. */
export function unwrapDirectives(lines: readonly string[]): string[] {
  const open: { readonly fence: string; readonly holdsMarkdown: boolean; inOptions: boolean }[] = [];
  return lines.map((line) => {
    const top = open.at(-1);
    const closes =
      top !== undefined && line.trim().startsWith(top.fence) && line.trim().replaceAll(top.fence.charAt(0), '') === '';
    if (closes) {
      open.pop();
      return top.holdsMarkdown ? ''.padEnd(line.length) : line;
    }
    if (top !== undefined && !top.holdsMarkdown) return line;
    const start = fence.exec(line);
    if (start?.[2] !== undefined && start[3] !== undefined) {
      const holdsMarkdown = !data.has(start[3]);
      open.push({ fence: start[2], holdsMarkdown, inOptions: true });
      return holdsMarkdown ? ''.padEnd(line.length) : line;
    }
    const plain = /^\s*(`{3,}|~{3,})(?!.*`)/u.exec(line);
    if (plain?.[1] !== undefined) open.push({ fence: plain[1], holdsMarkdown: false, inOptions: false });
    if (top?.inOptions !== true) return line;
    top.inOptions = /^\s*:[\w-]+:/u.test(line);
    return top.inOptions ? ''.padEnd(line.length) : line;
  });
}

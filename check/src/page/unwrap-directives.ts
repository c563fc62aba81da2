/**
 * Directives whose content is Markdown: those of Sphinx, MyST and sphinx-design. Others may hold code or data, such as
 * `code-cell`. https://myst-parser.readthedocs.io/en/latest/syntax/admonitions.html
 */
const markdown = new Set(
  `admonition attention caution danger error hint important note seealso tip warning todo versionadded versionchanged
  versionremoved deprecated topic sidebar epigraph highlights pull-quote compound container figure figure-md div only
  margin aside grid grid-item grid-item-card card card-carousel tab-set tab-item tabs tab group-tab dropdown details
  toggle list-table table glossary exercise solution hlist class rst-class centered`.split(/\s+/u),
);

/** True for the name of such a directive. */
export function holdsMarkdown(name: string | undefined): boolean {
  return name !== undefined && markdown.has(name);
}

const fence = /^(\s*)(`{3,}|~{3,})\{([\w:.+-]+)\}.*$/u;

/** Spaces before a fence from which on it does not end another: https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
const deeper = 4;

/** Blanks the fences and options of directives that hold Markdown, so that a Markdown parser reads their content. */
export function unwrapDirectives(lines: readonly string[]): string[] {
  const open: { readonly fence: string; readonly at: number; readonly holdsMarkdown: boolean; inOptions: boolean }[] =
    [];
  return lines.map((line) => {
    const top = open.at(-1);
    const closes =
      top !== undefined &&
      line.trim().startsWith(top.fence) &&
      line.trim().replaceAll(top.fence.charAt(0), '') === '' &&
      line.search(/\S/u) < top.at + deeper;
    if (closes) {
      open.pop();
      return top.holdsMarkdown ? ''.padEnd(line.length) : line;
    }
    if (top !== undefined && !top.holdsMarkdown) return line;
    const start = fence.exec(line);
    if (start?.[2] !== undefined && start[3] !== undefined) {
      const holdsMarkdown = markdown.has(start[3]) || start[3].startsWith('prf:');
      open.push({ fence: start[2], at: line.indexOf(start[2]), holdsMarkdown, inOptions: true });
      return holdsMarkdown ? ''.padEnd(line.length) : line;
    }
    const plain = /^\s*(?:[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})(?!.*`)/u.exec(line);
    if (plain?.[1] !== undefined)
      open.push({ fence: plain[1], at: line.indexOf(plain[1]), holdsMarkdown: false, inOptions: false });
    if (top?.inOptions !== true) return line;
    top.inOptions = /^\s*:[\w-]+:/u.test(line);
    return top.inOptions ? ''.padEnd(line.length) : line;
  });
}

import type { Root } from 'mdast';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

export type ParseMarkdown = (
  text: string,
  dialect: { readonly syntax: 'markdown' | 'mdx'; readonly indentedCode: boolean },
) => Root;

/**
 * The Markdown and MDX parsers; nothing is ever evaluated. Throws a `VFileMessage` on MDX that does not parse. Of GFM
 * only what changes links and anchors is on: bare addresses and strikethrough take a quarter of the time for nothing.
 */
export function createMarkdownParser(): ParseMarkdown {
  const base = unified()
    .use(remarkParse)
    .data('micromarkExtensions', [gfmTable(), gfmFootnote()])
    .data('fromMarkdownExtensions', [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown()])
    .freeze();
  const withoutIndentedCode = base()
    .data('micromarkExtensions', [gfmTable(), gfmFootnote(), { disable: { null: ['codeIndented'] } }])
    .freeze();
  const mdx = base().use(remarkMdx).freeze();
  return (text, { syntax, indentedCode }) => {
    if (syntax === 'mdx') return mdx.parse(text);
    return indentedCode ? base.parse(text) : withoutIndentedCode.parse(text);
  };
}

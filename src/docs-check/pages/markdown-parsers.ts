import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { Dialect } from './page-facts.ts';

export type ParseMarkdown = (text: string, dialect: Pick<Dialect, 'syntax' | 'indentedCode'>) => Root;

/** The Markdown and MDX parsers; nothing is ever evaluated. Throws a `VFileMessage` on MDX that does not parse. */
export function createMarkdownParser(): ParseMarkdown {
  const markdown = unified().use(remarkParse).use(remarkGfm).freeze();
  const withoutIndentedCode = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .data('micromarkExtensions', [{ disable: { null: ['codeIndented'] } }])
    .freeze();
  const mdx = unified().use(remarkParse).use(remarkGfm).use(remarkMdx).freeze();
  return (text, { syntax, indentedCode }) => {
    if (syntax === 'mdx') return mdx.parse(text);
    return indentedCode ? markdown.parse(text) : withoutIndentedCode.parse(text);
  };
}

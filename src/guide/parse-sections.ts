import GithubSlugger from 'github-slugger';
import type { Nodes, Root, RootContent } from 'mdast';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/** A heading with what stands below it, up to the next heading. */
export interface Section {
  readonly depth: number;
  readonly title: string;
  /** Anchor of the heading, as GitHub makes it. */
  readonly id: string;
  readonly heading: readonly Nodes[];
  readonly nodes: readonly RootContent[];
}

const parser = unified()
  .use(remarkParse)
  .data('micromarkExtensions', [gfmTable()])
  .data('fromMarkdownExtensions', [gfmTableFromMarkdown()])
  .freeze();

/** The sections of a page that begins with its title. */
export function parseSections(markdown: string): readonly Section[] {
  const root: Root = parser.parse(markdown);
  const slugger = new GithubSlugger();
  const sections: (Section & { nodes: RootContent[] })[] = [];
  for (const node of root.children) {
    if (node.type === 'heading') {
      const title = plainText(node);
      sections.push({ depth: node.depth, title, id: slugger.slug(title), heading: node.children, nodes: [] });
    } else sections.at(-1)?.nodes.push(node);
  }
  return sections;
}

/** What a reader sees of a node, without markup. */
export function plainText(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') return node.value;
  if (!('children' in node)) return '';
  return node.children.map(plainText).join(isInline(node) ? '' : ' ');
}

function isInline({ type }: Nodes): boolean {
  return ['paragraph', 'heading', 'link', 'emphasis', 'strong', 'tableCell'].includes(type);
}

import { raw } from 'hono/html';
import type { List, Nodes, Table } from 'mdast';
import { join, markup, type Markup } from '../http/reference/page-layout.ts';

/** Where a link leads; undefined leaves its text alone. */
export type LinkTo = (url: string) => string | undefined;

/** HTML of Markdown that we wrote: everything that the guide uses, and nothing of comments or raw HTML. */
export function renderMarkdown(nodes: readonly Nodes[], linkTo: LinkTo): Markup {
  const inside = (node: { children: readonly Nodes[] }) => renderMarkdown(node.children, linkTo);
  const render = (node: Nodes): Markup => {
    switch (node.type) {
      case 'text':
        return markup`${node.value}`;
      case 'paragraph':
        return markup`<p>${inside(node)}</p>`;
      case 'inlineCode':
        return markup`<code>${node.value}</code>`;
      case 'code':
        return renderCode(node);
      case 'strong':
        return markup`<strong>${inside(node)}</strong>`;
      case 'emphasis':
        return markup`<em>${inside(node)}</em>`;
      case 'break':
        return raw('<br>');
      case 'blockquote':
        return markup`<blockquote>${inside(node)}</blockquote>`;
      case 'link': {
        const href = linkTo(node.url);
        return href === undefined ? inside(node) : markup`<a href="${href}">${inside(node)}</a>`;
      }
      case 'image':
        return markup`<img src="${linkTo(node.url) ?? node.url}" alt="${node.alt ?? ''}" loading="lazy">`;
      case 'list':
        return renderList(node, linkTo);
      case 'table':
        return renderTable(node, inside);
      default:
        return raw('');
    }
  };
  return join(nodes.map(render));
}

/** The name of a file that the reader makes stands in the fence, as `file="name"`. */
function renderCode({ value, meta }: { value: string; meta?: string | null | undefined }): Markup {
  const file = /(?:^| )file="([^"]+)"/.exec(meta ?? '')?.[1];
  return markup`${file === undefined ? raw('') : markup`<p class="file"><code>${file}</code></p>`}<pre tabindex="0"><code>${value}</code></pre>`;
}

function renderList({ ordered, start, children }: List, linkTo: LinkTo): Markup {
  const items = join(
    children.map(({ children: blocks, spread }) => {
      const tight: readonly Nodes[] =
        spread === true
          ? blocks
          : blocks.flatMap((block): readonly Nodes[] => (block.type === 'paragraph' ? block.children : [block]));
      return markup`<li>${renderMarkdown(tight, linkTo)}</li>`;
    }),
  );
  return ordered === true ? markup`<ol start="${start ?? 1}">${items}</ol>` : markup`<ul>${items}</ul>`;
}

/** Wide tables scroll by themselves, so that the page never does. */
function renderTable(
  { children: [head, ...rows] }: Table,
  inside: (node: { children: readonly Nodes[] }) => Markup,
): Markup {
  const headings = head?.children.map((cell) => markup`<th scope="col">${inside(cell)}</th>`) ?? [];
  const body = rows.map(
    (row) => markup`<tr>${join(row.children.map((cell) => markup`<td>${inside(cell)}</td>`))}</tr>`,
  );
  return markup`<div class="wide" tabindex="0"><table><thead><tr>${join(headings)}</tr></thead><tbody>${join(body)}</tbody></table></div>`;
}

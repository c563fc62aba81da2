import type { Element, ElementContent, Root, RootContent } from 'hast';

/** What a page calls itself. */
export function titleOf(page: Root): string {
  const title = firstOf(page, ({ tagName }) => tagName === 'title');
  return title === undefined ? '' : textOf(title).replace(/\s+/gu, ' ').trim().slice(0, 300);
}

/**
 * What readers came for: the main part of a page where it names one, without navigation, scripts, and whatever is hidden
 * from them. Addresses are whole, so that each can be read in turn.
 */
export function contentOf(page: Root, url: string): Root {
  const main =
    firstOf(page, ({ tagName, properties }) => tagName === 'main' || properties.role === 'main') ??
    firstOf(page, ({ tagName }) => tagName === 'article');
  const frame = main === undefined ? ['header', 'footer', 'aside'] : [];
  return { type: 'root', children: visible(main?.children ?? page.children, { frame, url }) };
}

const dropped = [
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'iframe',
  'nav',
  'button',
  'input',
  'select',
  'dialog',
];
/** Links beside headings that lead to the heading itself. */
const anchorLinks = ['hash-link', 'header-anchor', 'headerlink', 'anchor', 'anchor-link'];

function visible(nodes: readonly RootContent[], context: { frame: readonly string[]; url: string }): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') return [node];
    if (node.type !== 'element' || isHidden(node) || [...dropped, ...context.frame].includes(node.tagName)) return [];
    const properties = { ...node.properties };
    for (const name of ['href', 'src']) {
      const whole = URL.parse(String(properties[name] ?? ''), context.url);
      if (properties[name] !== undefined && whole !== null) properties[name] = whole.href;
    }
    return [{ ...node, properties, children: visible(node.children, context) }];
  });
}

function isHidden({ tagName, properties }: Element): boolean {
  const { hidden, ariaHidden, style, className } = properties;
  if (hidden !== undefined && hidden !== false) return true;
  if (tagName === 'a' && Array.isArray(className) && className.some((name) => anchorLinks.includes(name))) return true;
  if (ariaHidden === 'true') return true;
  return typeof style === 'string' && /display:\s*none|visibility:\s*hidden/iu.test(style);
}

function firstOf(parent: Root | Element, isWanted: (element: Element) => boolean): Element | undefined {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    const element = isWanted(child) ? child : firstOf(child, isWanted);
    if (element !== undefined) return element;
  }
  return undefined;
}

function textOf(element: Element): string {
  return element.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : ''))
    .join('');
}

import type { Nodes, Root } from 'mdast';
import type { MdxJsxAttribute } from 'mdast-util-mdx-jsx';
import { createLineIndex } from './line-index.ts';
import type { ParseMarkdown } from './markdown-parsers.ts';
import { namesOf } from './module-names.ts';
import { shortenText, type Expected, type ShortenedText } from './shorten-text.ts';

/** Below this share of its characters, a page is hardly shorter. */
const worthwhile = 0.9;

/**
 * As `parse`, for whoever asks for facts and not for words: a page is parsed without what holds none. Positions are those
 * of the page. Where anything was not what it looked like, or does not parse, the page is parsed whole.
 */
export function parseShortened(parse: ParseMarkdown): ParseMarkdown {
  return (text, dialect) => {
    const shortened = shortenText(text, dialect);
    if (shortened === undefined || shortened.text.length > text.length * worthwhile) return parse(text, dialect);
    let root: Root;
    try {
      root = parse(shortened.text, dialect);
    } catch {
      return parse(text, dialect);
    }
    return restore(root, text, shortened) ? root : parse(text, dialect);
  };
}

/** Puts the positions of the page in place of those of the shortened text; false where something else is found than expected. */
function restore(root: Root, text: string, { lines, expected }: ShortenedText): boolean {
  const left = new Map(expected);
  const index = createLineIndex(text);
  /** False where a value goes over blank lines, of which only one is left. */
  let keepsValues = true;
  const declared: string[] = [];
  const declare = (node: Nodes): void => {
    if (node.type !== 'mdxjsEsm') return;
    const { imports, declared: own } = namesOf(node);
    declared.push(...imports.flatMap(({ names }) => names), ...own);
  };
  const move = (point: { line: number; column: number; offset?: number | undefined }): void => {
    point.line = lines[point.line - 1] ?? point.line;
    point.offset = index.startOf(point.line) + point.column - 1;
  };
  /** Returns what stands in place of the node. */
  const visit = (node: Nodes): readonly Nodes[] => {
    const { position } = node;
    let held: readonly Nodes[] = [];
    if (position !== undefined) {
      const { line } = position.start;
      const there = left.get(line);
      if (isAsExpected(node, there)) {
        left.delete(line);
        if (there?.found !== undefined) {
          there.found.forEach(declare);
          return there.found;
        }
        held = there?.holds ?? [];
      }
      move(position.start);
      move(position.end);
    }
    declare(node);
    if ('attributes' in node) {
      for (const attribute of node.attributes) {
        keepsValues &&= !hasBlankLine(attribute.value);
        if (attribute.position === undefined) continue;
        move(attribute.position.start);
        move(attribute.position.end);
      }
    }
    if ('children' in node)
      node.children = [...held, ...node.children.flatMap((child) => visit(child))] as typeof node.children;
    return [node];
  };
  visit(root);
  // A name that two modules of a page declare is an error, which a parser words.
  return left.size === 0 && new Set(declared).size === declared.length && keepsValues;
}

function hasBlankLine(value: MdxJsxAttribute['value']): boolean {
  const written = typeof value === 'string' ? value : value?.value;
  return written !== undefined && /\n[\t ]*\n/u.test(written);
}

function isAsExpected({ type, position }: Nodes, expected: Expected | undefined): boolean {
  if (position === undefined || type !== expected?.type) return false;
  if (type === 'listItem') return true;
  return (
    position.start.column === (expected.column ?? 1) && position.end.line === (expected.lastLine ?? position.start.line)
  );
}

import type { Nodes } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/** One fenced block of a page, and what its fence says about running it. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** Line of the fence, from 1. */
  readonly line: number;
  /** The reason why nobody can run it here: `not-run="needs a GitHub account"`. */
  readonly notRun: string | undefined;
  /** Saved by the reader under this name: `file="visitors.py"`. */
  readonly file: string | undefined;
  /** What the commands must print: `expect="text"`; `...` stands for anything. */
  readonly expect: string | undefined;
  /** Exit code, 0 unless `exit="3"`. */
  readonly exit: number;
  /** Goes on in the background until the page ends, like `docwright serve`: `server`. */
  readonly server: boolean;
  /** The reader has stopped the server before it: `after-stop`. */
  readonly afterStop: boolean;
  /** Program that the machine must have, else the block is skipped with that reason: `needs="python3"`. */
  readonly needs: string | undefined;
  /** Shows what the commands above print: `output`. */
  readonly output: boolean;
}

export interface Page {
  readonly blocks: readonly Block[];
  /** Page that the reader has followed before, from `<!-- after: first-project.md -->`. */
  readonly after: string | undefined;
}

export function readBlocks(markdown: string): Page {
  const nodes = flatten(unified().use(remarkParse).parse(markdown));
  const comments = nodes.flatMap((node) => (node.type === 'html' ? [node.value] : []));
  return {
    after: comments.map((comment) => /^<!-- after: (\S+) -->$/.exec(comment)?.[1]).find(Boolean),
    blocks: nodes.flatMap((node) => {
      if (node.type !== 'code') return [];
      const flags = new Map(
        [...(node.meta ?? '').matchAll(/([a-z-]+)(?:="([^"]*)")?/g)].map(([, name = '', value]) => [name, value ?? '']),
      );
      return {
        language: node.lang ?? '',
        text: node.value,
        line: node.position?.start.line ?? 0,
        notRun: flags.get('not-run'),
        file: flags.get('file'),
        expect: flags.get('expect'),
        exit: Number(flags.get('exit') ?? 0),
        server: flags.has('server'),
        afterStop: flags.has('after-stop'),
        needs: flags.get('needs'),
        output: flags.has('output'),
      };
    }),
  };
}

function flatten(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(flatten) : [])];
}

/** Tags that open models write around their thinking where the server does not separate it from the answer. */
const tags = ['think', 'thinking', 'reasoning', 'thought'];
/** Blocks of thinking before one answer. What comes after them stays text. */
const mostBlocks = 8;

/**
 * The thinking at the start of a text, and the answer after it. Some chat templates put the opening tag into the prompt,
 * so only the closing one arrives. Without a closing tag everything is thinking.
 */
export function splitThinking(text: string): { thinking: string; answer: string } {
  const thinking: string[] = [];
  let answer = text;
  for (
    let block = firstBlock(answer);
    block !== undefined && thinking.length < mostBlocks;
    block = firstBlock(answer)
  ) {
    thinking.push(block.thinking.trim());
    answer = block.rest;
  }
  return { thinking: thinking.join('\n'), answer };
}

function firstBlock(text: string): { thinking: string; rest: string } | undefined {
  const start = text.trimStart();
  for (const tag of tags) {
    const [open, close] = [`<${tag}>`, `</${tag}>`];
    const end = start.indexOf(close);
    const rest = end < 0 ? '' : start.slice(end + close.length);
    if (start.startsWith(open)) return { thinking: start.slice(open.length, end < 0 ? undefined : end), rest };
    // A tag in backticks is one that the answer writes about.
    if (end >= 0 && start[end - 1] !== '`' && !start.slice(0, end).includes(open))
      return { thinking: start.slice(0, end), rest };
  }
  return undefined;
}

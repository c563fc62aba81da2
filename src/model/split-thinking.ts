/**
 * The marks that open models write around their thinking where the server does not separate it from the answer: tags of
 * DeepSeek, Qwen and others, also with a namespace; those of Mistral, Kimi, Cohere and OpenThinker.
 */
const markOrFence =
  /^ {0,3}(`{3,}|~{3,})|<\/?(?:[a-z]{1,8}:)?(?:think|thinking|thoughts?|reasoning)\s?>|\[\/?think\]|◁\/?think▷|<\|(?:begin_of_thought|end_of_thought|start_thinking|end_thinking)\|>/gim;
/** What a text that is still growing may end with: the beginning of a mark. */
const begunMark = /(?:<[/|]?[a-z_:]{0,24}\|?|\[\/?[a-z]{0,5}|◁\/?[a-z]{0,5})$/i;
/** Blocks of thinking before one answer. What comes after them stays text. */
const mostBlocks = 8;

/**
 * The thinking at the start of a text, and the answer after it. With `mayBeImplied`, the opening mark may be missing, as some
 * chat templates of own servers put it into the prompt: then a closing mark counts at the end of its line, elsewhere it is
 * text. Without a closing mark, everything after an opening one is thinking. A mark in code is one that the text writes about.
 */
export function splitThinking(text: string, mayBeImplied: boolean): { thinking: string; answer: string } {
  const { thinking, answer } = split(text, { mayBeImplied, isComplete: true });
  return { thinking: thinking.join('\n'), answer };
}

/**
 * The answer so far of a text that is still growing. With `mayBeImplied`, nothing of it before a mark closes thinking, since
 * what comes first may be thinking that nothing opened.
 */
export function answerSoFar(growing: string, mayBeImplied: boolean): string {
  const { thinking, answer } = split(growing.replace(begunMark, ''), { mayBeImplied, isComplete: false });
  return mayBeImplied && thinking.length === 0 ? '' : answer;
}

/** Whether thinking in this text was closed that nothing opened. */
export function isThinkingImplied(text: string): boolean {
  return split(text, { mayBeImplied: true, isComplete: true }).isImplied;
}

/** Linear time, whatever the text: it may have millions of lines or marks. */
function split(
  text: string,
  { mayBeImplied, isComplete }: { readonly mayBeImplied: boolean; readonly isComplete: boolean },
): { thinking: string[]; answer: string; isImplied: boolean } {
  const thinking: string[] = [];
  let [from, to] = [0, text.length];
  let [isOpen, isImplied] = [false, false];
  for (const { start, end, isClosing, isInCode } of marksOf(text)) {
    if (thinking.length === mostBlocks) break;
    if (isInCode || (isOpen && !isClosing)) continue;
    if (!isClosing) {
      if (text.slice(from, start).trim() !== '') break;
      [from, isOpen] = [end, true];
      continue;
    }
    if (!isOpen) {
      if (!mayBeImplied) continue;
      const next = afterBlanks(text, end);
      if (next === text.length && !isComplete) {
        // The next piece tells whether its line ends here.
        to = start;
        break;
      }
      if (next < text.length && text[next] !== '\n') continue;
      isImplied ||= thinking.length === 0;
    }
    thinking.push(text.slice(from, start).trim());
    [from, isOpen] = [end, false];
  }
  if (!isOpen) return { thinking, answer: text.slice(from, to), isImplied };
  return { thinking: [...thinking, text.slice(from).trim()], answer: '', isImplied };
}

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly isClosing: boolean;
  isInCode: boolean;
}

function marksOf(text: string): Mark[] {
  const marks: Mark[] = [];
  let fence: string | undefined;
  /** Of the open fence: whether they are in code is known when it is closed. */
  let inside: Mark[] = [];
  for (const { 0: found, 1: fenceHere, index: start } of text.matchAll(markOrFence)) {
    const end = start + found.length;
    if (fenceHere === undefined) {
      const isInCode = text[start - 1] === '`' && text[end] === '`';
      const mark = { start, end, isClosing: found[1] === '/' || /^<\|e/i.test(found), isInCode };
      marks.push(mark);
      inside.push(mark);
    } else if (fence === undefined) {
      [fence, inside] = [fenceHere, []];
    } else if (fenceHere.startsWith(fence) && (text[afterBlanks(text, end)] ?? '\n') === '\n') {
      for (const mark of inside) mark.isInCode = true;
      fence = undefined;
    }
  }
  return marks;
}

/** The place after the blanks of a line from this place on. */
function afterBlanks(text: string, from: number): number {
  const blanks = /[^\S\n]*/y;
  blanks.lastIndex = from;
  blanks.test(text);
  return blanks.lastIndex;
}

/**
 * The marks that open models write around their thinking where the server does not separate it from the answer: tags of
 * DeepSeek, Qwen and others, also with a namespace; those of Mistral, Kimi, Cohere and OpenThinker.
 */
const marks =
  /<\/?(?:[a-z]{1,8}:)?(?:think|thinking|thoughts?|reasoning)\s?>|\[\/?think\]|◁\/?think▷|<\|(?:begin_of_thought|end_of_thought|start_thinking|end_thinking)\|>/gi;
/** What a text that is still growing may end with: the beginning of a mark. */
const begunMark = /(?:<[/|]?[a-z_:]{0,24}\|?|\[\/?[a-z]{0,5}|◁\/?[a-z]{0,5})$/i;
/** Blocks of thinking before one answer. What comes after them stays text. */
const mostBlocks = 8;

/**
 * The thinking at the start of a text, and the answer after it. Some chat templates put the opening mark into the prompt,
 * so only the closing one arrives. Without a closing mark, everything after an opening one is thinking. A mark in code is
 * one that the text writes about.
 */
export function splitThinking(text: string): { thinking: string; answer: string } {
  return split(text, true);
}

function split(text: string, isComplete: boolean): { thinking: string; answer: string } {
  const found = marksOf(text);
  const thinking: string[] = [];
  let from = 0;
  for (let place = 0; place < found.length && thinking.length < mostBlocks;) {
    const mark = found[place];
    if (mark === undefined) break;
    if (!mark.isClosing && text.slice(from, mark.start).trim() !== '') break;
    const close = mark.isClosing ? place : found.findIndex(({ isClosing }, index) => index > place && isClosing);
    // Rather show a few words of thinking than lose an answer to a stray backtick.
    const inCode = isComplete && close === -1 ? anyMarks(text, mark.end) : [];
    const end = found[close] ?? inCode.find(({ isClosing }) => isClosing);
    thinking.push(text.slice(mark.isClosing ? from : mark.end, end?.start).trim());
    from = end?.end ?? text.length;
    place = close === -1 ? found.length : close + 1;
  }
  return { thinking: thinking.join('\n'), answer: text.slice(from) };
}

/**
 * The answer so far of a text that is still growing. With `mayBeImplied`, nothing of it before a mark closes thinking, since
 * what comes first may be thinking that nothing opened.
 */
export function answerSoFar(growing: string, mayBeImplied: boolean): string {
  const text = growing.replace(begunMark, '');
  return mayBeImplied && !marksOf(text).some(({ isClosing }) => isClosing) ? '' : split(text, false).answer;
}

/** Whether thinking in this text was closed that nothing opened. */
export function isThinkingImplied(text: string): boolean {
  return marksOf(text)[0]?.isClosing === true;
}

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly isClosing: boolean;
}

function anyMarks(text: string, from = 0): Mark[] {
  return Array.from(text.slice(from).matchAll(marks), ({ 0: mark, index }) => ({
    start: from + index,
    end: from + index + mark.length,
    isClosing: /^(?:.\/|<\|end)/i.test(mark),
  }));
}

const marksOf = (text: string) => anyMarks(withoutCode(text));

/** The text with blanks in place of its code: fenced blocks, and spans within a line. What is not closed is none. Linear time. */
function withoutCode(text: string): string {
  const lines = text.split('\n').map((line) => ({ line, fence: /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) }));
  /** From each line on, the longest mark of either kind that can end a fence. */
  const ends: { '`': number; '~': number }[] = [];
  let after = { '`': 0, '~': 0 };
  for (const [index, { fence }] of [...lines.entries()].reverse()) {
    ends[index] = after;
    const [, run = '', rest = ''] = fence ?? [];
    const kind = run.startsWith('~') ? '~' : '`';
    if (fence !== null && rest.trim() === '') after = { ...after, [kind]: Math.max(after[kind], run.length) };
  }
  let open: string | undefined;
  return lines
    .map(({ line, fence }, index) => {
      const [, run = '', rest = ''] = fence ?? [];
      if (open !== undefined) {
        if (run.startsWith(open) && rest.trim() === '') open = undefined;
        return ' '.repeat(line.length);
      }
      const kind = run.startsWith('~') ? '~' : '`';
      const isOpening = fence !== null && !(kind === '`' && rest.includes('`'));
      if (!isOpening || (ends[index]?.[kind] ?? 0) < run.length) return withoutSpans(line);
      open = run;
      return ' '.repeat(line.length);
    })
    .join('\n');
}

function withoutSpans(line: string): string {
  const runs = [...line.matchAll(/`+/g)];
  if (runs.length < 2) return line;
  /** For each run, the next one of its length. */
  const next: (number | undefined)[] = [];
  const latest = new Map<number, number>();
  for (const [index, { 0: run }] of [...runs.entries()].reverse()) {
    next[index] = latest.get(run.length);
    latest.set(run.length, index);
  }
  let [shown, from] = ['', 0];
  for (let index = 0; index < runs.length;) {
    const [begin, end] = [runs[index], runs[next[index] ?? -1]];
    if (begin === undefined || end === undefined) {
      index += 1;
      continue;
    }
    const to = end.index + end[0].length;
    shown += line.slice(from, begin.index) + ' '.repeat(to - begin.index);
    from = to;
    index = (next[index] ?? index) + 1;
  }
  return shown + line.slice(from);
}

/**
 * The marks that open models write around their thinking where the server does not separate it from the answer: tags of
 * DeepSeek, Qwen and others, also with a namespace; those of Mistral, Kimi, Cohere and OpenThinker.
 */
const markPattern =
  /<\/?(?:[a-z]{1,8}:)?(?:think|thinking|thoughts?|reasoning)\s?>|\[\/?think\]|◁\/?think▷|<\|(?:begin_of_thought|end_of_thought|start_thinking|end_thinking)\|>/gi;
/** What a text that is still growing may end with: the beginning of a mark. */
const begunMark = /(?:<[/|]?[a-z_:]{0,24}\|?|\[\/?[a-z]{0,5}|◁\/?[a-z]{0,5})$/i;
/** Blocks of thinking before one answer. What comes after them stays text. */
const mostBlocks = 8;

/**
 * The thinking at the start of a text, and the answer after it. Some chat templates put the opening mark into the prompt,
 * so only the closing one arrives, at the end of its line; elsewhere in a line, one that nothing opened is text. Without a
 * closing mark, everything after an opening one is thinking. A mark in code is one that the text writes about.
 */
export function splitThinking(text: string): { thinking: string; answer: string } {
  const { thinking, answer } = split(text, true);
  return { thinking: thinking.join('\n'), answer };
}

function split(text: string, isComplete: boolean): { thinking: string[]; answer: string; isImplied: boolean } {
  const marks = marksOf(text);
  const thinking: string[] = [];
  let [from, to, isImplied] = [0, text.length, false];
  for (let place = 0; place < marks.length && thinking.length < mostBlocks; place += 1) {
    const mark = marks[place];
    if (mark === undefined) break;
    if (mark.isInCode) continue;
    if (mark.isClosing) {
      const next = afterBlanks(text, mark.end);
      if (next === text.length && !isComplete) {
        // The next piece tells whether its line ends here.
        to = mark.start;
        break;
      }
      if (next < text.length && text[next] !== '\n') continue;
      isImplied ||= thinking.length === 0;
      thinking.push(text.slice(from, mark.start).trim());
      from = mark.end;
      continue;
    }
    if (text.slice(from, mark.start).trim() !== '') break;
    const close = marks.findIndex(({ isClosing, isInCode }, index) => index > place && isClosing && !isInCode);
    // Rather show a few words of thinking than lose an answer to a stray backtick.
    const inCode =
      isComplete && close === -1 ? marks.find(({ isClosing }, index) => index > place && isClosing) : undefined;
    const end = marks[close] ?? inCode;
    thinking.push(text.slice(mark.end, end?.start).trim());
    from = end?.end ?? text.length;
    if (close === -1) break;
    place = close;
  }
  return { thinking, answer: text.slice(from, to), isImplied };
}

/** The place after the blanks of a line from this place on. */
function afterBlanks(text: string, from: number): number {
  const blanks = /[^\S\n]*/y;
  blanks.lastIndex = from;
  blanks.test(text);
  return blanks.lastIndex;
}

/**
 * The answer so far of a text that is still growing. With `mayBeImplied`, nothing of it before a mark closes thinking, since
 * what comes first may be thinking that nothing opened.
 */
export function answerSoFar(growing: string, mayBeImplied: boolean): string {
  const { thinking, answer } = split(growing.replace(begunMark, ''), false);
  return mayBeImplied && thinking.length === 0 ? '' : answer;
}

/** Whether thinking in this text was closed that nothing opened. */
export function isThinkingImplied(text: string): boolean {
  return split(text, true).isImplied;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Mark extends Range {
  readonly isClosing: boolean;
  readonly isInCode: boolean;
}

/** Linear time, whatever the text: it may have millions of lines, marks or backticks. */
function marksOf(text: string): Mark[] {
  let isFenced: ((place: number) => boolean) | undefined;
  let isInSpan = within([]);
  let lineEnd = -1;
  return Array.from(text.matchAll(markPattern), ({ 0: mark, index: start }) => {
    isFenced ??= within(fencedCode(text));
    if (start > lineEnd) {
      const lineStart = text.lastIndexOf('\n', start) + 1;
      lineEnd = text.indexOf('\n', start);
      if (lineEnd === -1) lineEnd = text.length;
      isInSpan = within(codeSpans(text.slice(lineStart, lineEnd), lineStart));
    }
    return {
      start,
      end: start + mark.length,
      isClosing: mark[1] === '/' || /^<\|e/i.test(mark),
      isInCode: isFenced(start) || isInSpan(start),
    };
  });
}

/** Whether a place is in one of the ranges. Both the ranges and the places asked for ascend. */
function within(ranges: readonly Range[]): (place: number) => boolean {
  let next = 0;
  return (place) => {
    while ((ranges[next]?.end ?? Infinity) <= place) next += 1;
    return (ranges[next]?.start ?? Infinity) <= place;
  };
}

/** Fenced blocks. What is not closed is none. */
function fencedCode(text: string): Range[] {
  const fences: {
    start: number;
    end: number;
    kind: '`' | '~';
    length: number;
    isOpening: boolean;
    isClosing: boolean;
  }[] = [];
  const begun = /(?<![^\n]) {0,3}(?:`{3,}|~{3,})/g;
  while (begun.test(text)) {
    const at = begun.lastIndex;
    const kind = text[at - 1] === '~' ? '~' : '`';
    const start = text.lastIndexOf('\n', at - 1) + 1;
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd === -1 ? text.length : lineEnd;
    const rest = text.slice(at, end);
    const length = at - text.indexOf(kind, start);
    fences.push({
      start,
      end,
      kind,
      length,
      isOpening: kind === '~' || !rest.includes('`'),
      isClosing: rest.trim() === '',
    });
  }
  /** The longest mark of either kind that ends a fence further down. */
  const after = { '`': 0, '~': 0 };
  for (let index = fences.length - 1; index >= 0; index -= 1) {
    const fence = fences[index];
    if (fence === undefined) break;
    const { kind, length, isClosing } = fence;
    fence.isOpening &&= after[kind] >= length;
    if (isClosing) after[kind] = Math.max(after[kind], length);
  }
  const blocks: Range[] = [];
  let open: (typeof fences)[number] | undefined;
  for (const fence of fences) {
    if (open === undefined) {
      if (fence.isOpening) open = fence;
    } else if (fence.isClosing && fence.kind === open.kind && fence.length >= open.length) {
      blocks.push({ start: open.start, end: fence.end });
      open = undefined;
    }
  }
  return blocks;
}

/** Code within a line that begins at this place of its text. */
function codeSpans(line: string, lineStart: number): Range[] {
  const [starts, lengths]: [number[], number[]] = [[], []];
  if (line.indexOf('`') === line.lastIndexOf('`')) return [];
  /** The last run of backticks of each length. */
  const last = new Map<number, number>();
  const backtick = 0x60;
  for (let at = line.indexOf('`'); at < line.length; at += 1) {
    if (line.charCodeAt(at) !== backtick) continue;
    const start = at;
    while (line.charCodeAt(at) === backtick) at += 1;
    last.set(at - start, starts.length);
    starts.push(start);
    lengths.push(at - start);
  }
  const spans: Range[] = [];
  for (let index = 0; index < starts.length; index += 1) {
    const length = lengths[index] ?? 0;
    if ((last.get(length) ?? 0) <= index) continue;
    let close = index + 1;
    while (lengths[close] !== length) close += 1;
    spans.push({ start: lineStart + (starts[index] ?? 0), end: lineStart + (starts[close] ?? 0) + length });
    index = close;
  }
  return spans;
}

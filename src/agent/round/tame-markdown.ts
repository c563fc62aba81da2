/**
 * Markdown of an agent without what acts on others when a code host shows it: pictures become links, so that nobody's
 * server learns who reads; HTML becomes text; `@names` call nobody and `Fixes #1` closes nothing, unless the person's own
 * instruction says so. Code stays as it is. Takes time linear in the text.
 */
export function tameMarkdown(markdown: string, instruction: string): string {
  const lines = markdown.split('\n');
  const parts = splitCode(lines) ?? lines.map((line) => [{ text: line, isCode: false }]);
  const tame = (text: string) =>
    calmReferences(text, instruction)
      .replace(/!(?=\[)/g, '')
      .replace(/<(?=[A-Za-z/!?])/g, '&lt;');
  return parts.map((line) => line.map(({ text, isCode }) => (isCode ? text : tame(text))).join('')).join('\n');
}

/** The same for text that is no Markdown, such as a title or the message of a commit. */
export function tameText(text: string, instruction: string): string {
  return calmReferences(text, instruction).replaceAll(invisible, '\u200b');
}

/** Shows nothing, and stands between what would act together. */
const invisible = '&#8203;';
const mention = /(^|[^\w@/`])@(?=([A-Za-z0-9][\w-]{0,99}))/gm;
const closing =
  /\b((?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?[ \t]{1,3}[[(*_]{0,3})(?=(#\d+|GH-\d+|[\w.-]{1,100}\/[\w.-]{1,100}#\d+|https?:\/\/\S{1,200}\/\d+))/gi;

function calmReferences(text: string, instruction: string): string {
  const asked = new Set([
    ...Array.from(instruction.matchAll(mention), ([, , name = '']) => `@${name.toLowerCase()}`),
    ...Array.from(instruction.matchAll(closing), ([, , reference = '']) => reference.toLowerCase()),
  ]);
  return text
    .replace(mention, (found, before: string, name: string) =>
      asked.has(`@${name.toLowerCase()}`) ? found : `${before}@${invisible}`,
    )
    .replace(closing, (found, _, reference: string) =>
      asked.has(reference.toLowerCase()) ? found : found + invisible,
    );
}

interface Part {
  readonly text: string;
  readonly isCode: boolean;
}

/**
 * Fences and code within a line; undefined when backticks are used in a way that another reader of Markdown could pair
 * otherwise, so that nothing can be trusted to be code.
 */
function splitCode(lines: readonly string[]): Part[][] | undefined {
  const parts: Part[][] = [];
  let fence: string | undefined;
  for (const line of lines) {
    const [opening = '', marks = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    const rest = line.slice(opening.length);
    if (fence !== undefined) {
      if (marks.startsWith(fence) && rest.trim() === '') fence = undefined;
      parts.push([{ text: line, isCode: true }]);
    } else if (marks !== '' && !rest.includes('`')) {
      fence = marks;
      parts.push([{ text: line, isCode: true }]);
    } else {
      const inLine = splitLine(line);
      if (inLine === undefined) return undefined;
      parts.push(inLine);
    }
  }
  return fence === undefined ? parts : undefined;
}

/** Every run of backticks must be ended by the next one of the same length. */
function splitLine(line: string): Part[] | undefined {
  if (line.includes('\\`')) return undefined;
  const pieces = line.split(/(`+)/);
  const parts: Part[] = [];
  for (let index = 0; index < pieces.length; index += 4) {
    const [text = '', open, code = '', close] = pieces.slice(index, index + 4);
    parts.push({ text, isCode: false });
    if (open === undefined) break;
    if (open !== close) return undefined;
    parts.push({ text: open + code + close, isCode: true });
  }
  return parts;
}

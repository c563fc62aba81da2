/**
 * Markdown of an agent without what acts on others when a code host shows it: pictures become links, so that nobody's
 * server learns who reads; HTML becomes text; `@names` call nobody and `Fixes #1` closes nothing, unless the person's own
 * instruction says so. Code stays as it is, but is no suggestion that a click applies. Takes time linear in the text.
 */
export function tameMarkdown(markdown: string, instruction: string): string {
  const lines = calmSuggestions(calmMessage(markdown.replace(/\r\n?/g, '\n'))).split('\n');
  const parts = splitCode(lines) ?? [{ text: lines.join('\n'), isCode: false }];
  return parts.map(({ text, isCode }) => (isCode ? text : tameProse(text, instruction))).join('');
}

function tameProse(text: string, instruction: string): string {
  // A character written by its name or number acts like the character itself.
  const plain = text.replace(/&(?!(?:amp|lt|gt|quot);)(?=#?\w{1,40};)/g, '&amp;');
  return calmReferences(plain, instruction)
    .replace(/(?<!!)!+(?=\[)/g, '')
    .replace(/<(?=[A-Za-z/!?])/g, '&lt;');
}

/** The same for one line that is no Markdown, such as a title, which is also the message of a commit. */
export function tameLine(text: string, instruction: string): string {
  const line = calmMessage(text.replace(/[\s\u0085]+/g, ' ').trim());
  return calmReferences(line, instruction).replaceAll(invisible, '\u200b');
}

/** What tells a CI service to look away; GitHub, GitLab, Azure, Netlify and others each know a few of them. */
const skipping =
  /\[(?=(?:skip|no|ci|actions?|netlify|vercel|cd)[ -](?:skip|no|ci|actions?|netlify|vercel|cd|checks)[^\]\n]{0,20}\])|\*\*(?=\*NO_CI\*{3})/gi;
/** A line that git and code hosts read as a trailer: who else wrote or vouches for a commit, or that it needs no checks. */
const trailer =
  /^[ \t]{0,20}(?:co-authored|signed-off|reviewed|acked|tested|approved|reported|suggested|helped)-by(?=[ \t]{0,20}:)|^[ \t]{0,20}(?:skip-checks|change-id|docwright-job)(?=[ \t]{0,20}:)/gim;
/** Turns the letters around, so that a reader sees another text than a program does. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** What acts in the message of a commit, which the words of a pull request become; in code as well, which git knows not. */
function calmMessage(text: string): string {
  return text.replace(turning, '').replace(skipping, '$&\u200b').replace(trailer, '$&\u200b');
}

/** Fences, also in lists and quotations. What they say of their code may be written by numbers of characters. */
const fences = /^([ \t>*+.)\d-]*)(`{3,}|~{3,})(.*)$/gm;

/** Whoever posts a suggestion proves its lines first; one in the words would change any. */
function calmSuggestions(text: string): string {
  return text.replace(fences, (line, before: string, marks: string, info: string) =>
    /suggestion|[&\\]/i.test(info) && !(marks.startsWith('`') && info.includes('`')) ? `${before}${marks}text` : line,
  );
}

/** Shows nothing, and stands between what would act together. */
const invisible = '&#8203;';
/** An address that a code host makes a link of, in which an `@` calls nobody; or a mention. */
const mention =
  /(?<![^\s*_~(])https?:\/\/[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,9}\/[^\s<>()[\]]*|(?<![A-Za-z0-9])@(?=([A-Za-z0-9][\w-]{0,99}))/gi;
/** Closing keywords of GitHub, GitLab and Gitea. GitLab's references may contain nested groups. */
const closing =
  /\b(clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?|reopen(?:s|ed)?)(?=[^A-Za-z0-9#]{1,40}(#\d+|GH-\d+|(?:[\w.-]{1,100}\/){1,5}[\w.-]{1,100}#\d+|https?:\/\/\S{1,200}\/\d+))/gi;

function calmReferences(text: string, instruction: string): string {
  const mentions = new Set([
    ...Array.from(instruction.matchAll(mention), ([, name = '']) => `@${name.toLowerCase()}`),
    ...Array.from(instruction.matchAll(closing), ([, , reference = '']) => reference.toLowerCase()),
  ]);
  return text
    .replace(mention, (match, name: string | undefined) =>
      name === undefined || mentions.has(`@${name.toLowerCase()}`) ? match : match + invisible,
    )
    .replace(closing, (match, _, reference: string) =>
      mentions.has(reference.toLowerCase()) ? match : match + invisible,
    );
}

interface Part {
  readonly text: string;
  readonly isCode: boolean;
}

/**
 * Fences and code within a line; undefined when another reader of Markdown could pair the marks otherwise, so that nothing
 * can be trusted to be code.
 */
function splitCode(lines: readonly string[]): Part[] | undefined {
  const parts: Part[] = [];
  let prose: string[] = [];
  let fence: string | undefined;
  const add = (text: string, isCode: boolean) => {
    if (!isCode) prose.push(text);
    else {
      parts.push({ text: prose.join(''), isCode: false }, { text, isCode });
      prose = [];
    }
  };
  for (const [index, line] of lines.entries()) {
    const [opening = '', marks = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    const remainder = line.slice(opening.length);
    const isFence = marks !== '' && (marks.startsWith('~') || !remainder.includes('`'));
    if (fence !== undefined) {
      if (marks.startsWith(fence) && /^[ \t]*$/.test(remainder)) fence = undefined;
      add(line, true);
    } else if (isFence) {
      // In an item of a list it would end with the item.
      if (opening !== marks) return undefined;
      fence = marks;
      add(line, true);
    } else {
      const inline = splitLine(line);
      if (inline === undefined) return undefined;
      for (const { text, isCode } of inline) add(text, isCode);
    }
    if (index < lines.length - 1) add('\n', false);
  }
  parts.push({ text: prose.join(''), isCode: false });
  return fence === undefined ? parts : undefined;
}

/** The text, in which no code goes on after its end: there it would swallow or end what follows. */
export function endCode(markdown: string): string {
  return splitCode(markdown.split('\n')) === undefined
    ? markdown.replace(/`{3,}|~{3,}/g, (run) => run.slice(0, 2))
    : markdown;
}

/** Every run of backticks must be ended by the next one of the same length; a table would end code at a `|`. */
function splitLine(line: string): Part[] | undefined {
  if (line.includes('\\`')) return undefined;
  const pieces = line.split(/(`+)/);
  const parts: Part[] = [];
  for (let index = 0; index < pieces.length; index += 4) {
    const [text = '', open, code = '', close] = pieces.slice(index, index + 4);
    parts.push({ text, isCode: false });
    if (open === undefined) break;
    if (open !== close || code.includes('|')) return undefined;
    parts.push({ text: open + code + close, isCode: true });
  }
  return parts;
}

import type { Code } from 'mdast';
import type { PageProblem } from './page-facts.ts';

/** A page with what is known of its fences. */
export interface FencedSource {
  readonly source: string;
  /** True when every fence is known to be closed, although the tree may not show it. */
  readonly fencesEnd: boolean;
  /** True when every fence is closed for a program that reads line by line, or that closes a block only at its indentation. */
  readonly fencesMayEnd: () => boolean;
}

/** What a page has and code hardly ever: headings, items, links, another block, a sentence on a line of its own. */
const holdsText =
  /^[\t >]*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|!?\[|`{3}|~{3}|:{3}|<\/?[A-Z]|[\p{Lu}\p{Lo}][^\n=;{}()]*[.:!?。：！？]$)/mu;

/** What begins with `#` or `-` as well where a comment or an item of data is meant. */
const withHashes =
  /^(?:(?:ba|z|k|fi)?sh|shell|console|terminal|ya?ml|py|python|rb|ruby|toml|ini|conf|docker(?:file)?|make(?:file)?|nginx|r|perl|powershell|ps1?|elixir|hcl|terraform|tf)$/iu;
/** The same in a block of such a language: two `#` and more, links, other blocks, a sentence on a line of its own. */
const holdsTextBesideComments =
  /^[\t >]*(?:#{2,6}\s|(?:[-*+] )?!?\[[^\]\n]*\]\(|`{3}|~{3}|:{3}|[\p{Lu}\p{Lo}][^\n=;{}()]*[.:!?。：！？]$)/mu;

/** Languages whose code has elements with a capital, as components of a page have. */
const withElements = /^(?:[jt]sx|html?|vue|svelte|astro|xml|xaml|razor|mdx)$/iu;

/** True for a line that is a heading, or three words and more that begin with a capital and have no signs of code. */
function isText(line: string): boolean {
  return /^#{1,6}\s/u.test(line) || (/^\p{Lu}[^={}()]*$/u.test(line) && line.split(/\s+/u, 3).length === 3);
}

/** An item that begins as text does, with a name in code or a link, and code does not. */
const itemOfText = /^[\t ]*(?:[-*+]|\d{1,9}[.)])[\t ]+(?:`[^`]+`|!?\[[^\]]+\]\()/u;
const itemMark = /^[\t ]*(?:[-*+]|\d{1,9}[.)])[\t ]+(?:\*\*|__)?/u;
const beginsElement = /^[\t ]*<\/?(?=[A-Z])/gmu;

/** What is wrong with a block of code that nothing closes; undefined where it is closed, or no fence begins it. */
export function findUnclosedCode(
  node: Code,
  { source, fencesEnd, fencesMayEnd }: FencedSource,
): Pick<PageProblem, 'rule' | 'message' | 'unsure'> | undefined {
  const raw = source.slice(node.position?.start.offset, node.position?.end.offset);
  const fence = /^(`{3,}|~{3,})/u.exec(raw)?.[1];
  // Franklin writes HTML as it is between such marks: https://franklinjl.org/syntax/markdown/#inserting_html
  if (fence === undefined || /^~{3,}[\t ]*</u.test(raw)) return undefined;
  // Signs that a picture is made of: https://facelessuser.github.io/pymdown-extensions/extensions/superfences/ takes no such header.
  if (/^(?:`{3,}|~{3,})[\t ]*\{[^}\n]*(?:\n|$)/u.test(raw)) return undefined;
  const last = raw
    .slice(raw.lastIndexOf('\n') + 1)
    .replace(/^[\s>]+/u, '')
    // What a template put behind the end of the block is gone by the time it is read.
    .replace(/\{(?:%|\{[%<]).*$/u, '')
    .trimEnd();
  if (fencesEnd) return undefined;
  if (raw.includes('\n') && last.startsWith(fence) && last.replaceAll(fence.charAt(0), '') === '') return undefined;
  // A fence that says no language may have been meant to close a block above it.
  const isBare = node.lang === null || node.lang === undefined;
  const message =
    `This code block is never closed: a line with only ${fence} is missing after it` +
    (isBare ? ', or this line is one too many (a block that shows fences needs a longer one).' : '.');
  // One that ends with its item leaves code outside, unless what follows is text of the page.
  const rest = source.slice(node.position?.end.offset).trim();
  const [next = ''] = rest.split('\n', 1);
  const isNextText = isText(next.replace(itemMark, '')) || itemOfText.test(next);
  const endsBeforeText = isNextText && !/^[\t >]*(?:`{3}|~{3})/mu.test(rest);
  const text = withHashes.test(node.lang ?? '') ? holdsTextBesideComments : holdsText;
  const value = withElements.test(node.lang ?? '') ? node.value.replace(beginsElement, '') : node.value;
  // What ends with the page in nothing but brackets is code to its end, whatever words are in it.
  const lastOfCode = node.value.trimEnd().split('\n').at(-1)?.trim() ?? '';
  const endsAsCode = rest === '' && /^[})\]]+;?$/u.test(lastOfCode);
  const isSeen = (rest !== '' && !endsBeforeText) || (text.test(value) && !endsAsCode);
  if (isSeen && !fencesMayEnd()) return { rule: 'unclosed-fence', message };
  const unsure = isSeen
    ? 'a fence with another indentation follows, which some programs pair with it'
    : endsBeforeText
      ? 'it ends with its item, before text of the page'
      : 'all that follows seems to be code, so that readers see no difference yet';
  return { rule: 'unclosed-fence', message, unsure };
}

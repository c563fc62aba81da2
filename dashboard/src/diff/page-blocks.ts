import type { DiffFile, DiffHunk } from './read-diff.ts';

/** A part of a page as Markdown: as it was, as it is now where something changed, or what was removed. */
export interface PageBlock {
  readonly kind: 'same' | 'changed' | 'removed';
  readonly text: string;
}

export function isPage({ path, isBinary, hunks }: DiffFile): boolean {
  return !isBinary && hunks.length > 0 && /\.(?:md|mdx|markdown)$/i.test(path);
}

/** A line that only opens or closes a component, which is not rendered. */
const component = /^\s*<\/?[A-Z][\w.]*(?:\s[^<>]*)?\/?>\s*$/;
const frontMatterLine = /^(?:[\w-]+:(?:\s|$)|\s+\S|- )/;

/** What a hunk shows of a page, in blocks between blank lines; those of one kind that follow each other are one. */
export function pageBlocks({ lines }: DiffHunk): PageBlock[] {
  const blocks: PageBlock[] = [];
  let now: string[] = [];
  let removed: string[] = [];
  let isChanged = false;
  /** How the code block ends that is open. */
  let fence: string | undefined;
  const hasComponents = lines.some(({ text }) => component.test(text));
  const close = () => {
    const kind = now.length === 0 ? 'removed' : isChanged ? 'changed' : 'same';
    const shown = kind === 'removed' ? removed : now;
    const text = (hasComponents ? dedented(shown) : shown).join('\n');
    [now, removed, isChanged] = [[], [], false];
    if (text.trim() === '') return;
    const last = blocks.at(-1);
    if (last?.kind === kind) blocks.splice(-1, 1, { kind, text: `${last.text}\n\n${text}` });
    else blocks.push({ kind, text });
  };
  if (beginsInFrontMatter(lines)) {
    now.push('```yaml');
    fence = '---';
  }
  for (const { kind, text, newNumber } of lines) {
    const isBlank = text.trim() === '' || (fence === undefined && component.test(text));
    if (kind === 'removed') {
      isChanged = true;
      removed.push(text);
      if (isBlank && now.length === 0) close();
      continue;
    }
    if (kind === 'added') isChanged = true;
    const isFrontMatter = newNumber === 1 && text === '---';
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(text) ?? [];
    if (isFrontMatter) now.push('```yaml');
    else if (fence === '---' && text === fence) now.push('```');
    else if (!isBlank || fence !== undefined) now.push(text);
    if (text.trim() === fence) fence = undefined;
    else fence ??= isFrontMatter ? '---' : mark;
    if (isBlank && fence === undefined) close();
  }
  close();
  return blocks;
}

/** Whether the hunk begins after the `---` that opens the front matter. */
function beginsInFrontMatter(lines: DiffHunk['lines']): boolean {
  const kept = lines.filter(({ kind }) => kind !== 'removed');
  const end = kept.findIndex(({ text }) => text === '---');
  return end > 0 && kept.slice(0, end).every(({ text }) => frontMatterLine.test(text));
}

/** Without what all lines are indented by, which within a component is no code. */
function dedented(lines: readonly string[]): string[] {
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const depth = Math.min(...depths, 80);
  return lines.map((line) => line.slice(depth));
}

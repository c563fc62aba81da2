import { blank } from './blank.ts';
/** Blocks of Liquid whose content is no text of the page, or is shown as it is written. */
type Block = 'raw' | 'comment' | 'highlight';

/** The source with spaces in place of such blocks, so that offsets and lines stay true; of one that nothing closes, nothing is told. */
export function withoutBlocks(source: string, names: readonly Block[]): string {
  if (!/\{%-?\s*end(?:raw|comment|highlight)\b/u.test(source)) return source;
  let open: { readonly name: string; readonly at: number } | undefined;
  let copied = 0;
  let text = '';
  for (const { 0: tag, 1: end, 2: name = '', index } of source.matchAll(
    /\{%-?\s{0,9}(end)?(raw|comment|highlight)\b[^%\n]{0,200}%\}/gu,
  )) {
    if (end === undefined) open ??= { name, at: index };
    else if (open?.name === name) {
      const stop = index + tag.length;
      if (names.some((one) => one === name)) {
        text += source.slice(copied, open.at) + blank(source.slice(open.at, stop));
        copied = stop;
      }
      open = undefined;
    }
  }
  return text + source.slice(copied);
}

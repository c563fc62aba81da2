import type { FileIndex } from '../../site/file-index.ts';

const fileName = /(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]{1,100}\.[a-z][a-z\d]{1,5}(?![\p{L}\p{N}_])/giu;

/**
 * Names of files in the code of pages that the build runs, which it may write: blocks that begin with `{r}` or `@example`.
 * https://quarto.org/docs/computations/execution-options.html, https://documenter.juliadocs.org/stable/man/syntax/#reference-at-example
 */
export async function filesNamedInCode(files: FileIndex, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (const path of paths) {
    const text = (await files.readText(path)) ?? '';
    if (!text.includes('```{') && !text.includes('```@')) continue;
    let isCode = false;
    for (const line of text.split('\n')) {
      if (/^\s*```/u.test(line)) isCode = !isCode && /^\s*`{3,}\s*[{@][a-z]/iu.test(line);
      else if (isCode) for (const [name] of line.matchAll(fileName)) named.add(name);
    }
  }
  return named;
}

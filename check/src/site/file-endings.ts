/** Endings of files that programs make pages of. */
export const sourceEndings: ReadonlySet<string> = new Set([
  '.md',
  '.mdx',
  '.mdoc',
  '.markdown',
  '.qmd',
  '.adoc',
  '.rst',
  '.ipynb',
]);

/** True for a path, or an ending, of a picture. */
export function isPicture(path: string): boolean {
  return /\.(?:png|jpe?g|gif|svg|webp|avif)$/iu.test(path);
}

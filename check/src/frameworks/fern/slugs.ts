/** Words as lodash finds them, by which Fern makes addresses: `Swap APIs` becomes `swap-ap-is`, `0x CLI` becomes `0-x-cli`. */
const words = /\p{Lu}+(?=\p{Lu}\p{Ll}|[^\p{L}]|$)|\p{Lu}?[\p{Ll}\p{Lo}]+|\p{Lu}+|\p{N}+/gu;

/** The addresses that a title may become, the likeliest first. */
export function fernSlugs(title: string): readonly string[] {
  const plain = title.replace(/['’]/gu, '');
  const split = plain.match(words)?.join('-').toLowerCase() ?? '';
  const whole = plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/gu, '');
  return [...new Set([split, whole])];
}

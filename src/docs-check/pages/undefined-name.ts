/** `[some words][name]`: neither an index into a list nor what a plugin looks up in code (`[text][package.name]`). */
const fullReference = /(?<![\w\])}])\[([^\][]+)\]\[([\p{L}\p{N} -]+)\](?![[(])/gu;

/** The name of the first such reference, where several words stand before it and it has a letter itself. */
export function undefinedName(text: string): string | undefined {
  for (const [, words = '', name = ''] of text.matchAll(fullReference)) {
    const letter = words.search(/\p{L}/u);
    // Asked one by one: an expression that asks for all in turn takes the third power of the length of a text in brackets.
    if (letter !== -1 && words.search(/\s\S*$/u) > letter && /\p{L}/u.test(name)) return name;
  }
  return undefined;
}

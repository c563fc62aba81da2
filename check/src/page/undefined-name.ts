/** `[some words][name]`: neither an index into a list nor what a plugin looks up in code (`[text][package.name]`). */
const fullReference = /(?<![\w\])}])\[([^\][]+)\]\[([\p{L}\p{N} -]+)\](?![[(])/gu;

export interface UndefinedReference {
  readonly name: string;
  /** Of a single word (`[Tool][home]`), which may be an index: what has to be defined on the page for it to be a link. */
  readonly definedBy: string | undefined;
}

/** The first such reference of which several words stand before the name, which has a letter itself; else the first behind one word. */
export function undefinedReference(text: string): UndefinedReference | undefined {
  let single: UndefinedReference | undefined;
  for (const [, words = '', name = ''] of text.matchAll(fullReference)) {
    const letter = words.search(/\p{L}/u);
    if (letter === -1 || !/\p{L}/u.test(name)) continue;
    // Asked one by one: an expression that asks for all in turn takes the third power of the length of a text in brackets.
    if (words.search(/\s\S*$/u) > letter) return { name, definedBy: undefined };
    if (!/\s/u.test(words)) single ??= { name, definedBy: words };
  }
  return single;
}

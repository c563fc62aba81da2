/** Levels within each other; whatever walks a value calls itself once for each. */
const deepest = 100;
/** Keys, values and items: checking so many against a schema takes some 20 ms. */
const mostParts = 10_000;

/**
 * Whether JSON nests deeper, or has more parts, than any arguments of a call that are meant. Parsing a million brackets or
 * checking a hundred thousand keys takes a fifth of a second.
 */
export function isBeyondArguments(json: string): boolean {
  let [depth, parts] = [0, 0];
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isInText) {
      if (character === '\\') at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === ',' || character === ':') parts += 1;
    if (depth > deepest || parts > mostParts) return true;
  }
  return false;
}

/** Levels of nesting, each of which costs a recursive call. */
const deepest = 100;
/** Keys, values and items; validating so many takes some 20 ms. */
const mostParts = 10_000;

/**
 * Whether JSON is too deep or too large for the arguments of a tool call. Checked before parsing, because a million brackets
 * or a hundred thousand keys would block the event loop for 0.2 s.
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

/** Whether a normalised path is meant. */
export type PathPattern = (path: string) => boolean;

/**
 * A path in which `*` stands for any text, slashes too. The parts between are looked for from left to right, each as
 * early as it can be, so that no path and no pattern takes longer than reading both.
 */
export function createPathPattern(pattern: string): PathPattern {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return (path) => path === pattern;
  return (path) => {
    if (!path.startsWith(first)) return false;
    let end = first.length;
    for (const part of rest) {
      const at = path.indexOf(part, end);
      if (at < 0) return false;
      end = at + part.length;
    }
    return path.length - last.length >= end && path.endsWith(last);
  };
}

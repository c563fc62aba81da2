/** True when at most two characters were added, left out or changed, in words long enough for that to mean something. */
export function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 2 || Math.min(one.length, other.length) < 4) return false;
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const change = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    if (Math.min(...current) > 2) return false;
    previous = current;
  }
  return (previous[other.length] ?? 3) <= 2;
}

/** How many do the same before it is a habit of a site, and the share that may do otherwise. */
const fewest = 12;
const fewOthers = 0.1;

/** True where nearly all of them do the same, so that what does not is more likely a slip. */
export function isHabit(total: number, others: number): boolean {
  return total - others >= fewest && others <= fewOthers * total;
}

/** Fewer do the same, or a few more otherwise: that tells something only of what has another sign of being a slip. */
export const fewestAlike = 6;
const someOthers = 1 / 8;

export function isLikelyHabit(total: number, others: number): boolean {
  if (others <= 1) return total - others >= fewestAlike;
  return total - others >= fewest && others <= someOthers * total;
}

/** Most do the same: that tells something only of what has another sign of being a slip and is alone. */
export function isMajority(total: number, others: number): boolean {
  return total - others >= fewestAlike && others <= total / 3;
}

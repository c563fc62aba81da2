const percent = new Intl.NumberFormat(undefined, { style: 'percent', signDisplay: 'exceptZero' });

/** How a number differs from the one before, as people read it. */
export function changeOf(value: number, before: number): string {
  if (before === 0) return value === 0 ? 'no change' : 'new';
  return percent.format((value - before) / before);
}

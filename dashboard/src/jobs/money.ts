/** Cents are too coarse for a small job. */
export function money(dollars: number): string {
  const digits = dollars > 0 && dollars < 1 ? 4 : 2;
  return new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(dollars);
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Such as `1.5 GB`. */
export function sizeOf(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const style = { style: 'unit', unit: units[power] ?? 'byte', maximumFractionDigits: power > 1 ? 1 : 0 } as const;
  return new Intl.NumberFormat('en', style).format(bytes / 1000 ** power);
}

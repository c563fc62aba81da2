const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/(Headless)?Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const platforms: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** Enough for a person to recognise their own browser in a list: `Firefox on Linux`. */
export function browserName(userAgent: string | undefined): string {
  const text = userAgent ?? '';
  const named = (table: readonly [RegExp, string][]) => table.find(([pattern]) => pattern.test(text))?.[1];
  return `${named(browsers) ?? 'Unknown browser'}${named(platforms) === undefined ? '' : ` on ${named(platforms) ?? ''}`}`;
}

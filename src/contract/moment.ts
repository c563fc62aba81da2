const zone = String.raw`(?<offset>Z|[+-]\d{2}(?::?\d{2})?)?`;
const second = String.raw`(?<second>\d{2})(?:[.,](?<fraction>\d{1,18}))?`;
/** ISO 8601 in its two forms, `2026-02-28T12:30:15Z` and `20260228T123015Z`; both may end early, after the day even. */
const forms = [
  String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<hour>\d{2})(?::(?<minute>\d{2})(?::${second})?)?${zone})?`,
  String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:T(?<hour>\d{2})(?:(?<minute>\d{2})(?:${second})?)?${zone})?`,
].map((form) => new RegExp(`^${form}$`, 'i'));

export interface Moment {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Whether the text says its offset; if not, it was taken for UTC. */
  readonly hasOffset: boolean;
  /** Whether the text names a moment after `at` and before the next millisecond. */
  readonly isLater: boolean;
}

/** Undefined for what is not a real date. Digits past the millisecond are cut. */
export function readMoment(text: string): Moment | undefined {
  const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return undefined;
  const number = (name: string): number => Number(parts[name] ?? 0);
  const [year, month, day] = [number('year'), number('month') - 1, number('day')];
  const [hour, minute, seconds] = [number('hour'), number('minute'), number('second')];
  // Date.UTC takes years below 100 for those of the 20th century.
  const date = new Date(new Date(0).setUTCFullYear(year, month, day));
  // And a Date takes 30 February for 2 March.
  const isReal = date.getUTCMonth() === month && date.getUTCDate() === day && hour < 24 && minute < 60 && seconds < 60;
  const offsetMinutes = readOffset(parts['offset'] ?? 'Z');
  if (!isReal || offsetMinutes === undefined) return undefined;
  const fraction = (parts['fraction'] ?? '').padEnd(3, '0');
  const milliseconds = Number(fraction.slice(0, 3));
  const time = date.setUTCHours(hour, minute - offsetMinutes, seconds, milliseconds);
  return { at: time, hasOffset: parts['offset'] !== undefined, isLater: /[1-9]/.test(fraction.slice(3)) };
}

/** Minutes east of UTC, from `Z`, `+05`, `+0530` or `+05:30`; undefined for an offset that no place has. */
function readOffset(offset: string): number | undefined {
  if (offset.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', ''))];
  if (hours > 18 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

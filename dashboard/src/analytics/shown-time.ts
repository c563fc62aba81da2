/** The day that clocks of a time zone show, as `YYYY-MM-DD`. */
export function shownDay(time: number, timeZone = 'UTC'): string {
  return new Date(time + offsetAt(time, timeZone)).toISOString().slice(0, 10);
}

/** When a day begins there: at its first moment, also where clocks are changed at midnight. */
export function beginOf(day: string, timeZone = 'UTC'): number {
  const shown = Date.parse(day);
  const before = shown - offsetAt(shown - 86_400_000, timeZone);
  const after = shown - offsetAt(shown + 86_400_000, timeZone);
  const first = Math.min(before, after);
  return shownDay(first, timeZone) === day ? first : Math.max(before, after);
}

/** How far clocks there are ahead of UTC, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(time);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

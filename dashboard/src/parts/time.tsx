const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const calendarDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const clockOf = (timeZone?: string) => new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', timeZone });
const clock = clockOf();
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

function formatAge(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000);
  const step = steps.find(([, length]) => Math.abs(seconds) >= length);
  return step === undefined ? 'just now' : relative.format(Math.trunc(seconds / step[1]), step[0]);
}

/** A moment in the reader's own zone, or for a clock in another one, with UTC on hover. */
export function Time({
  at,
  as = 'age',
  timeZone,
}: {
  at: string;
  as?: 'age' | 'day' | 'full' | 'clock';
  timeZone?: string;
}) {
  const date = new Date(at);
  const utc = `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const clockThere = timeZone === undefined ? clock : clockOf(timeZone);
  const formats = { day: calendarDay, full: absolute, clock: clockThere };
  const shown = as === 'age' ? formatAge(date.getTime(), Date.now()) : formats[as].format(date);
  return (
    <time dateTime={at} title={as === 'age' ? `${absolute.format(date)} · ${utc}` : utc}>
      {shown}
    </time>
  );
}

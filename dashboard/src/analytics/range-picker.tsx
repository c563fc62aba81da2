import { useNavigate } from '@tanstack/react-router';
import { ranges, type AnalyticsSearch, type RangeName } from './analytics-search.ts';
import { isoDay, type DateRange } from './date-range.ts';

/** Which days are shown. A change starts the table of pages anew. */
export function RangePicker({ search, range }: { search: AnalyticsSearch; range: DateRange }) {
  const navigate = useNavigate();
  const lastDay = isoDay(Date.parse(range.dateTo) - 1);
  const choose = (next: AnalyticsSearch) =>
    void navigate({
      to: '.',
      search: { ...search, range: undefined, from: undefined, to: undefined, page: undefined, ...next },
      resetScroll: false,
    });
  const chooseDays = (from: string, to: string) => {
    if (from !== '' && to !== '') choose({ range: 'custom', from, to });
  };
  return (
    <div className="range-picker">
      <select
        aria-label="Range"
        value={search.range ?? '30d'}
        onChange={({ target: { value } }) => {
          if (value === 'custom') chooseDays(range.dateFrom, lastDay);
          else choose(value === '30d' ? {} : { range: value as RangeName });
        }}
      >
        {Object.entries(ranges).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {search.range === 'custom' && (
        <>
          <input
            type="date"
            aria-label="First day"
            value={range.dateFrom}
            onChange={({ target: { value } }) => {
              chooseDays(value, lastDay);
            }}
          />
          <input
            type="date"
            aria-label="Last day"
            value={lastDay}
            onChange={({ target: { value } }) => {
              chooseDays(range.dateFrom, value);
            }}
          />
        </>
      )}
      <span className="muted small" title={`Days start at midnight, ${range.timeZone ?? 'UTC'}.`}>
        {range.dateFrom === lastDay ? lastDay : `${range.dateFrom} – ${lastDay}`}, {range.timeZone ?? 'UTC'}
      </span>
    </div>
  );
}

import { useNavigate } from '@tanstack/react-router';
import {
  comparisons,
  intervals,
  ranges,
  type AnalyticsSearch,
  type Comparison,
  type Interval,
  type RangeName,
} from './analytics-search.ts';
import { use } from 'react';
import { DataStart } from './data-start.tsx';
import type { DateRange } from './date-range.ts';
import { audienceOf, audiences, withAudience, type Audience } from './filters.ts';
import { dayText, lastDayOf, rangeText } from './shown-time.ts';

/** Which days are shown, whose views, in which steps, and compared with what. */
export function RangePicker({ search, range }: { search: AnalyticsSearch; range: DateRange }) {
  const navigate = useNavigate();
  const choose = (next: AnalyticsSearch) =>
    void navigate({ to: '.', search: { ...search, page: undefined, ...next }, resetScroll: false });
  const lastDay = lastDayOf(range);
  const previous = range.previous ?? range;
  const lastPrevious = lastDayOf(previous);
  const start = use(DataStart);
  const audience = audienceOf(search);
  return (
    <div className="range-picker">
      <div className="tabs" role="group" aria-label="Whose views">
        {Object.entries(audiences).map(([value, label]) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === audience}
            onClick={() => {
              choose(withAudience(search, value as Audience));
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <Choice
        label="Range"
        options={ranges}
        value={search.range ?? '30d'}
        onChange={(value: RangeName) => {
          choose({
            range: value === '30d' ? undefined : value,
            ...(value === 'custom' ? { from: range.dateFrom, to: lastDay } : { from: undefined, to: undefined }),
          });
        }}
      />
      {search.range === 'custom' && (
        <Days
          label="day"
          first={range.dateFrom}
          last={lastDay}
          onChange={(from, to) => {
            choose({ from, to });
          }}
        />
      )}
      <Choice
        label="Steps of the chart"
        options={{ automatic: 'Automatic steps', ...intervals }}
        value={search.interval ?? 'automatic'}
        onChange={(value: Interval | 'automatic') => {
          choose({ interval: value === 'automatic' ? undefined : value });
        }}
      />
      <Choice
        label="Compare with"
        options={comparisons}
        value={search.compare ?? 'weekdays'}
        onChange={(value: Comparison) => {
          choose({
            compare: value === 'weekdays' ? undefined : value,
            ...(value === 'custom'
              ? { compareFrom: previous.dateFrom, compareTo: lastPrevious }
              : { compareFrom: undefined, compareTo: undefined }),
          });
        }}
      />
      {search.compare === 'custom' && (
        <Days
          label="day of the comparison"
          first={previous.dateFrom}
          last={lastPrevious}
          onChange={(compareFrom, compareTo) => {
            choose({ compareFrom, compareTo });
          }}
        />
      )}
      <span className="muted small" title={`Days start at midnight, ${range.timeZone ?? 'UTC'}.`}>
        {rangeText(range)}, {range.timeZone ?? 'UTC'}
      </span>
      {range.previous !== undefined && (
        <span className="muted small">
          compared with {rangeText(previous)}
          {start !== undefined && (
            <>
              {start.isAfterComparison && ': no earlier data'} (data since {dayText(start.day)})
            </>
          )}
        </span>
      )}
    </div>
  );
}

function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => {
        onChange(event.target.value as Value);
      }}
    >
      {Object.entries<string>(options).map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

function Days({
  label,
  first,
  last,
  onChange,
}: {
  label: string;
  first: string;
  last: string;
  onChange: (first: string, last: string) => void;
}) {
  const change = (from: string, to: string) => {
    if (from !== '' && to !== '') onChange(from, to);
  };
  return (
    <>
      <input
        type="date"
        aria-label={`First ${label}`}
        value={first}
        onChange={({ target: { value } }) => {
          change(value, last);
        }}
      />
      <input
        type="date"
        aria-label={`Last ${label}`}
        value={last}
        onChange={({ target: { value } }) => {
          change(first, value);
        }}
      />
    </>
  );
}

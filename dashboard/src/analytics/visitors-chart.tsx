import { useNavigate } from '@tanstack/react-router';
import { use, useEffect, useMemo, useRef, useState } from 'react';
import type { Drop, Timeseries } from './analytics.ts';
import type { Annotation } from './annotations.ts';
import { joinBuckets, type Bucket } from './buckets.ts';
import type { Interval } from './analytics-search.ts';
import { DataStart, NoEarlierData } from './data-start.tsx';
import { isAligned, type DateRange } from './date-range.ts';
import { HowCounted } from './how-counted.tsx';
import { rangeText, shownDay } from './shown-time.ts';

const height = 220;
const margin = { top: 10, right: 4, bottom: 24, left: 46 };

const number = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { notation: 'compact' });
const options: Record<Interval, Intl.DateTimeFormatOptions> = {
  hour: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
};

/**
 * People and AI stacked, with the deduplicated total as a line, which may lie below the top of the stack, and that of the
 * range they are compared with. What is chosen, or dragged over, becomes the range.
 */
export function VisitorsChart({
  data,
  before,
  drops,
  range,
  annotations,
}: {
  data: Timeseries;
  /** Of the comparison; undefined until it is there, and without one. */
  before: Timeseries | undefined;
  drops: readonly Drop[];
  range: DateRange;
  annotations: readonly Annotation[];
}) {
  const navigate = useNavigate();
  const hasNoEarlier = use(DataStart)?.isAfterComparison === true;
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [chosen, setChosen] = useState<number>();
  /** Where dragging began. */
  const [pressed, setPressed] = useState<number>();
  const buckets = useMemo(() => joinBuckets({ data, drops, range, now: Date.now() }), [data, drops, range]);
  useEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      setWidth(Math.floor(entry?.contentRect.width ?? 0));
    });
    observer.observe(frame.current);
    return () => {
      observer.disconnect();
    };
  }, []);

  const earlier = useMemo(() => earlierTotals(before, range, buckets), [before, range, buckets]);
  const largest = Math.max(
    4,
    ...buckets.map(({ counts }) => (counts === undefined ? 0 : counts.human + counts.ai)),
    ...earlier.map((total) => total ?? 0),
  );
  const step = Math.max(0, width - margin.left - margin.right) / buckets.length;
  const barWidth = step * 0.75;
  const barStart = (index: number) => margin.left + index * step + (step - barWidth) / 2;
  const ticks = ticksUpTo(largest);
  const bottom = height - margin.bottom;
  const y = (value: number) => bottom - (value / (ticks.at(-1) ?? 1)) * (bottom - margin.top);
  const label = new Intl.DateTimeFormat(undefined, { ...options[range.interval], timeZone: range.timeZone ?? 'UTC' });
  const labelEvery = Math.max(1, Math.ceil(buckets.length / Math.max(1, Math.floor(width / 76))));
  const lineOf = (totals: readonly (number | undefined)[]) =>
    stretches(totals).map((stretch) =>
      stretch.map(([index, total]) => `${barStart(index) + barWidth / 2},${y(total)}`).join(' '),
    );
  const [from, to] = [pressed ?? -1, chosen ?? pressed ?? -1].sort((a, b) => a - b);
  const isMarked = (index: number) =>
    pressed === undefined ? chosen === index : index >= (from ?? -1) && index <= (to ?? -1);
  const zoom = (first: number | undefined, last: number | undefined) => {
    const [start, end] = [buckets[first ?? -1]?.start, buckets[last ?? -1]?.end];
    // An hour is the shortest that is drawn.
    if (
      start === undefined ||
      end === undefined ||
      (range.interval === 'hour' && shownDay(start, range.timeZone) === range.dateFrom)
    )
      return;
    void navigate({
      to: '.',
      search: (search) => ({
        ...search,
        range: 'custom',
        from: shownDay(start, range.timeZone),
        to: shownDay(end - 1, range.timeZone),
        page: undefined,
      }),
      resetScroll: false,
    });
  };
  const indexAt = (event: React.PointerEvent) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left;
    const index = Math.floor(offset / step);
    return index >= 0 && index < buckets.length ? index : undefined;
  };
  const move = (steps: number) => {
    setChosen((before) =>
      Math.min(buckets.length - 1, Math.max(0, (before ?? (steps > 0 ? -1 : buckets.length)) + steps)),
    );
  };
  const shown = chosen === undefined ? undefined : buckets[chosen];
  return (
    <figure className="chart">
      <figcaption className="row apart small">
        <span className="legend muted">
          <span className="swatch human" aria-hidden="true" /> People
          <span className="swatch ai" aria-hidden="true" /> AI
          <span className="swatch total" aria-hidden="true" /> Total unique
          {earlier.length > 0 && (
            <>
              <span className="swatch earlier" aria-hidden="true" /> Comparison
            </>
          )}
          {hasNoEarlier && (
            <>
              {' '}
              <NoEarlierData />
            </>
          )}{' '}
          <HowCounted name="chart" />
          {buckets.some(({ counts, isFuture }) => counts === undefined && !isFuture) && (
            <>
              <span className="swatch no-data" aria-hidden="true" /> No data
            </>
          )}
        </span>
        <span aria-live="polite" className="readout">
          {shown === undefined ? '' : describe(shown, range, earlier[chosen ?? -1], textsIn(shown, annotations))}
        </span>
      </figcaption>
      <div
        ref={frame}
        className="chart-frame"
        style={{ height }}
        tabIndex={0}
        role="group"
        aria-label="Visitors over time. Use the left and right arrow keys to move between bars, and Enter to show only the selected days."
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') move(1);
          else if (event.key === 'ArrowLeft') move(-1);
          else if (event.key === 'Enter') zoom(chosen, chosen);
          else return;
          event.preventDefault();
        }}
        onBlur={() => {
          setChosen(undefined);
        }}
        onPointerMove={(event) => {
          setChosen(indexAt(event));
        }}
        onPointerDown={(event) => {
          if (event.button === 0 && event.pointerType !== 'touch') setPressed(indexAt(event));
        }}
        onPointerUp={(event) => {
          const released = indexAt(event) ?? chosen;
          if (pressed !== undefined && released !== undefined) {
            zoom(Math.min(pressed, released), Math.max(pressed, released));
          }
          setPressed(undefined);
        }}
        onPointerLeave={() => {
          setChosen(undefined);
          setPressed(undefined);
        }}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <defs>
              <pattern id="no-data" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <line x1="0" y1="0" x2="0" y2="6" className="hatch" />
              </pattern>
            </defs>
            {ticks.map((tick) => (
              <g key={tick}>
                <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} className="grid" />
                <text x={margin.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                  {short.format(tick)}
                </text>
              </g>
            ))}
            {buckets.map(({ start, end, counts, isFuture, isUnderWay }, index) => {
              const barX = barStart(index);
              const stack = counts === undefined ? 0 : counts.human + counts.ai;
              return (
                <g key={start} className={`${isMarked(index) ? 'chosen' : ''} ${isUnderWay ? 'under-way' : ''}`}>
                  <rect
                    className="column"
                    x={barX - (step - barWidth) / 2}
                    width={step}
                    y={margin.top}
                    height={bottom - margin.top}
                  />
                  {counts === undefined ? (
                    !isFuture && <rect className="no-data" x={barX} width={barWidth} y={bottom - 14} height={14} />
                  ) : (
                    <>
                      <rect
                        className="human"
                        x={barX}
                        width={barWidth}
                        y={y(counts.human)}
                        height={y(0) - y(counts.human)}
                      />
                      <rect className="ai" x={barX} width={barWidth} y={y(stack)} height={y(counts.human) - y(stack)} />
                    </>
                  )}
                  {textsIn({ start, end }, annotations).length > 0 && (
                    <path
                      className="annotation"
                      d={`M${barX + barWidth / 2} ${margin.top + 6}V${bottom}m-5 ${margin.top - bottom}h10l-5 7z`}
                    />
                  )}
                  {index % labelEvery === 0 && (
                    <text x={barX + barWidth / 2} y={height - 6} textAnchor="middle">
                      {label.format(start)}
                    </text>
                  )}
                </g>
              );
            })}
            {lineOf(earlier).map((points) => (
              <polyline key={points} points={points} className="earlier" />
            ))}
            {lineOf(buckets.map(({ counts }) => counts?.total)).map((points) => (
              <polyline key={points} points={points} className="total" />
            ))}
          </svg>
        )}
      </div>
    </figure>
  );
}

/** About four whole numbers from 0 on, 1, 2 or 5 times a power of ten apart; the last is not below `largest`. */
function ticksUpTo(largest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(largest / 4));
  const distance = Math.max(1, ([1, 2, 5].find((times) => times * power >= largest / 4) ?? 10) * power);
  return Array.from({ length: Math.ceil(largest / distance) + 1 }, (_, index) => index * distance);
}

/** Totals of the comparison, bucket by bucket. */
function earlierTotals(
  before: Timeseries | undefined,
  range: DateRange,
  buckets: readonly Bucket[],
): (number | undefined)[] {
  if (before === undefined || !isAligned(range)) return [];
  const totals = before.buckets.map(({ received, visitors }) => (received ? visitors.total : undefined));
  return totals.some((total) => total !== undefined) ? totals.slice(0, buckets.length) : [];
}

/** What can be joined by a line: a gap is drawn as a gap. */
function stretches(totals: readonly (number | undefined)[]): [index: number, total: number][][] {
  const stretchList: [number, number][][] = [[]];
  totals.forEach((total, index) => {
    if (total === undefined) stretchList.push([]);
    else stretchList.at(-1)?.push([index, total]);
  });
  return stretchList.filter((stretch) => stretch.length > 0);
}

/** What is told of a bucket of time. */
function textsIn({ start, end }: Pick<Bucket, 'start' | 'end'>, annotations: readonly Annotation[]): string[] {
  return annotations.filter(({ at }) => Date.parse(at) >= start && Date.parse(at) < end).map(({ text }) => text);
}

function describe(
  { start, end, counts, isFuture, isUnderWay }: Bucket,
  { interval, timeZone = 'UTC' }: DateRange,
  earlier: number | undefined,
  texts: readonly string[],
): string {
  const from = new Intl.DateTimeFormat(undefined, {
    timeZone,
    ...(interval === 'month'
      ? { month: 'long', year: 'numeric' }
      : { weekday: 'short', day: 'numeric', month: 'short' }),
    ...(interval === 'hour' ? { hour: '2-digit', minute: '2-digit' } : {}),
  }).format(start);
  const week = rangeText({ dateFrom: shownDay(start, timeZone), dateTo: shownDay(end, timeZone) });
  const when = `${interval === 'week' ? week : from} ${timeZone}`;
  const notes = texts.map((text) => ` · ${text}`).join('');
  if (isFuture) return `${when}: not yet${notes}`;
  if (counts === undefined) return `${when}: no data${notes}`;
  const { human, ai, total } = counts;
  const than = earlier === undefined ? '' : `, ${number.format(earlier)} in the compared period`;
  const soFar = isUnderWay ? ' so far' : '';
  return `${when}${soFar}: ${number.format(total)} unique, ${number.format(human)} people, ${number.format(ai)} AI${than}${notes}`;
}

import { scaleBand, scaleLinear } from 'd3-scale';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Drop, Timeseries } from './analytics.ts';
import { joinBuckets, type Bucket } from './buckets.ts';
import type { DateRange, Interval } from './date-range.ts';

const height = 240;
const margin = { top: 10, right: 4, bottom: 24, left: 46 };

const number = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { notation: 'compact' });
const options: Record<Interval, Intl.DateTimeFormatOptions> = {
  hour: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
};

/** Human and AI stacked, with the deduplicated total as a line, which may lie below the top of the stack. */
export function VisitorsChart({ data, drops, range }: { data: Timeseries; drops: readonly Drop[]; range: DateRange }) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [chosen, setChosen] = useState<number>();
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

  const largest = Math.max(4, ...buckets.map(({ counts }) => (counts === undefined ? 0 : counts.human + counts.ai)));
  const x = scaleBand(
    buckets.map(({ start }) => start),
    [margin.left, Math.max(margin.left, width - margin.right)],
  )
    .paddingInner(0.25)
    .paddingOuter(0.1);
  const y = scaleLinear([0, largest], [height - margin.bottom, margin.top]).nice(4);
  const label = new Intl.DateTimeFormat(undefined, { ...options[range.interval], timeZone: 'UTC' });
  const labelEvery = Math.max(1, Math.ceil(buckets.length / Math.max(1, Math.floor(width / 76))));
  const line = buckets
    .flatMap(({ start, counts }) => {
      if (counts === undefined) return [];
      return [`${(x(start) ?? 0) + x.bandwidth() / 2},${y(counts.total)}`];
    })
    .join(' ');
  const move = (step: number) => {
    setChosen((before) =>
      Math.min(buckets.length - 1, Math.max(0, (before ?? (step > 0 ? -1 : buckets.length)) + step)),
    );
  };
  const shown = chosen === undefined ? undefined : buckets[chosen];
  return (
    <figure className="chart">
      <figcaption className="row apart small">
        <span className="legend muted">
          <span className="swatch human" aria-hidden="true" /> Human
          <span className="swatch ai" aria-hidden="true" /> AI
          <span className="swatch total" aria-hidden="true" /> Unique in total
          {buckets.some(({ counts, isFuture }) => counts === undefined && !isFuture) && (
            <>
              <span className="swatch no-data" aria-hidden="true" /> No view received
            </>
          )}
        </span>
        <span aria-live="polite" className="readout">
          {shown === undefined ? '' : describe(shown, range.interval)}
        </span>
      </figcaption>
      <div
        ref={frame}
        className="chart-frame"
        style={{ height }}
        tabIndex={0}
        role="group"
        aria-label="Visitors over time. Use the left and right arrow keys to read one bar after the other."
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') move(1);
          else if (event.key === 'ArrowLeft') move(-1);
          else return;
          event.preventDefault();
        }}
        onBlur={() => {
          setChosen(undefined);
        }}
        onPointerMove={(event) => {
          const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left;
          const index = Math.floor(offset / x.step());
          setChosen(index >= 0 && index < buckets.length ? index : undefined);
        }}
        onPointerLeave={() => {
          setChosen(undefined);
        }}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <defs>
              <pattern id="no-data" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <line x1="0" y1="0" x2="0" y2="6" className="hatch" />
              </pattern>
            </defs>
            {y
              .ticks(4)
              .filter(Number.isInteger)
              .map((tick) => (
                <g key={tick}>
                  <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} className="grid" />
                  <text x={margin.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                    {short.format(tick)}
                  </text>
                </g>
              ))}
            {buckets.map(({ start, counts, isFuture }, index) => {
              const left = x(start) ?? 0;
              const stack = counts === undefined ? 0 : counts.human + counts.ai;
              return (
                <g key={start} className={chosen === index ? 'chosen' : ''}>
                  <rect
                    className="column"
                    x={left - (x.step() - x.bandwidth()) / 2}
                    width={x.step()}
                    y={margin.top}
                    height={height - margin.bottom - margin.top}
                  />
                  {counts === undefined ? (
                    !isFuture && (
                      <rect
                        className="no-data"
                        x={left}
                        width={x.bandwidth()}
                        y={height - margin.bottom - 14}
                        height={14}
                      />
                    )
                  ) : (
                    <>
                      <rect
                        className="human"
                        x={left}
                        width={x.bandwidth()}
                        y={y(counts.human)}
                        height={y(0) - y(counts.human)}
                      />
                      <rect
                        className="ai"
                        x={left}
                        width={x.bandwidth()}
                        y={y(stack)}
                        height={y(counts.human) - y(stack)}
                      />
                    </>
                  )}
                  {index % labelEvery === 0 && (
                    <text x={left + x.bandwidth() / 2} y={height - 6} textAnchor="middle">
                      {label.format(start)}
                    </text>
                  )}
                </g>
              );
            })}
            <polyline points={line} className="total" />
          </svg>
        )}
      </div>
    </figure>
  );
}

function describe({ start, counts, isFuture }: Bucket, interval: Interval): string {
  const from = new Intl.DateTimeFormat(undefined, {
    timeZone: 'UTC',
    ...(interval === 'month'
      ? { month: 'long', year: 'numeric' }
      : { weekday: 'short', day: 'numeric', month: 'short' }),
    ...(interval === 'hour' ? { hour: '2-digit', minute: '2-digit' } : {}),
  }).format(start);
  const when = `${interval === 'week' ? 'Week from ' : ''}${from} UTC`;
  if (isFuture) return `${when}: not yet`;
  if (counts === undefined) return `${when}: no view was received`;
  const { human, ai, total } = counts;
  return `${when}: ${number.format(total)} unique, ${number.format(human)} human, ${number.format(ai)} AI`;
}

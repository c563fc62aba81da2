import type { Dimension, TimeRange } from '../visit-store.ts';
import { ByteCache } from './byte-cache.ts';
import { cutSegment } from './cut-segment.ts';
import type { SealedSegment } from './blocks.ts';
import { toBlocks } from './blocks.ts';
import type { DayRows, DayStore } from './day-store.ts';
import { mergeParts } from './merge-parts.ts';
import type { CountablePart } from './count-parts.ts';
import type { Grouping } from './groups.ts';
import type { PackedPart } from './packed-part.ts';
import { bytesOfPacked, packPart, PartPacker, release } from './packed-part.ts';
import type { Part, Runs } from './part.ts';
import { partOfViews, siteGroup } from './part.ts';
import { readDistinct } from './segment.ts';
import type { Share } from './share.ts';
import { hasGroup, hasVisitor, takeShare } from './share.ts';
import { millisecondsPerDay } from './view-columns.ts';
import { isWholeDay, windowOf } from './window.ts';

/** Makes parts for counting of what a range holds. */
export class PartReader {
  readonly #days: DayStore;
  readonly #share: Share;
  readonly #parts: ByteCache<PackedPart[]>;
  readonly #packer = new PartPacker();

  constructor(options: { days: DayStore; share: Share; cacheBytes: number }) {
    this.#days = options.days;
    this.#share = options.share;
    this.#parts = new ByteCache(options.cacheBytes);
  }

  beginQuestion(): void {
    this.#parts.beginQuestion();
    this.#days.beginQuestion();
  }

  /** By page: whole days from the lists that segments hold ready, cut days and waiting views from rows. */
  byPage(project: number, range: TimeRange, visitorCount: number): CountablePart[] {
    const segments = this.#days.segments(project, range);
    const isWhole = ({ day }: SealedSegment) => isWholeDay(windowOf(day, range));
    const cut = segments
      .filter((segment) => !isWhole(segment))
      .flatMap(({ id, day }) => {
        const window = windowOf(day, range);
        const rows = {
          runs: this.#days.runs(id),
          visitor: this.#days.column(id, 'visitor'),
          time: this.#days.column(id, 'time'),
        };
        return cutSegment(rows, window, this.#share);
      });
    const waiting = this.#days.batches(project, range);
    return [
      ...this.#wholeDays(project, segments.filter(isWhole), range, visitorCount),
      ...cut,
      ...this.#siteAndGroups(waiting, range, (rows) => rows.column('path')),
    ];
  }

  byValue(project: number, range: TimeRange, dimension: Dimension, grouping: Grouping): CountablePart[] {
    const groupsOf = (rows: DayRows) => rows.column(grouping.column).map((value) => grouping.groupOf(value));
    return this.#days.rows(project, range).flatMap((rows): readonly CountablePart[] => {
      const make = () => this.#siteAndGroups([rows], range, groupsOf);
      if (rows.segment === undefined || !isWholeDay(windowOf(rows.day, range))) return make();
      return this.#parts.get(`${rows.segment}:${dimension}`, () => make().map(packPart), bytesOfParts);
    });
  }

  /** The site alone, its views grouped by `bucketOf(milliseconds)`; `isDaily`: all of a day are in one bucket. */
  byTime(
    project: number,
    range: TimeRange,
    bucketOf: (timestampMs: number) => number,
    isDaily: boolean,
  ): CountablePart[] {
    return this.#days.rows(project, range).flatMap((rows): readonly CountablePart[] => {
      const start = rows.day * millisecondsPerDay;
      if (isDaily && rows.segment !== undefined && isWholeDay(windowOf(rows.day, range))) {
        return this.#wholeDay(rows.segment).map((part) => siteAs(part, bucketOf(start)));
      }
      return this.#grouped(
        [rows],
        range,
        (from) => from.column('time').map((time) => bucketOf(start + time)),
        'visitor',
      );
    });
  }

  #wholeDays(
    project: number,
    segments: readonly SealedSegment[],
    range: TimeRange,
    visitorCount: number,
  ): PackedPart[] {
    const first = Math.ceil((range.from ?? -Infinity) / millisecondsPerDay);
    const last = Math.floor((range.to ?? Infinity) / millisecondsPerDay) - 1;
    const blocks = toBlocks(segments, first, last, this.#days.newestDay(project));
    return blocks.flatMap((block) => {
      const [only] = block;
      if (only && block.length === 1) return this.#wholeDay(only.id);
      const make = () => {
        const days = block.map(({ id }) => this.#readDay(id));
        const merged = mergeParts(days, visitorCount, this.#packer);
        for (const day of days) release(day.bytes);
        return [merged];
      };
      return this.#parts.get(block.map(({ id }) => id).join('+'), make, bytesOfParts);
    });
  }

  #wholeDay(segment: number): PackedPart[] {
    return this.#parts.get(String(segment), () => [this.#readDay(segment)], bytesOfParts);
  }

  #readDay(segment: number): PackedPart {
    const visitors = readDistinct(this.#days.database, segment);
    const runs = this.#days.runs(segment);
    const part = takeShare(runs, visitors, this.#share, this.#packer);
    release(visitors);
    release(runs.group);
    return part;
  }

  #siteAndGroups(all: readonly DayRows[], range: TimeRange, groupsOf: (rows: DayRows) => Uint32Array): Part[] {
    return [
      ...this.#grouped(all, range, (rows) => new Uint32Array(rows.column('visitor').length).fill(siteGroup), 'visitor'),
      ...this.#grouped(all, range, groupsOf, 'group'),
    ];
  }

  /** One part of all the rows that lie in the range and are this share's to count, by visitor or by group. */
  #grouped(
    all: readonly DayRows[],
    range: TimeRange,
    groupsOf: (rows: DayRows) => Uint32Array,
    sharedBy: 'visitor' | 'group',
  ): Part[] {
    const capacity = all.reduce((sum, rows) => sum + rows.column('visitor').length, 0);
    const kept = {
      group: new Uint32Array(capacity),
      agent: new Uint32Array(capacity),
      visitor: new Uint32Array(capacity),
    };
    let length = 0;
    for (const rows of all) {
      const { from, to } = windowOf(rows.day, range);
      const isWhole = isWholeDay({ from, to });
      const [group, agent, visitor] = [groupsOf(rows), rows.column('agent'), rows.column('visitor')];
      const time = isWhole ? visitor : rows.column('time');
      for (let row = 0; row < visitor.length; row += 1) {
        if (!isWhole && (time[row]! < from || time[row]! >= to)) continue;
        const isMine =
          sharedBy === 'group' ? hasGroup(this.#share, group[row]!) : hasVisitor(this.#share, visitor[row]!);
        if (!isMine) continue;
        kept.group[length] = group[row]!;
        kept.agent[length] = agent[row]!;
        kept.visitor[length] = visitor[row]!;
        length += 1;
      }
    }
    return length === 0 ? [] : [partOfViews({ length, ...kept })];
  }
}

function siteAs<Kind extends Runs>(part: Kind, bucket: number): Kind {
  const runs = part.group.findIndex((group) => group !== siteGroup);
  const end = runs === -1 ? part.group.length : runs;
  return { ...part, group: new Uint32Array(end).fill(bucket), start: part.start.subarray(0, end + 1) };
}

function bytesOfParts(parts: readonly PackedPart[]): number {
  return parts.reduce((sum, part) => sum + bytesOfPacked(part), 0);
}

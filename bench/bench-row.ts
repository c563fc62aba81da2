/** One measurement beside that of a peer in the same run; in processor milliseconds unless `work` says another unit. */
export interface BenchRow {
  readonly work: string;
  readonly ours: number;
  readonly peer?: string;
  readonly theirs?: number;
}

/** As the last line of a benchmark, which `bench/page.ts` reads. */
export function printRows(rows: readonly BenchRow[]): void {
  console.log(JSON.stringify(rows));
}

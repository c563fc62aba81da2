import type { MemoryUsage } from '../../visit-memory.ts';

/**
 * What the memory of the store is used for. `dictionaries`: numbers of texts and visitors; `events`: what tells whether an
 * event is kept already; `values`: pages, user agents, referrers and contexts of days that have many; `refused`: events that were refused; `counting`: columns and
 * parts, and what a thread counts with; `answers`: those that later pages come from.
 */
export const memoryUses = ['dictionaries', 'events', 'values', 'refused', 'counting', 'answers'] as const;
export type MemoryUse = (typeof memoryUses)[number];

/** Written by threads, each its own, and read by any at any time. */
export class MemoryLedger {
  readonly buffer: SharedArrayBuffer;
  readonly #cells: Float64Array;

  /** `buffer`: that of another thread's ledger. */
  constructor(buffer = new SharedArrayBuffer(memoryUses.length * 2 * 8)) {
    this.buffer = buffer;
    this.#cells = new Float64Array(buffer);
  }

  add(use: MemoryUse, bytes: number): void {
    this.#cells[memoryUses.indexOf(use) * 2]! += bytes;
  }

  noteLoad(use: MemoryUse): void {
    this.#cells[memoryUses.indexOf(use) * 2 + 1]! += 1;
  }

  read(): MemoryUsage[] {
    return memoryUses.map((use, index) => ({
      use,
      bytes: this.#cells[index * 2]!,
      loads: this.#cells[index * 2 + 1]!,
    }));
  }
}

export function sumUsage(ledgers: readonly MemoryLedger[]): MemoryUsage[] {
  const all = ledgers.flatMap((ledger) => ledger.read());
  return memoryUses.map((use) => {
    const usages = all.filter((usage) => usage.use === use);
    const sum = (field: 'bytes' | 'loads') => usages.reduce((total, usage) => total + usage[field], 0);
    return { use, bytes: sum('bytes'), loads: sum('loads') };
  });
}

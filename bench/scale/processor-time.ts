import { readdirSync, readFileSync } from 'node:fs';

/** What Linux counts in: `getconf CLK_TCK`, which is 100 on every machine that Node runs on. */
const ticksPerSecond = 100;

/**
 * Seconds of processor time that a process, everything that it started and is still there, and everything that it waited for have taken until
 * now. Linux only.
 */
export function processorSeconds(pid: number): number {
  const processes = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc')) {
    const read = /^\d+$/.test(name) ? readProcess(name) : undefined;
    if (read !== undefined) processes.set(Number(name), read);
  }
  const isOf = (one: number): boolean => {
    const parent = processes.get(one)?.parent;
    return one === pid || (parent !== undefined && parent > 1 && isOf(parent));
  };
  let ticks = 0;
  for (const [one, read] of processes) if (isOf(one)) ticks += read.ticks;
  return ticks / ticksPerSecond;
}

function readProcess(pid: string): { parent: number; ticks: number } | undefined {
  let line: string;
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It has ended since the list was read.
    return undefined;
  }
  // The name may hold spaces and brackets.
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, own = 0, system = 0, waited = 0, waitedSystem = 0] = [1, 11, 12, 13, 14].map(
    (index) => fields[index],
  );
  return { parent, ticks: own + system + waited + waitedSystem };
}

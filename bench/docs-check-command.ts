// What `docwright check` takes of the machine, with the processes that it starts: `node bench/docs-check-command.ts
// FOLDER [PROGRAM...]`. Several programs, such as ./docwright of two clones, run in turn. Needs /proc.
// Targets: 2,400 pages <= 8 s of processor time, 1,500 pages <= 350 MB over all processes, what they share counted once.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const [folder, ...given] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node bench/docs-check-command.ts FOLDER [PROGRAM...]');
const programs = given.length > 0 ? given : [join(import.meta.dirname, '../docwright')];

/** How often is looked, in milliseconds. */
const every = 20;
const rounds = 3;

/** A process that has just ended is not there any more. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function threadsOf(id: number): string[] {
  try {
    return readdirSync(`/proc/${id}/task`);
  } catch {
    return [];
  }
}

function withDescendants(id: number): number[] {
  const children = threadsOf(id).flatMap((thread) => read(`/proc/${id}/task/${thread}/children`).split(' '));
  return [id, ...children.filter(Boolean).flatMap((child) => withDescendants(Number(child)))];
}

/** Resident megabytes: all of them, and with what is shared with others, such as the program itself, counted in parts. */
function residentOf(id: number): { all: number; own: number } {
  const told = read(`/proc/${id}/smaps_rollup`);
  const [, all = 0] = /^Rss:\s+(\d+)/mu.exec(told) ?? [];
  const [, own = 0] = /^Pss:\s+(\d+)/mu.exec(told) ?? [];
  return { all: Number(all) / 1000, own: Number(own) / 1000 };
}

/** Seconds of processor time of children that have ended, with theirs, in steps of 10 ms. */
function endedChildren(): number {
  const fields = read('/proc/self/stat')
    .replace(/^.*\) /u, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

for (let round = 0; round < rounds; round += 1) {
  for (const program of programs) {
    const [before, start] = [endedChildren(), performance.now()];
    const child = spawn(program, ['check', folder, '--json', '--fail-on', 'never'], { stdio: 'ignore' });
    let ended = false;
    child.on('exit', () => (ended = true));
    let together = 0;
    const each = new Map<number, number>();
    while (!(ended as boolean)) {
      let sum = 0;
      for (const id of withDescendants(child.pid ?? 0)) {
        const { all, own } = residentOf(id);
        sum += own;
        each.set(id, Math.max(each.get(id) ?? 0, all));
      }
      together = Math.max(together, sum);
      await setTimeout(every);
    }
    const wall = (performance.now() - start) / 1000;
    // Git and the like come and go.
    const large = [...each.values()].filter((megabytes) => megabytes > 30).map((megabytes) => megabytes.toFixed(0));
    console.log(
      `${program}: ${wall.toFixed(1)} s, ${(endedChildren() - before).toFixed(1)} s of processor, ` +
        `${together.toFixed(0)} MB together (by themselves ${large.join(', ')}), load ${loadavg()[0]?.toFixed(1) ?? ''}`,
    );
  }
}

/**
 * Follows pages as a reader would and prints every command with its time. From a clone, or with an installed package:
 *
 *   node test/guide/walk.ts                                              all pages, with this clone
 *   node test/guide/walk.ts --installed /tmp/empty docs/guide/api.md     one page, with /tmp/empty/node_modules
 */
import { parseArgs } from 'node:util';
import { clonedProgram, createFollower, guidePages, installedProgram } from './follow-pages.ts';

const { values, positionals } = parseArgs({
  options: { installed: { type: 'string' } },
  allowPositionals: true,
});
const follower = createFollower(values.installed === undefined ? clonedProgram : installedProgram(values.installed));
let faults = 0;
for (const path of positionals.length > 0 ? positionals : guidePages()) {
  const { steps } = await follower.follow(path);
  console.log(path);
  for (const { line, about, milliseconds, skipped, fault } of steps) {
    const result = fault === undefined ? (skipped === undefined ? 'ok' : 'not run') : 'FAILED';
    console.log(`  ${result.padEnd(7)} ${String(milliseconds).padStart(6)} ms  ${line}: ${about}`);
    if (skipped !== undefined) console.log(`                     ${skipped}`);
    if (fault !== undefined) console.log(fault.replace(/^/gm, '                     '));
  }
  faults += steps.filter(({ fault }) => fault !== undefined).length;
}
await follower.close();
process.exitCode = faults === 0 ? 0 : 1;

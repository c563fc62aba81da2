#!/usr/bin/env node
// The command line, `docwright`. Commands stand in one file each; this one only runs the one that was asked for.
import { isNodeNewEnough, runUnderNewerNode } from './newer-node.ts';

/** A person or a request waits for these. The others go after the server that may stand beside them. */
const urgent = ['serve', 'demo', 'check', 'eval'];

if (isNodeNewEnough()) await run();
else process.exitCode = await runUnderNewerNode();

async function run(): Promise<void> {
  (await import('../kernel/empty-core-dumps.ts')).emptyCoreDumps();
  // A reader that has seen enough (`docwright project list | head`) is no fault of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  const { giveWay } = await import('../kernel/give-way.ts');
  if (!urgent.includes(process.argv[2] ?? '')) giveWay();
  // Only here, since an older Node cannot even load what it imports.
  const { runCommandLine } = await import('./run-command-line.ts');
  await runCommandLine(process.argv.slice(2));
}

#!/usr/bin/env node
// The command line, `docwright`. Commands stand in one file each; this one only runs the one that was asked for.
import { isNodeNewEnough, runUnderNewerNode } from './newer-node.ts';

if (isNodeNewEnough()) await run();
else process.exitCode = await runUnderNewerNode();

async function run(): Promise<void> {
  // A reader that has seen enough (`docwright project list | head`) is no fault of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  try {
    const authorities = process.env['DOCWRIGHT_CA_FILE'] ?? '';
    if (authorities !== '') (await import('../outgoing/authorities.ts')).trustAuthorities(authorities);
    // Only here, since an older Node cannot even load what it imports.
    const { createProgram } = await import('./create-program.ts');
    const program = await createProgram(process.argv[2]);
    await program.parseAsync();
  } catch (error) {
    const { reportError } = await import('./report-error.ts');
    process.exitCode = reportError(error, { json: process.argv.includes('--json') });
  }
}

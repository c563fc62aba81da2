// The command line, `docwright`. Commands stand in one file each; this one only runs the one that was asked for.
import { createProgram } from './create-program.ts';
import { reportError } from './report-error.ts';

// A reader that has seen enough (`docwright project list | head`) is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = reportError(error, { json: process.argv.includes('--json') });
}

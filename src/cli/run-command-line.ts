/** Runs the command that was asked for, with the environment and streams of the process, whose exit code says how it ended. */
export async function runCommandLine(parts: readonly string[]): Promise<void> {
  try {
    const authorities = process.env['DOCWRIGHT_CA_FILE'] ?? '';
    if (authorities !== '') (await import('../outgoing/authorities.ts')).trustAuthorities(authorities);
    const { createProgram } = await import('./create-program.ts');
    const program = await createProgram(parts[0]);
    await program.parseAsync(parts, { from: 'user' });
  } catch (error) {
    const { reportError } = await import('./report-error.ts');
    process.exitCode = reportError(error, { json: parts.includes('--json') });
  }
}

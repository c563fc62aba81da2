#!/usr/bin/env node
import { Command } from 'commander';
import { CheckInputInvalid, defineCheckCommand, GitRefUnknown } from './cli.ts';

const program = new Command('docwright-check');
defineCheckCommand(program);
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CheckInputInvalid || error instanceof GitRefUnknown)) throw error;
  console.error(
    error instanceof CheckInputInvalid ? `error: ${error.option}: ${error.message}` : `error: ${error.message}`,
  );
  process.exitCode = 2;
}

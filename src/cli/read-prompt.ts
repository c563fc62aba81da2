import { text } from 'node:stream/consumers';

/** What was written, or for `-` what comes in on standard input. */
export async function readPrompt(argument: string): Promise<string> {
  return argument === '-' ? text(process.stdin) : argument;
}

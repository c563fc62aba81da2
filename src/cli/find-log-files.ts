import { glob, stat } from 'node:fs/promises';
import { CommandInputInvalid } from './errors.ts';

/**
 * The files that paths and patterns mean, each once, in the order given, those of a pattern by name. `-` stays itself.
 * Throws `CommandInputInvalid` for what names no file.
 */
export async function findLogFiles(patterns: readonly string[]): Promise<string[]> {
  const files = new Set<string>();
  for (const pattern of patterns) {
    const matchedFiles = pattern === '-' ? ['-'] : await filesOf(pattern);
    if (matchedFiles.length === 0) throw new CommandInputInvalid('files', `${pattern} matches no readable file.`);
    for (const file of matchedFiles) files.add(file);
  }
  return [...files];
}

/** Those that one path or pattern means, by name; none where it names no file. */
export async function filesOf(pattern: string): Promise<string[]> {
  // A name that exists is meant literally, even with a bracket in it.
  if (await isFile(pattern)) return [pattern];
  const foundPaths: string[] = [];
  for await (const path of glob(pattern)) if (await isFile(path)) foundPaths.push(path);
  return foundPaths.sort();
}

async function isFile(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && !stats.isDirectory();
}

import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * The path of a program, looked for in the folders of the server's PATH, in their order; undefined where none has it.
 * For what is started with an environment of its own: a look-up by the system would go by that one.
 */
export function findProgram(name: string, searchPath = process.env['PATH'] ?? ''): string | undefined {
  if (name.includes('/')) return name;
  return searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolRefusal } from './tool.ts';

/**
 * Throws `ToolRefusal` for a new path that differs from an existing one only in case: Windows and macOS treat both as one.
 * `leaving` is the source of a move.
 */
export async function refuseCaseTwin(
  { root, inside, shown }: { root: string; inside: string; shown: string },
  leaving?: string,
): Promise<void> {
  let folder = '';
  for (const name of inside.split('/')) {
    const names: string[] = await readdir(join(root, folder)).catch(() => []);
    const pathOf = (entry: string) => (folder === '' ? entry : `${folder}/${entry}`);
    const twin = names.includes(name)
      ? undefined
      : names.find((entry) => folded(entry) === folded(name) && pathOf(entry) !== leaving);
    if (twin !== undefined)
      throw new ToolRefusal(
        `'${shown}' differs from '${pathOf(twin)}' only in case, and Windows and macOS treat both as one. Use the existing spelling, or choose another name.`,
      );
    folder = pathOf(name);
  }
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

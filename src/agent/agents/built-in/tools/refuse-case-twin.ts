import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolRefusal } from './tool.ts';

/**
 * Throws `ToolRefusal` for a new path of which a part differs from what stands there in case alone: on Windows and macOS
 * the two would be one. `leaving` is what a move takes away.
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
        `'${shown}' differs from '${pathOf(twin)}' in case alone. Windows and macOS take both for one, so write it as that one, or choose another name.`,
      );
    folder = pathOf(name);
  }
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

import { readFile, realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** One line of what the kernel says is mounted: `root` of the file system `device` shows at `point`. */
interface Mount {
  readonly device: string;
  readonly root: string;
  readonly point: string;
}

export interface HiddenPlace {
  readonly path: string;
  readonly isFolder: boolean;
}

/**
 * Every path of this machine that shows the folders or what is mounted in them, bind mounts elsewhere included. Hard links
 * and copies are not found. Folders that do not exist show nothing.
 */
export async function placesOf(folders: readonly string[]): Promise<string[]> {
  const mounts = readMounts(await readFile('/proc/self/mountinfo', 'utf8'));
  const places = new Set<string>();
  for (const folder of folders) {
    const path = await realpath(folder).catch(() => undefined);
    if (path === undefined) continue;
    places.add(path);
    for (const place of showingSame(path, mounts)) places.add(place);
  }
  return [...places];
}

/**
 * What covers the places in a root that shows only the `visible` folders, each under its own path. Where the user `as` cannot
 * enter a folder above a place, that folder is covered, because nothing can be mounted below it.
 */
export async function placesToCover(
  places: readonly string[],
  { visible, canEnter }: { visible: readonly string[]; canEnter: (folder: string) => Promise<boolean> },
): Promise<HiddenPlace[]> {
  const covered = new Map<string, HiddenPlace>();
  for (const folder of visible) {
    const source = await realpath(folder).catch(() => undefined);
    if (source === undefined) continue;
    for (const place of places.filter((path) => path !== source && isWithin(path, source))) {
      const steps = relative(source, place).split('/');
      for (const [index] of steps.entries()) {
        const inside = steps.slice(0, index + 1).join('/');
        const status = await stat(join(source, inside)).catch(() => undefined);
        if (status === undefined) break;
        const isPlace = index === steps.length - 1;
        if (!isPlace && (await canEnter(join(source, inside)))) continue;
        const path = join(folder, inside);
        covered.set(path, { path, isFolder: status.isDirectory() });
        break;
      }
    }
  }
  const paths = [...covered.keys()];
  return [...covered.values()].filter(({ path }) => !paths.some((other) => other !== path && isWithin(path, other)));
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

function showingSame(folder: string, mounts: readonly Mount[]): string[] {
  const around = mounts
    .filter(({ point }) => isWithin(folder, point))
    .reduce<Mount | undefined>(
      (best, mount) => (mount.point.length >= (best?.point.length ?? 0) ? mount : best),
      undefined,
    );
  const sources = mounts.filter(({ point }) => point !== folder && isWithin(point, folder));
  if (around !== undefined) sources.push({ ...around, root: join(around.root, relative(around.point, folder)) });
  return sources.flatMap((source) =>
    mounts
      .filter(({ device }) => device === source.device)
      .flatMap(({ root, point }) => {
        if (isWithin(source.root, root)) return [join(point, relative(root, source.root))];
        return isWithin(root, source.root) ? [point] : [];
      }),
  );
}

function readMounts(text: string): Mount[] {
  return text
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap(([, , device, root, point]) =>
      device === undefined || root === undefined || point === undefined
        ? []
        : [{ device, root: unescape(root), point: unescape(point) }],
    );
}

/** The kernel writes blanks and backslashes in octal. */
function unescape(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

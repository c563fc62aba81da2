import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AgentTree } from '../../docs-agent.ts';
import { findForbiddenChange } from '../../../protection/forbidden-change.ts';
import { findProtection } from '../../../protection/protected-paths.ts';
import { ToolRefusal } from './tool.ts';
import { walkWithoutLinks } from './walk-without-links.ts';
import { trimOf } from '../../../../kernel/trim-characters.ts';

/**
 * The only way from a tool to a file. Paths are relative to the repository root and written with `/`; `@context/<name>/`
 * leads to a context repository, which is read-only. Everything stays inside the docs folder, no symbolic link is
 * followed, what holds secrets is not shown, and what runs is not changed. Each method throws `ToolRefusal` when it will not.
 */
export interface TreeAccess {
  /** Folder that `list` and `search` start from; empty for the repository root. */
  readonly docsFolder: string;
  /** Names of the context repositories. */
  readonly contexts: readonly string[];
  read(path: string): Promise<Uint8Array>;
  /** True for a symbolic link of the repository, which stands in the tree as a small file that says where it leads. */
  isLink(path: string): boolean;
  /** True when something stands at the path. */
  exists(path: string): Promise<boolean>;
  /** Nothing where `write` would write. */
  requireWritable(path: string, bytes: Uint8Array): Promise<void>;
  /** Creates folders as needed. What is restored was there before, so it may be larger than what is written anew. */
  write(path: string, bytes: Uint8Array, options?: { isRestored: boolean }): Promise<void>;
  move(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Direct children, folders first, each by name. */
  list(folder: string): Promise<TreeEntry[]>;
  /** Where another program may look, and how to name what it finds. */
  searchScope(path: string): Promise<SearchScope>;
}

/** Paths that are found are written from `root`, with `./` before them or not. */
export interface SearchScope {
  /** Absolute path of the repository. */
  readonly root: string;
  /** The file or folder below it to look into; empty for all. */
  readonly inside: string;
  /** As the tools name it. */
  nameOf(name: string): string;
  isVisible(path: string): boolean;
}

export interface TreeEntry {
  readonly path: string;
  /** What has a name that is not UTF-8 cannot be named, so neither read nor changed. */
  readonly kind: 'folder' | 'file' | 'symbolic link' | 'unnamable';
  readonly bytes: number;
}

/** Stands in a decoded name for what was not UTF-8. */
const replacement = '\u{fffd}';

export const treeLimits = { readBytes: 2 * 1024 * 1024, writeBytes: 512 * 1024 };

export function createTreeAccess(options: Pick<AgentTree, 'root'> & Partial<AgentTree>): TreeAccess {
  const docsFolder = trimOf(options.docsFolder ?? '', '/');
  const contexts = new Map(Object.entries(options.contexts ?? {}));
  const allowed = options.allowedPaths ?? [];

  /** Checks the words of a path; nothing on disk is looked at. */
  function place(path: string): Place {
    const clean = cleanPath(path);
    const context = /^@context\/([^/]+)(?:\/(.*))?$/.exec(clean);
    if (context !== null) {
      const [, name = '', inside = ''] = context;
      const root = contexts.get(name);
      if (root === undefined) throw new ToolRefusal(`Unknown context repository '${name}'. ${named(contexts)}`);
      refuseHidden(inside, path, []);
      return { root, inside, shown: clean, mount: `@context/${name}/`, writable: false };
    }
    if (clean !== docsFolder && docsFolder !== '' && !clean.startsWith(`${docsFolder}/`)) {
      throw new ToolRefusal(`'${path}' is outside the docs folder '${docsFolder}', the only folder you can work in.`);
    }
    refuseHidden(clean, path, allowed);
    return { root: options.root, inside: clean, shown: clean, mount: '', writable: true };
  }

  function writable(path: string): Place {
    const target = place(path);
    if (!target.writable) throw new ToolRefusal(`'${path}' is in a context repository, which is read-only.`);
    if (target.inside === docsFolder) throw new ToolRefusal('Name a file, not a folder.');
    if (isLink(path)) {
      throw new ToolRefusal(`'${path}' is a symbolic link: change its target file instead.`);
    }
    return target;
  }

  function isLink(path: string): boolean {
    const { inside, writable: isOwn } = place(path);
    return isOwn && options.symbolicLinks?.includes(inside) === true;
  }

  /** Asks about what stands in the tree now, which every change before this one left as it may be. */
  async function refuseForbidden(path: string, change: { before?: string; after?: string | Uint8Array }) {
    const inside = cleanPath(path);
    if (findProtection(inside, allowed) === undefined) return;
    const [before, after] = await Promise.all([change.before, change.after].map(bytesOf));
    const reason = await findForbiddenChange({ path: inside, before, after }, allowed);
    if (reason !== undefined) {
      throw new ToolRefusal(`'${path}' is protected: ${reason}. Leave the rest unchanged and say so in your summary.`);
    }
  }

  /** The absolute path that may be written to. */
  async function requireTarget(path: string, bytes: Uint8Array, isRestored: boolean): Promise<string> {
    if (bytes.length > treeLimits.writeBytes && !isRestored) {
      throw new ToolRefusal(
        `'${path}' would be ${bytes.length} bytes; the limit is ${treeLimits.writeBytes}. Split it.`,
      );
    }
    const target = writable(path);
    const { absolute, found: exists } = await walkWithoutLinks(target, 'anything');
    if (exists) await walkWithoutLinks(target, 'file');
    await refuseForbidden(path, { ...(exists && { before: absolute }), after: bytes });
    return absolute;
  }

  return {
    docsFolder,
    contexts: [...contexts.keys()],

    async read(path) {
      const { absolute } = await walkWithoutLinks(place(path), 'file');
      const handle = await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW);
      try {
        const { size } = await handle.stat();
        if (size > treeLimits.readBytes) throw new ToolRefusal(`'${path}' is too large: ${size} bytes.`);
        return await handle.readFile();
      } finally {
        await handle.close();
      }
    },

    isLink,

    async exists(path) {
      return (await walkWithoutLinks(place(path), 'anything')).found;
    },

    async requireWritable(path, bytes) {
      await requireTarget(path, bytes, false);
    },

    async write(path, bytes, { isRestored = false } = { isRestored: false }) {
      const absolute = await requireTarget(path, bytes, isRestored);
      await mkdir(dirname(absolute), { recursive: true });
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
      const handle = await open(absolute, flags, 0o644);
      try {
        await handle.writeFile(bytes);
      } finally {
        await handle.close();
      }
    },

    async move(from, to) {
      const source = await walkWithoutLinks(writable(from), 'file');
      const target = await walkWithoutLinks(writable(to), 'anything');
      if (target.found) throw new ToolRefusal(`'${to}' already exists. Nothing was moved.`);
      await refuseForbidden(from, { before: source.absolute });
      await refuseForbidden(to, { after: source.absolute });
      await mkdir(dirname(target.absolute), { recursive: true });
      await rename(source.absolute, target.absolute);
    },

    async remove(path) {
      const { absolute } = await walkWithoutLinks(writable(path), 'file');
      await refuseForbidden(path, { before: absolute });
      await unlink(absolute);
    },

    async list(folder) {
      const folderPlace = place(folder === '' || folder === '.' ? docsFolder : folder);
      const { absolute } = await walkWithoutLinks(folderPlace, 'folder');
      const entries = await readdir(absolute, { withFileTypes: true });
      const visible = entries
        .map((entry) => ({ entry, path: folderPlace.shown === '' ? entry.name : `${folderPlace.shown}/${entry.name}` }))
        .filter(({ entry, path }) => entry.name !== 'node_modules' && isVisible(path));
      const listed = visible.map(async ({ entry, path }): Promise<TreeEntry> => {
        if (entry.name.includes(replacement)) return { path, kind: 'unnamable', bytes: 0 };
        if (entry.isDirectory()) return { path, kind: 'folder', bytes: 0 };
        if (!entry.isFile() || isLink(path)) return { path, kind: 'symbolic link', bytes: 0 };
        return { path, kind: 'file', bytes: (await lstat(join(absolute, entry.name))).size };
      });
      const order = (entry: TreeEntry) => `${entry.kind === 'folder' ? 0 : 1}${entry.path}`;
      return (await Promise.all(listed)).sort((a, b) => (order(a) < order(b) ? -1 : 1));
    },

    async searchScope(path) {
      const scope = place(path === '' || path === '.' ? docsFolder : path);
      await walkWithoutLinks(scope, 'file or folder');
      const nameOf = (file: string) => scope.mount + file.replace(/^\.\//, '');
      return { root: scope.root, inside: scope.inside, nameOf, isVisible: (file) => isVisible(nameOf(file)) };
    },
  };

  function isVisible(path: string): boolean {
    try {
      place(path);
      return true;
    } catch (error) {
      if (error instanceof ToolRefusal) return false;
      throw error;
    }
  }
}

interface Place {
  readonly root: string;
  /** Path under `root`. */
  readonly inside: string;
  /** As the model writes it. */
  readonly shown: string;
  /** What stands before `inside` in `shown`. */
  readonly mount: string;
  readonly writable: boolean;
}

function cleanPath(path: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is refused
  if (/[\u0000-\u001f\u007f\\]/.test(path) || path.length > 400) {
    throw new ToolRefusal('The path is too long or contains characters that are not allowed.');
  }
  if (path.startsWith('/')) {
    throw new ToolRefusal(`'${path}' is absolute. Paths start at the repository root, without a leading slash.`);
  }
  const plain = plainPath(path);
  if (plain.split('/').includes('..')) {
    throw new ToolRefusal(`'${path}' contains '..'. Write the path from the repository root instead.`);
  }
  return plain;
}

/** One form for all ways to write a path. */
export function plainPath(path: string): string {
  return path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
}

function refuseHidden(inside: string, path: string, allowed: readonly string[]): void {
  const protection = findProtection(inside, allowed);
  if (protection?.isHidden === true) {
    throw new ToolRefusal(
      `'${path}' is protected: ${protection.reason}. Leave it unchanged and say so in your summary.`,
    );
  }
}

/** Of an absolute path that was walked without links, or of a file that does not stand there yet. */
async function bytesOf(source: string | Uint8Array | undefined): Promise<Uint8Array | undefined> {
  return typeof source === 'string' ? readFile(source) : source;
}

function named(contexts: ReadonlyMap<string, string>): string {
  return contexts.size === 0 ? 'There are none.' : `There are: ${[...contexts.keys()].join(', ')}.`;
}

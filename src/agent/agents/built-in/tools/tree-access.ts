import { constants, existsSync } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { AgentTree } from '../../docs-agent.ts';
import { findForbiddenChange } from '../../../protection/forbidden-change.ts';
import { findFileRule, isPartly, oddName, type Bounds } from '../../../protection/file-rules.ts';
import { ToolRefusal } from './tool.ts';
import { refuseCaseTwin } from './refuse-case-twin.ts';
import { walkWithoutLinks } from './walk-without-links.ts';
import { trimOf } from '../../../../kernel/trim-characters.ts';

/**
 * The only way from a tool to a file. Paths are relative to the repository root and written with `/`; `@context/<name>/`
 * leads to a context repository, which is read-only. All of the repository can be read, but what holds secrets; only the
 * docs folder and what the project names can be changed, and nothing that runs. No symbolic link is followed. Each method
 * throws `ToolRefusal` when it will not.
 */
export interface TreeAccess {
  /** Folder that `list` and `search` start from; empty for the repository root, which `/` names too. */
  readonly docsFolder: string;
  /** Names of the context repositories. */
  readonly contexts: readonly string[];
  read(path: string): Promise<Uint8Array>;
  /** True for a symbolic link of the repository, which stands in the tree as a small file that says where it leads. */
  isLink(path: string): boolean;
  /** True when something stands at the path. */
  exists(path: string): Promise<boolean>;
  /** Throws `ToolRefusal` if no change of the file is allowed. A file with partial rules passes; its change is checked when made. */
  requireChangeable(path: string): Promise<void>;
  /** Nothing where `write` would write. */
  requireWritable(path: string, bytes: Uint8Array): Promise<void>;
  /** Creates folders as needed. What was on the base branch, or was attached, may be larger than what is written anew. */
  write(path: string, bytes: Uint8Array, options?: { ofAnySize: boolean }): Promise<void>;
  /**
   * A file, or a folder with all that lies in it; into `to` where that is a folder or ends with a slash. Nothing is moved
   * unless all may be. Resolves to the files, each with its path before and after.
   */
  move(from: string, to: string): Promise<readonly { readonly from: string; readonly to: string }[]>;
  remove(path: string): Promise<void>;
  /** Direct children, folders first, each by name. */
  list(folder: string): Promise<TreeEntry[]>;
  /** Where another program may look, and how to name what it finds. An empty path is the docs folder. */
  searchScope(paths: string | readonly string[]): Promise<SearchScope>;
}

/** Paths that are found are written from `root`, with `./` before them or not. */
export interface SearchScope {
  /** Absolute path of the repository. */
  readonly root: string;
  /** The files and folders below it to look into, none within another; an empty one for all. */
  readonly inside: readonly string[];
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

/** Longest path, and how much of a longer one errors show; in characters. */
const longestPath = 400;
const shownOfPath = 100;

/** Stands in a decoded name for what was not UTF-8. */
const replacement = '\u{fffd}';

export const treeLimits = { readBytes: 2 * 1024 * 1024, writeBytes: 512 * 1024 };

export function createTreeAccess(options: Pick<AgentTree, 'root'> & Partial<AgentTree>): TreeAccess {
  const docsFolder = trimOf(options.docsFolder ?? '', '/');
  const contexts = new Map(Object.entries(options.contexts ?? {}));
  const submodules = options.submodules ?? [];
  const bounds: Bounds = { allowedPaths: options.allowedPaths ?? [], docsFolder };

  /** Checks the words of a path; nothing on disk is looked at. */
  function place(path: string): Place {
    const clean = cleanPath(fromRoot(path));
    const context = /^@context\/([^/]+)(?:\/(.*))?$/.exec(clean);
    if (context !== null) {
      const [, name = '', inside = ''] = context;
      const root = contexts.get(name);
      if (root === undefined) throw new ToolRefusal(`Unknown context repository '${name}'. ${named(contexts)}`);
      refuseHidden(inside, path, { allowedPaths: [], docsFolder: '' });
      return { root, inside, shown: clean, mount: `@context/${name}/`, writable: false };
    }
    refuseHidden(clean, path, bounds);
    return { root: options.root, inside: clean, shown: clean, mount: '', writable: true };
  }

  /** Models write `/docs/a.md` for `docs/a.md`; what starts with no entry of the tree is a path of some machine. */
  function fromRoot(path: string): string {
    const [first = '', ...further] = path.split('/').filter((segment) => segment !== '');
    if (!path.startsWith('/') || first === '' || existsSync(join(options.root, first))) return path;
    const where = [first, ...further].join('/');
    throw new ToolRefusal(
      `'${path}' is absolute. Paths start in the repository; if you meant a file of it, write '${where}'.`,
    );
  }

  function writable(path: string): Place {
    const target = place(path);
    if (!target.writable) throw new ToolRefusal(`'${path}' is in a context repository, which is read-only.`);
    if (target.inside === '') throw new ToolRefusal('Name a file, not a folder.');
    if (isLink(path)) {
      throw new ToolRefusal(`'${path}' is a symbolic link: change its target file instead.`);
    }
    const submodule = submodules.find((folder) => `${target.inside}/`.startsWith(`${folder}/`));
    if (submodule !== undefined) {
      throw new ToolRefusal(
        `'${submodule}' is a submodule: its files belong to another repository, so they can only be changed there. Say so in your summary.`,
      );
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
    const rule = findFileRule(inside, bounds);
    const isLookedInto = rule !== undefined && isPartly(rule.change);
    const [before, after] = isLookedInto ? await Promise.all([change.before, change.after].map(bytesOf)) : [];
    const reason = await findForbiddenChange({ path: inside, before, after }, bounds);
    if (reason !== undefined) {
      const next =
        rule === oddName && change.before === undefined
          ? 'Choose another name.'
          : 'Leave it unchanged and say so in your summary.';
      throw new ToolRefusal(`'${path}' is protected: ${reason}. ${next}`);
    }
  }

  async function isIntoFolder(path: string): Promise<boolean> {
    if (path.endsWith('/')) return true;
    const { found, isFolder } = await walkWithoutLinks(place(path), 'anything');
    return found && isFolder;
  }

  /** What the project does not let the agent see stays where it is, so a folder that holds it cannot be moved. */
  async function filesBelow(folder: string): Promise<string[]> {
    const entries = await readdir(join(options.root, folder), { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(options.root, join(entry.parentPath, entry.name)))
      .sort();
  }

  /** The absolute path that may be written to. */
  async function requireTarget(path: string, bytes: Uint8Array, ofAnySize: boolean): Promise<string> {
    if (bytes.length > treeLimits.writeBytes && !ofAnySize) {
      throw new ToolRefusal(
        `'${path}' would be ${bytes.length} bytes; the limit is ${treeLimits.writeBytes}. Split it.`,
      );
    }
    const target = writable(path);
    const { absolute, found: exists } = await walkWithoutLinks(target, 'anything');
    if (exists) await walkWithoutLinks(target, 'file');
    else await refuseCaseTwin(target);
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

    async requireChangeable(path) {
      const rule = findFileRule(writable(path).inside, bounds);
      if (rule === undefined || isPartly(rule.change)) return;
      const { absolute, found } = await walkWithoutLinks(place(path), 'anything');
      await refuseForbidden(path, found ? { before: absolute } : {});
    },

    async requireWritable(path, bytes) {
      await requireTarget(path, bytes, false);
    },

    async write(path, bytes, { ofAnySize = false } = { ofAnySize: false }) {
      const absolute = await requireTarget(path, bytes, ofAnySize);
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
      const source = writable(from);
      const { absolute, isFolder } = await walkWithoutLinks(source, 'file or folder');
      const target = writable((await isIntoFolder(to)) ? `${to}/${source.inside.split('/').at(-1) ?? ''}` : to);
      if (isFolder && `${target.inside}/`.startsWith(`${source.inside}/`))
        throw new ToolRefusal(`'${to}' lies inside '${from}'.`);
      const submodule = submodules.find((folder) => folder.startsWith(`${source.inside}/`));
      if (submodule !== undefined)
        throw new ToolRefusal(
          `'${from}' holds the submodule '${submodule}', which cannot be moved. Move single files.`,
        );
      await refuseCaseTwin(target, source.inside);
      const inside = isFolder ? await filesBelow(source.inside) : [source.inside];
      const moves = inside.map((path) => ({ from: path, to: target.inside + path.slice(source.inside.length) }));
      if (moves.length === 0) throw new ToolRefusal(`'${from}' is empty.`);
      const renames: { before: string; after: string }[] = [];
      for (const move of moves) {
        const [one, other] = [
          await walkWithoutLinks(writable(move.from), 'file'),
          await walkWithoutLinks(writable(move.to), 'anything'),
        ];
        if (other.found) throw new ToolRefusal(`'${move.to}' already exists. Nothing was moved.`);
        await refuseForbidden(move.from, { before: one.absolute });
        await refuseForbidden(move.to, { after: one.absolute });
        renames.push({ before: one.absolute, after: other.absolute });
      }
      for (const { before, after } of renames) {
        await mkdir(dirname(after), { recursive: true });
        await rename(before, after);
      }
      // Empty folders are left of it, which git does not keep and a later move would take for a place to move into.
      if (isFolder) await rm(absolute, { recursive: true });
      return moves;
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

    async searchScope(paths) {
      const scopes = [paths].flat().map((path) => place(path === '' || path === '.' ? docsFolder : path));
      const [{ root, mount } = place(docsFolder)] = scopes;
      if (scopes.some((scope) => scope.root !== root))
        throw new ToolRefusal('These paths are in several repositories. Use one call for each of these.');
      for (const scope of scopes) await walkWithoutLinks(scope, 'file or folder');
      const all = [...new Set(scopes.map((scope) => scope.inside))];
      const isWithin = (path: string, other: string) => other === '' || path.startsWith(`${other}/`);
      const inside = all.filter((path) => !all.some((other) => other !== path && isWithin(path, other))).sort();
      const nameOf = (file: string) => mount + file.replace(/^\.\//, '');
      return { root, inside, nameOf, isVisible: (file) => isVisible(nameOf(file)) };
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
  if (path.length > longestPath)
    throw new ToolRefusal(
      `'${path.slice(0, shownOfPath)}…' has ${path.length} characters; a path may have ${longestPath}.`,
    );
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is refused
  if (/[\u0000-\u001f\u007f\\]/.test(path))
    throw new ToolRefusal(
      `${JSON.stringify(path)} contains a control character or a backslash. Separate folders with /.`,
    );
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

function refuseHidden(inside: string, path: string, bounds: Bounds): void {
  const rule = findFileRule(inside, bounds);
  if (rule?.isHidden === true) {
    throw new ToolRefusal(`'${path}' is protected: ${rule.reason}. Leave it unchanged and say so in your summary.`);
  }
}

/** Of an absolute path that was walked without links, or of a file that does not stand there yet. */
async function bytesOf(source: string | Uint8Array | undefined): Promise<Uint8Array | undefined> {
  return typeof source === 'string' ? readFile(source) : source;
}

function named(contexts: ReadonlyMap<string, string>): string {
  return contexts.size === 0 ? 'There are none.' : `There are: ${[...contexts.keys()].join(', ')}.`;
}

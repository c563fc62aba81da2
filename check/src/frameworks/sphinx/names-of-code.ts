import type { FileIndex } from '../../site/file-index.ts';
import { fileNameOf, folderOf, joinPath } from '../../site/paths.ts';
import type { SiteProblem } from '../../site/site.ts';
import { namesInDirectives, type NameOfCode } from './names-in-directives.ts';
import { namesDefined, namesInRoles } from './names-in-roles.ts';

/** Packages of elsewhere, and those that only show what one is. */
const ofOthers = /(?:^|\/)(?:tests?|examples?|build|dist|vendor|third[_-]?party|site-packages|node_modules)\//iu;

/** What gives a module names that do not stand in it. */
const bringsNames =
  /\bimport\s*\(?\s*\*|__getattr__|\b(?:globals|locals|vars|setattr|exec|eval)\(|sys\.modules|importlib|lazy|__path__|pkgutil/u;

/** Sources of modules that are no Python, and what builds them. */
const compiled = /\.(?:pyx|c|cc|cpp|cxx|f90|rs)$|(?:^|\/)(?:CMakeLists\.txt|meson\.build|Cargo\.toml)$/u;

/** What a build writes, as git leaves it out. */
const isWritten = /^_|pb2|version|generated/iu;

/** Names that are not there, up to which they are slips whatever others are. */
const few = 2;

/** The words of a module; undefined for one that may have names which do not stand in it. */
type ReadModule = (path: string) => Promise<ReadonlySet<string> | undefined>;

interface Lost {
  readonly name: string;
  readonly module: string;
}

/**
 * Names of code that pages ask Sphinx to show, and that the one package of that name in the repository does not have: no module of the
 * name is there, and nothing in the text of the module that is to have it. Then autodoc shows nothing.
 */
export async function namesOfCode(files: FileIndex, pages: Iterable<string>): Promise<readonly SiteProblem[]> {
  const isCompiled = files.paths.some((path) => compiled.test(path) && !ofOthers.test(path));
  const topOf = createTops(files);
  const renamedOf = createRenamed(files);
  const readModule = createReadModule(files);
  // What a folder has of a name, whatever its ending.
  const stems = new Set(files.paths.map((path) => `${folderOf(path)}/${fileNameOf(path).split('.', 1)[0] ?? ''}`));
  const isOther = (folder: string, name: string): boolean => isCompiled || stems.has(`${folder}/${name}`);
  const known = new Map<string, Promise<Lost | 'found' | 'unknown'>>();
  const look = (name: string): Promise<Lost | 'found' | 'unknown'> => {
    const before = known.get(name) ?? lookFor({ files, topOf, renamedOf, readModule, isOther }, name);
    known.set(name, before);
    return before;
  };
  const problems = new Map<string, SiteProblem[]>();
  const found = new Set<string>();
  const defined = new Set<string>();
  const named: (NameOfCode & { readonly path: string; readonly isShown: boolean })[] = [];
  for (const path of pages) {
    const text = (await files.readPage(path)) ?? '';
    for (const one of namesInDirectives(text)) named.push({ ...one, path, isShown: true });
    for (const one of namesInRoles(text)) named.push({ ...one, path, isShown: false });
    for (const name of namesDefined(text)) defined.add(name);
  }
  for (const { names, line, column, path, isShown } of named) {
    if (!isShown && names.some((name) => defined.has(fileNameOf(name.replaceAll('.', '/'))))) continue;
    const results = await Promise.all(names.map(look));
    const [first] = results.flatMap((one) => (typeof one === 'string' ? [] : [one]));
    if (results.includes('found')) found.add(names.join(' '));
    // A word alone, behind a module, is hardly a package of elsewhere; a name with a full stop may be.
    const isOpen = results.some((one, index) => one === 'unknown' && (index > 0 || names[0]?.includes('.') === true));
    if (first === undefined || results.includes('found') || isOpen) continue;
    const message =
      `Nothing in ${first.module} has the name ${first.name}, so that Sphinx ${isShown ? 'shows nothing' : 'makes no link'} here. ` +
      `Not certain: a build or a program may bring it.`;
    const same = problems.get(first.name) ?? [];
    problems.set(first.name, same);
    same.push({ path, line, column, rule: isShown ? 'broken-include' : 'broken-link', severity: 'warning', message });
  }
  // Where most are not there, the package is another one.
  return problems.size <= Math.max(few, found.size) ? [...problems.values()].flat() : [];
}

type TopOf = (name: string) => string | undefined;

/** Tells the file of a package or module by its name alone, where the repository has one such. */
function createTops(files: FileIndex): TopOf {
  const all = new Map<string, Set<string>>();
  for (const path of files.paths) {
    const name = /(?:^|\/)([A-Za-z_]\w*)(?:\/__init__)?\.py$/u.exec(path)?.[1];
    if (name === undefined || name === '__init__' || ofOthers.test(path)) continue;
    const isInPackage = files.has(
      joinPath(folderOf(path.replace(/\/__init__\.py$/u, '')), '__init__.py') ?? '__init__.py',
    );
    if (!isInPackage) all.set(name, (all.get(name) ?? new Set()).add(path));
  }
  return (name) => {
    const [only, ...others] = all.get(name) ?? [];
    return others.length === 0 ? only : undefined;
  };
}

/**
 * Tells the module that is meant by a name whose package nothing in the repository is called, but for an `s` at its end:
 * `tensor.parts.A` for `tensors/parts.py`.
 */
function createRenamed(files: FileIndex): TopOf {
  const folders = new Set<string>();
  const modules = new Map<string, string>();
  for (const path of files.paths) {
    if (!path.endsWith('.py') || ofOthers.test(path)) continue;
    const folder = fileNameOf(folderOf(path));
    const stem = fileNameOf(path).slice(0, -'.py'.length);
    folders.add(folder).add(stem);
    modules.set(`${folder}.${stem}`, path);
  }
  return (name) => {
    const [first = '', second = '', ...others] = name.split('.');
    if (others.length === 0 || folders.has(first)) return undefined;
    return (
      modules.get(`${first}s.${second}`) ??
      (first.endsWith('s') ? modules.get(`${first.slice(0, -1)}.${second}`) : undefined)
    );
  };
}

/** Each is read once: pages may name thousands of what one module has. */
function createReadModule(files: FileIndex): ReadModule {
  const known = new Map<string, ReturnType<ReadModule>>();
  const read: ReadModule = async (path) => {
    const text = files.has(path) ? await files.readPage(path) : undefined;
    return text === undefined || bringsNames.test(text) ? undefined : new Set(text.match(/\w+/gu) ?? []);
  };
  return (path) => {
    const words = known.get(path) ?? read(path);
    known.set(path, words);
    return words;
  };
}

interface Parts {
  readonly files: FileIndex;
  readonly topOf: TopOf;
  readonly renamedOf: TopOf;
  readonly readModule: ReadModule;
  /** Whether a module of another language, or that a build writes, may have the name in a folder. */
  readonly isOther: (folder: string, name: string) => boolean;
}

async function lookFor(
  { files, topOf, renamedOf, readModule, isOther }: Parts,
  name: string,
): Promise<Lost | 'found' | 'unknown'> {
  const [first = '', ...parts] = name.split('.');
  let module = topOf(first);
  const renamed = module === undefined ? renamedOf(name) : undefined;
  if (renamed !== undefined) return { name, module: renamed };
  if (module === undefined) return 'unknown';
  let folder = module.endsWith('/__init__.py') || module === '__init__.py' ? folderOf(module) : undefined;
  while (folder !== undefined && parts.length > 0) {
    const at: string = joinPath(folder, parts[0] ?? '') ?? '';
    if (files.hasFolder(at)) {
      folder = at;
      module = `${at}/__init__.py`;
    } else if (files.has(`${at}.py`)) {
      folder = undefined;
      module = `${at}.py`;
    } else break;
    parts.shift();
  }
  const [sought] = parts;
  if (sought === undefined) return 'found';
  if (isWritten.test(sought)) return 'unknown';
  const words = await readModule(module);
  if (words === undefined) return 'unknown';
  if (words.has(sought)) return 'found';
  return folder !== undefined && isOther(folder, sought) ? 'unknown' : { name, module };
}

import { edition } from '../site/editions.ts';
import { fewestAlike } from '../site/habit.ts';
import { ofDocumentation } from '../site/named-hosts.ts';
import { fileNameOf, folderOf } from '../site/paths.ts';
import { evidence, insideOf, isWithoutFolder, ofReadTheDocs, type Home } from './homes-on-host.ts';
import { isKnown, withoutEnding } from './meant-on-host.ts';
import { ofCodeHost } from './published-on-host.ts';

/**
 * Addresses into one folder that lead nowhere, of which another program probably makes the pages, unless settings say that the
 * folder of the host is the site's.
 */
const severalInFolder = { none: 3, name: 3, host: 3, folder: 10 };
const ofNewest = /\/(?:latest|stable)\//iu;
/** What only the pages of a repository on a code host have behind its name. */
const besideFiles =
  /^\/(?:-\/)?(?:(?:blob|tree|raw|edit)\/(?:main|master)\/|(?:issues|pulls?)\/(?:\d+|new)(?:\/|$)|(?:graphs|network)\/\w+$|releases\/(?:latest|tag|download)(?:\/|$)|actions\/workflows\/)/u;
/** Where a host of documentation has other languages, versions and programs. */
const ofOthers = new RegExp(
  String.raw`^(?:${edition}|dev(?:elop)?|nightly|apis?|app|demos?|play(?:ground)?|storybook|status|login|schemas?|sdks?|examples?|\w*docs?|swagger|graphql|_.*)$`,
  'iu',
);

/**
 * Whether an address leads nowhere; or to what something may make, where the site's own settings say that it lies there and
 * nearly all others are there without.
 */
export function isMissing(home: Home, address: string): boolean {
  const { declares, found, missing, open } = home;
  if (missing.has(address) || (open.has(address) && (isOfCodeHost(home, address) || isKnown(home, address))))
    return true;
  return declares === 'folder' && open.has(address) && isMajorityOf(found.size, missing.size + open.size);
}

function isOfCodeHost({ host, folder }: Home, address: string): boolean {
  return folder !== '' && ofCodeHost.test(host) && besideFiles.test(insideOf(folder, address) ?? '');
}

function isMajorityOf(found: number, others: number): boolean {
  return found >= fewestAlike && others <= found / 4;
}

/** Whether an address that leads nowhere lies among pages of the site, and not where something else may answer. */
export function isOfSite(home: Home, address: string): boolean {
  const { folder, declares, below, tops } = home;
  const inside = insideOf(folder, address) ?? '';
  const [, top = '', ...rest] = inside.split('/');
  if (isOfCodeHost(home, address) || isWithoutFolder(home, address)) return true;
  const isAmongOthers = isOneOfSeveral(home, address);
  // A program may make now what was written before.
  if (isKnown(home, address) && !(isAmongOthers && home.open.has(address))) return true;
  if (isAmongOthers) return false;
  // The version that a host has in its addresses lies below another folder than settings say.
  if (home.found.size === 0 && ofNewest.test(inside)) return false;
  // The folder that all pages of the site lie in was left out: /docs/start/first as /start/first
  if (declares === 'folder' && home.found.size > 0 && isEndOfOne(home, withoutEnding(inside))) return true;
  if (hasWholeHost(home, rest.length === 0) && !ofOthers.test(top)) return true;
  if (isOfRepositoryAlone(home, [top, ...rest])) return true;
  // At the top other programs answer, and redirects.
  if (rest.length === 0)
    return (folder !== '' && (/\.html?$/iu.test(top) || ofReadTheDocs.test(folder))) || isNamedInFolder(home, top);
  const isWhole = declares === 'folder' && ofReadTheDocs.test(folder) && /\.html$/iu.test(address);
  return isWhole || tops.has(top) || (below.get(`${folder}/${top}`)?.found ?? 0) > 0;
}

/** Whether several addresses into a folder lead nowhere, and no more of them to pages. */
function isOneOfSeveral({ folder, declares, below }: Home, address: string): boolean {
  for (let at = folderOf(address); at !== folder && at !== ''; at = folderOf(at)) {
    const counts = below.get(at);
    if (counts !== undefined && counts.missing >= severalInFolder[declares] && counts.missing >= counts.found)
      return true;
  }
  return false;
}

/** Whether one page of the site alone ends so; or where the site has the very host, one folder in which there is no such page. */
function isEndOfOne({ folder, ends, checked }: Home, name: string): boolean {
  const above = folderOf(name);
  if (above === '') return false;
  if (ends().pages.get(name) === 1) return true;
  const isWhole = folder === '' && checked.site.routes.has('/');
  return isWhole && !ofOthers.test(above) && ends().folders.get(above) === 1;
}

/** Whether a name at the top is that of a page deeper in the site, and no short one, or of the folder that has the site in the repository. */
function isNamedInFolder({ declares, found, ends, checked: { site } }: Home, name: string): boolean {
  if (declares !== 'folder') return false;
  if (name === fileNameOf(site.root)) return true;
  return found.size > 0 && site.routes.has('/') && /\w-\w/u.test(name) && ends().pages.has(name);
}

/** What programs make of code, that a job may publish beside the pages. */
const ofPrograms = /^(?:\w*doc|coverage|reports?|bench(?:mark)?s?|previews?|pr-?\w*|pkg|wasm|assets|static|images?)$/iu;

/**
 * Whether a name at the top of the pages of the repository can only be that of a page or folder of this site: nothing in the repository
 * that might be published beside it has the name. One word alone is one to which something may lead on.
 */
function isOfRepositoryAlone(
  { isOfRepository, declares, found, missing, open, isNamed }: Home,
  [name = '', ...rest]: readonly string[],
): boolean {
  if (!isOfRepository || isNamed(name)) return false;
  const isMostlyFound = found.size >= evidence.none.fewestFound && missing.size + open.size <= found.size / 3;
  if (rest.length > 0) return isMostlyFound && !ofOthers.test(name) && !ofPrograms.test(name);
  return /\w[-_]\w/u.test(name) && (isMostlyFound || (declares === 'folder' && found.size > 0));
}

/** Whether nothing but the site answers on a host of documentation; at the top of one, where there are short addresses too, nearly all that is named has to be found. */
function hasWholeHost({ host, folder, declares, found, missing, open }: Home, isAtTop: boolean): boolean {
  if (folder !== '' || declares === 'none' || !ofDocumentation.test(host)) return false;
  const others = missing.size + open.size;
  return isAtTop
    ? isMajorityOf(found.size, others)
    : found.size >= evidence.none.fewestFound && others <= found.size / 3;
}

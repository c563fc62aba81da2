import type { Link } from '../page/page-facts.ts';
import type { FileIndex } from './file-index.ts';
import type { LinkTarget } from './link-target.ts';
import { fileNameOf } from './paths.ts';

/** Files of one name, such as `logo.png`, above which not each is looked at for every address that has it. */
const mostAlike = 200;

/** Finds a picture that an address names from the top of the host, where any folder of the repository may be that top. */
export function createFilesFromTop(files: FileIndex): (link: Pick<Link, 'url' | 'kind'>) => LinkTarget | undefined {
  let byName: ReadonlyMap<string, readonly string[]> | undefined;
  return ({ url, kind }) => {
    if (kind !== 'file' || !/^\/[^/]/u.test(url)) return undefined;
    byName ??= Map.groupBy(files.paths, fileNameOf);
    const written = url.replace(/[?#].*$/su, '');
    const alike = byName.get(fileNameOf(written)) ?? [];
    const path = alike.slice(0, mostAlike).find((one) => `/${one}`.endsWith(written));
    return path === undefined ? undefined : { kind: 'file', path };
  };
}

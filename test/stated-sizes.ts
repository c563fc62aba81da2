import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the table in the README says, in MB: the one place from which other pages take a size. */

const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');

function stated(pattern: RegExp): number {
  const found = pattern.exec(readme)?.[1];
  if (found === undefined) throw new Error(`The README says nothing like ${String(pattern)}.`);
  return Number(found);
}

export const statedSizes = {
  /** `node_modules` of a clone after `npm ci`. */
  clone: stated(/goes into the clone \((\d+) MB,/),
  /** `node_modules` with the package in it. */
  installed: stated(/^\| `docwright` .*\| +(\d+) MB \|$/m),
  image: stated(/^\| Docker image .*\| +(\d+) MB \(/m),
  imageBase: stated(/\(Debian and Node: (\d+)\) \|$/m),
};

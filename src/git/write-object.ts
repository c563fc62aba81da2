import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

const compress = promisify(deflate);

export type ObjectType = 'blob' | 'tree' | 'commit';

function objectId(type: ObjectType, content: Uint8Array): string {
  return createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex');
}

/**
 * Stores a loose object, as gitformat-loose(5) describes, without a process of git; returns its sha. An object that is there
 * counts as new again, so that `git gc` keeps it as long as one just written.
 */
export async function writeObject(gitDirectory: string, type: ObjectType, content: Uint8Array): Promise<string> {
  const sha = objectId(type, content);
  const folder = join(gitDirectory, 'objects', sha.slice(0, 2));
  const file = join(folder, sha.slice(2));
  const now = new Date();
  const isThere = await utimes(file, now, now).then(
    () => true,
    () => false,
  );
  if (isThere) return sha;
  await mkdir(folder, { recursive: true });
  // The name that git itself gives to drafts, so that `git gc` removes what a killed process leaves.
  const draft = join(folder, `tmp_obj_${randomUUID()}`);
  const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  await writeFile(draft, await compress(bytes), { mode: 0o444, flag: 'wx' });
  await rename(draft, file);
  return sha;
}

/** Author and committer of a commit, and its date. */
export interface CommitFacts {
  readonly tree: string;
  readonly parent: string;
  readonly author: { readonly name: string; readonly email: string };
  readonly dateSeconds: number;
  readonly message: string;
}

/** The content of a commit object, byte for byte what `git commit-tree` would write. */
export function commitContent({ tree, parent, author, dateSeconds, message }: CommitFacts): Buffer {
  const person = `${withoutCrud(author.name)} <${withoutCrud(author.email)}> ${dateSeconds} +0000`;
  const text = message.replaceAll('\0', '');
  const lines = [`tree ${tree}`, `parent ${parent}`, `author ${person}`, `committer ${person}`, '', text];
  return Buffer.from(text.endsWith('\n') ? lines.join('\n') : `${lines.join('\n')}\n`);
}

/** What git leaves out of names: the characters with a meaning in a commit, and crud at both ends. */
function withoutCrud(text: string): string {
  return /[^\s.,:;"\\'](?:.*[^\s.,:;"\\'])?/s.exec(text.replaceAll(/[<>\n\0]/g, ''))?.[0] ?? '';
}

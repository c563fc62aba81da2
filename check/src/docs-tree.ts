/** Read access to a tree of documentation: a folder on disk, or a commit of a repository. Paths use `/`, no leading one. */
export interface DocsTree {
  /** Names what the tree holds, such as a commit: a tree with the same name holds the same, whoever reads it. */
  readonly id?: string;
  list(): Promise<readonly string[]>;
  /** Those of them that are symbolic links, where that is known. */
  symbolicLinks?(): Promise<readonly string[]>;
  /** Of a file beyond `largestFile` only so much that it is seen to be. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Where it lies on disk, if it is a folder as it stands: another process can then read it by itself. */
  readonly folder?: string;
  /** Files that it had once, those that went last first, where its history is at hand. */
  formerPaths?(): Promise<readonly FormerPath[]>;
}

/** A file that the tree had once. It may have come back since. */
export interface FormerPath {
  readonly path: string;
  /** Where it went as it was. */
  readonly movedTo?: string;
  /** The commit that removed it, by the beginning of its name, and its day (`2025-03-01`); undefined for the change that is checked. */
  readonly by?: { readonly commit: string; readonly day: string };
}

/** Bytes of a file that is looked into. The largest OpenAPI file that is published has 12 million. */
export const largestFile = 16 * 1024 * 1024;

/** A repository on its code host. */
export interface HostedRepository {
  /** As `https://github.com/acme/tool`. */
  readonly url: string;
  /** The branch that the tree stands on, where it is known: what is not in the tree is then not there. */
  readonly branch?: string;
}

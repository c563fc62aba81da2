import type { FileIndex } from '../../site/file-index.ts';
import type { SphinxSettings } from './settings.ts';

/** What is known of a project before its pages are read. */
export interface SphinxProject {
  readonly settings: SphinxSettings;
  /** False where they are not in the repository. */
  readonly hasSettings: boolean;
  readonly files: FileIndex;
  readonly root: string;
  /** Pages; others that are read are only shown in these. */
  readonly published: ReadonlySet<string>;
  /** Targets of files outside, which pages may show. */
  readonly outside: ReadonlySet<string>;
  /** Those of the code of the repository, where that is all that extensions bring some from; undefined where it is not. */
  readonly inCode: ReadonlySet<string> | undefined;
}

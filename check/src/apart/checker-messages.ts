import type { HostedRepository } from '../docs-tree.ts';

/** A tree as it is handed to the checking process: it reads folders itself, and asks for files of any other tree, and for the history of each. */
export type TreeSource = { readonly hasHistory: boolean } & (
  { readonly folder: string } | { readonly asked: true; readonly id?: string | undefined }
);

export type CheckerOrder =
  | {
      readonly kind: 'check';
      readonly tree: TreeSource;
      readonly base?: TreeSource | undefined;
      readonly changed?: readonly string[] | undefined;
      readonly docsFolder?: string | undefined;
      readonly repository?: HostedRepository | undefined;
      /** True when links that leave the site are to be asked about, by the process that gave the order. */
      readonly probes: boolean;
    }
  | {
      readonly kind: 'check-file';
      readonly path: string;
      readonly content: string;
      readonly tree?: TreeSource | undefined;
    }
  | { readonly kind: 'read-redirects'; readonly tree: TreeSource; readonly docsFolder?: string | undefined };

/** What the checking process asks of the one that gave it the order. */
export type CheckerQuestion =
  | { readonly of: 'tree' | 'base'; readonly ask: 'list' | 'former-paths' }
  | { readonly of: 'tree' | 'base'; readonly ask: 'read'; readonly path: string }
  | { readonly of: 'links'; readonly urls: readonly string[] };

export type ToChecker =
  | { readonly kind: 'order'; readonly order: CheckerOrder }
  | { readonly kind: 'reply'; readonly question: number; readonly value: unknown }
  /** The question could not be answered: the order fails with it. */
  | { readonly kind: 'no-reply'; readonly question: number }
  | { readonly kind: 'abort' };

export type FromChecker =
  | { readonly kind: 'question'; readonly number: number; readonly question: CheckerQuestion }
  /** What was asked for as JSON, of some `largestAnswer` characters at most. */
  | { readonly kind: 'done'; readonly json: string }
  /** What was to be checked could not be read, or the order was aborted. */
  | { readonly kind: 'failed'; readonly message: string }
  /** What was to be checked is beyond the checker, such as nesting without end. */
  | { readonly kind: 'beyond'; readonly message: string };

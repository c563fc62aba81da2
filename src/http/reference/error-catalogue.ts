import { glob } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { AppError, type ErrorFacts } from '../../kernel/app-error.ts';

export interface CatalogueEntry extends ErrorFacts {
  /** Folder of the source that the error belongs to, such as `codehost`. */
  readonly area: string;
}

/**
 * Every error there is, by code: all subclasses of AppError in `errors.ts` of any folder. Imports these files, so it is
 * called when a page of them is asked for, not at start. Throws when two errors share a code.
 */
export async function loadErrorCatalogue(): Promise<CatalogueEntry[]> {
  const entries = new Map<string, CatalogueEntry>();
  const seen = new Set<ErrorFacts>();
  const root = join(import.meta.dirname, '..', '..', '..');
  // JavaScript in a published package.
  for await (const file of glob('src/**/errors.{ts,js}', { cwd: root })) {
    const module = (await import(join(root, file))) as Record<string, unknown>;
    const folder = dirname(file).split(sep).slice(1).join('/');
    for (const facts of Object.values(module)
      .filter(isErrorClass)
      .map((errorClass) => errorClass.facts)) {
      // A subclass has the facts of its parent, and is the same error to whoever reads them.
      if (seen.has(facts)) continue;
      seen.add(facts);
      if (entries.has(facts.code)) throw new Error(`Two errors have the code ${facts.code}; the second is in ${file}.`);
      entries.set(facts.code, { ...facts, area: folder });
    }
  }
  return [...entries.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

function isErrorClass(value: unknown): value is { readonly facts: ErrorFacts } {
  return typeof value === 'function' && value.prototype instanceof AppError && 'facts' in value;
}

/** A plugin for Stryker that prints each change that no test noticed at once: a run takes hours, and may be stopped. */
import { relative } from 'node:path';

interface Tested {
  readonly status: string;
  readonly mutatorName: string;
  readonly fileName: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
  readonly replacement?: string;
}

const printed = new Set(['Survived', 'NoCoverage', 'Timeout']);

function createFound() {
  return {
    onMutantTested({ status, mutatorName, fileName, location: { start }, replacement = '' }: Tested) {
      if (!printed.has(status)) return;
      const place = `${relative(process.cwd(), fileName)}:${String(start.line)}:${String(start.column)}`;
      console.log(`[${status}] ${place} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ')}`);
    },
  };
}

export const strykerPlugins = [
  { kind: 'Reporter', name: 'found', factory: Object.assign(createFound, { inject: [] }) },
];

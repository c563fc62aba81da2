import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readBlocks, type Page } from './read-blocks.ts';
import { createReader, type Program, type Reader } from './reader.ts';
import { walkPage, type Step } from './walk-page.ts';

const repository = join(import.meta.dirname, '../..');

/** A clone has the client as sources, which Node runs as they are. */
export const clonedProgram: Program = {
  program: join(repository, 'docwright'),
  install(folder) {
    const client = join(folder, 'node_modules/@docwright/client');
    mkdirSync(client, { recursive: true });
    writeFileSync(join(client, 'package.json'), JSON.stringify({ type: 'module', exports: './index.ts' }));
    symlinkSync(join(repository, 'client/src/index.ts'), join(client, 'index.ts'));
  },
};

/** From a folder in which the packed packages were installed. */
export function installedProgram(folder: string): Program {
  const modules = resolve(folder, 'node_modules');
  return {
    program: join(modules, '.bin', 'docwright'),
    install: (readers) => {
      symlinkSync(modules, join(readers, 'node_modules'));
    },
  };
}

/** Every page whose commands must work, as paths in the repository. */
export function guidePages(): string[] {
  const pages = globSync('docs/{,guide/}*.md', { cwd: repository, exclude: ['docs/benchmarks.md'] });
  return ['README.md', ...pages.sort()];
}

export interface Followed {
  readonly page: Page;
  readonly steps: readonly Step[];
}

/** Follows pages, each on a machine of its own, after the pages that it builds on. */
export interface Follower {
  follow(path: string): Promise<Followed>;
  close(): Promise<void>;
}

export function createFollower(program: Program): Follower {
  /** Readers who have followed a page, and go back to its end for each page that builds on it. */
  const prepared = new Map<string, Promise<{ reader: Reader; fault: Step | undefined }>>();

  async function prepare(path: string) {
    const reader = await createReader(program);
    let fault: Step | undefined;
    for (const before of [...pagesBefore(path), path]) {
      fault ??= (await walkPage(readPage(before), reader)).find((step) => step.fault !== undefined);
    }
    await reader.keep();
    return { reader, fault };
  }

  return {
    async follow(path) {
      const page = readPage(path);
      const after = pagesBefore(path).at(-1);
      if (page.blocks.length === 0) return { page, steps: [] };
      if (after === undefined) {
        const reader = await createReader(program);
        return walkPage(page, reader)
          .then((steps) => ({ page, steps }))
          .finally(() => reader.leave());
      }
      const preparing = prepared.get(after) ?? prepare(after);
      prepared.set(after, preparing);
      const { reader, fault } = await preparing;
      if (fault !== undefined) return { page, steps: [{ ...fault, about: `before, in ${after}: ${fault.about}` }] };
      await reader.goBack();
      return { page, steps: await walkPage(page, reader) };
    },
    async close() {
      for (const preparing of prepared.values()) await (await preparing).reader.leave();
    },
  };
}

function readPage(path: string): Page {
  return readBlocks(readFileSync(resolve(repository, path), 'utf8'));
}

/** In the order in which the reader followed them. */
function pagesBefore(path: string): string[] {
  const { after } = readPage(path);
  if (after === undefined) return [];
  const before = join(dirname(path), after);
  return [...pagesBefore(before), before];
}

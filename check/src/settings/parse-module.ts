import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser } from 'acorn';
import type { Program } from 'estree';
import { LRUCache } from 'lru-cache';
import { extensionOf } from '../site/paths.ts';

export interface ModuleFault {
  /** 1-based. */
  readonly place: { readonly line: number; readonly column: number };
  /** Without a full stop. */
  readonly reason: string;
}

type ParsedModule = { readonly program: Program } | { readonly fault: ModuleFault };

/** A tree takes some thirty times its text. The same settings are asked about by each check, and twice in each. */
const parsed = new LRUCache<string, ParsedModule>({ max: 100, maxSize: 1_000_000 });

/** The syntax tree of a module in JavaScript or TypeScript, or where and why it has none. Nobody changes it. */
export function parseModule(text: string, path: string): ParsedModule {
  const jsx = /x$|\.js$/u.test(extensionOf(path));
  const key = `${jsx} ${text}`;
  const known = parsed.get(key) ?? parseAnew(text, jsx);
  parsed.set(key, known, { size: key.length });
  return known;
}

function parseAnew(text: string, jsx: boolean): ParsedModule {
  const parser = Parser.extend(tsPlugin({ jsx }));
  const options = { ecmaVersion: 'latest', locations: true, allowHashBang: true } as const;
  let fault: ModuleFault | undefined;
  for (const sourceType of ['module', 'script'] as const) {
    try {
      const allowReturnOutsideFunction = sourceType === 'script';
      return { program: parser.parse(text, { ...options, sourceType, allowReturnOutsideFunction }) as Program };
    } catch (error) {
      // A CommonJS file may use what a module may not; both readings are tried, and the first is told.
      fault ??= faultOf(error);
    }
  }
  return { fault: fault ?? { place: { line: 1, column: 1 }, reason: 'it does not parse' } };
}

function faultOf(error: unknown): ModuleFault {
  const { loc, message } = error as { loc?: { line: number; column: number }; message?: string };
  const place = { line: loc?.line ?? 1, column: (loc?.column ?? 0) + 1 };
  return { place, reason: (message ?? 'it does not parse').replace(/\s*\(\d+:\d+\)$/u, '').replace(/\.$/u, '') };
}

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readRememberedNode, rememberNode } from './remembered-node.ts';

const name = `node-test@${process.version.slice(1)}`;
const cacheBefore = process.env['XDG_CACHE_HOME'];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-cache-'));
  process.env['XDG_CACHE_HOME'] = folder;
});
afterEach(() => {
  if (cacheBefore === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = cacheBefore;
  rmSync(folder, { recursive: true });
});

it('remembers a Node of that version, and no other program', () => {
  expect(readRememberedNode(name)).toBeUndefined();
  rememberNode(name, process.execPath);
  expect(readRememberedNode(name)).toBe(process.execPath);
  rememberNode('node-test@1.2.3', process.execPath);
  expect(readRememberedNode('node-test@1.2.3')).toBeUndefined();
});

it('does not believe an entry that others may write', () => {
  rememberNode(name, process.execPath);
  const file = join(folder, 'docwright', name);
  expect(readFileSync(file, 'utf8')).toBe(process.execPath);
  chmodSync(file, 0o666);
  expect(readRememberedNode(name)).toBeUndefined();
  chmodSync(file, 0o600);
  writeFileSync(file, 'node');
  expect(readRememberedNode(name)).toBeUndefined();
});

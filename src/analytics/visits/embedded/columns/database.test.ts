import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { VisitStoreTooNew } from '../../errors.ts';
import { openVisitDatabase } from './database.ts';

it('refuses a file of a newer version and leaves it as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'visits-'));
  const file = join(folder, 'visits.sqlite');
  const database = openVisitDatabase(file);
  database.pragma('user_version = 99');
  database.close();
  const before = readFileSync(file);
  expect(() => openVisitDatabase(file)).toThrow(VisitStoreTooNew);
  expect(readFileSync(file).equals(before)).toBe(true);
  rmSync(folder, { recursive: true });
});

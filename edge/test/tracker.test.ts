import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildTracker, trackerFile } from '../build-tracker.ts';

test('the committed script is what its source builds (else run: npm run build:tracker -w edge)', async () => {
  expect(await readFile(trackerFile, 'utf8')).toBe(await buildTracker());
});

test('the script weighs less than 1.5 KB gzipped', async () => {
  expect(gzipSync(await readFile(trackerFile)).byteLength).toBeLessThan(1500);
});

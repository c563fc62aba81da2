import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Finding } from '../finding.ts';
import { sarifReport } from './for-programs.ts';

// zod takes a reference, which may be relative, for an address; the addresses are looked at by themselves.
const published = readFileSync(join(import.meta.dirname, '../../../check/test/sarif-2.1.0.json'), 'utf8');
const text = published.replaceAll('"format":"uri-reference"', '"format":"reference"');
const schema = z.fromJSONSchema(JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0]);
const finding = (more: Partial<Finding>): Finding => ({
  rule: 'broken-link',
  severity: 'error',
  path: 'docs/a b/ü#?.md',
  line: 3,
  column: 1,
  message: 'x',
  introduced: undefined,
  ...more,
});
const reported = (...findings: Finding[]): unknown =>
  JSON.parse(sarifReport({ frameworks: ['markdown'], pages: 1, findings }));

it('is valid against the published schema of SARIF 2.1.0', () => {
  const whole = reported(
    finding({ introduced: true }),
    finding({ severity: 'warning', introduced: false, column: undefined }),
    finding({ severity: 'notice', line: undefined, column: undefined }),
  );
  expect(schema.safeParse(whole).error?.issues).toBeUndefined();
  expect(schema.safeParse(reported()).success).toBe(true);
  // The schema holds: SARIF counts lines from 1.
  expect(schema.safeParse(reported(finding({ line: 0 }))).success).toBe(false);
});

it('names a file by a reference that leads to it', () => {
  const { runs } = reported(finding({})) as {
    runs: { results: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[] }[];
  };
  const uri = runs[0]?.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri ?? '';
  expect(decodeURIComponent(new URL(uri, 'file:///top/').pathname)).toBe('/top/docs/a b/ü#?.md');
});

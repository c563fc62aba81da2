import { describe, expect, it } from 'vitest';
import { createCheck } from '../src/create-check.ts';
import { kinds } from './breakages.ts';
import { createMemoryTree } from './memory-tree.ts';
import { pageIds, sampleSites, writeSite } from './sample-sites.ts';

/** Breakages tried on every framework: each of the kinds in turn, on pages and with names that differ. */
const seeded = 120;

describe.each(sampleSites)('a $framework site', (site) => {
  const clean = writeSite(site);
  const docsCheck = createCheck();

  it('has nothing to find when it is clean', async () => {
    const report = await docsCheck.check({ tree: createMemoryTree(clean) });
    expect(report.frameworks).toEqual([site.framework]);
    expect(report.findings).toEqual([]);
  });

  it(`shows each of ${seeded} breakages of ${Object.keys(kinds).length} kinds, and invents none`, async () => {
    const names = Object.keys(kinds);
    const wrong: string[] = [];
    for (let seed = 0; seed < seeded; seed += 1) {
      const name = names[seed % names.length]!;
      const id = pageIds[Math.floor(seed / names.length) % pageIds.length]!;
      const { files, path, rules } = kinds[name]!(site, clean, id, seed);
      const { findings } = await docsCheck.check({ tree: createMemoryTree(files) });
      const found = findings.some((finding) => finding.path === path && rules.includes(finding.rule));
      const invented = findings.filter(({ rule }) => !rules.includes(rule));
      if (!found || invented.length > 0) {
        const said = findings.map(({ rule, path: at, message }) => `${rule} ${at}: ${message}`);
        wrong.push(
          `${name} on ${id} (seed ${seed}) should give ${rules.join('/')} at ${path}, gave [${said.join('; ')}]`,
        );
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);
});

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadCatalogue, shippedCatalogue } from './catalogue.ts';
import { createTrafficClassifier } from './classify.ts';
import { CatalogueInvalid } from './errors.ts';

describe('loadCatalogue', () => {
  let folder: string;
  const copy = () => pathToFileURL(`${folder}/`);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
    cpSync(shippedCatalogue, folder, { recursive: true });
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('reads what ships, and a snapshot that holds addresses says of when it is', () => {
    const catalogue = loadCatalogue();
    expect(catalogue.products.length).toBeGreaterThan(300);
    for (const list of catalogue.addressRanges.filter((candidate) => candidate.prefixes.length > 0)) {
      expect([list.id, list.snapshotDate ?? list.note]).toEqual([list.id, expect.any(String)]);
    }
  });

  it('names the file and the field of a fault', () => {
    writeFileSync(join(folder, 'version.json'), '{"version":"1","date":"soon"}');
    expect(() => loadCatalogue(copy())).toThrow(CatalogueInvalid);
    expect(() => loadCatalogue(copy())).toThrow(/version\.json: date/);
  });

  it('refuses a rule about a product that does not exist', () => {
    writeFileSync(
      join(folder, 'signature-directories.json'),
      '{"directories":[{"host":"a.example","product":"nobody"}]}',
    );
    expect(() => loadCatalogue(copy())).toThrow(/nobody/);
  });

  it('refuses an address range that is none', () => {
    const list = {
      id: 'openai-adsbot',
      operator: 'openai',
      url: 'https://openai.com/adsbot.json',
      snapshotDate: null,
      prefixes: ['1.2.3.4/40'],
    };
    writeFileSync(join(folder, 'address-ranges', 'openai-adsbot.json'), JSON.stringify(list));
    expect(() => loadCatalogue(copy())).toThrow(/openai-adsbot\.json: prefixes\.0/);
  });

  it('adds the listed names that its own products lack, plain words only as whole names', () => {
    const list = {
      source: 'https://lists.example',
      licence: 'MIT',
      date: '2026-11-01',
      names: ['Brand-New-Bot', 'Plain', 'GPTBot', 'gptbot/9', 'Google-Extended'].map((name) => ({
        name,
        operator: 'somebody',
        category: 'assistant',
      })),
    };
    writeFileSync(join(folder, 'listed-names.json'), JSON.stringify(list));
    const classifier = createTrafficClassifier(loadCatalogue(copy()));
    const read = (userAgent: string) => {
      const { product, category } = classifier.classify({ source: 'log', userAgent });
      return `${category} ${product}`;
    };
    expect(read('Mozilla/5.0 (compatible; Brand-New-Bot/2.0)')).toBe('assistant Brand-New-Bot');
    expect([read('Plain'), read('Plain/1.0')]).toEqual(['assistant Plain', 'assistant Plain']);
    expect(read('Mozilla/5.0 (X11; Linux x86_64; Plain/1.0) Gecko/20100101 Firefox/140.0')).toBe('human Firefox');
    expect([read('GPTBot/1.0'), read('gptbot/9')]).toEqual(['ai_training GPTBot', 'ai_training GPTBot']);
    expect(read('Google-Extended')).toMatch(/^http_client/);
  });
});

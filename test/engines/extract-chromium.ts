/**
 * Unpacks the Chromium that @sparticuz/chromium carries, with the libraries it was linked against, into the folder
 * named by TMPDIR. A program of its own because that package knows no other way to be told where to write.
 */
import { fileURLToPath } from 'node:url';
import { loadEngine } from './load-engine.ts';

const { inflate } = await loadEngine<{ inflate: (archive: string) => Promise<string> }>('@sparticuz/chromium');
const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
const folder = fileURLToPath(new URL('./node_modules/@sparticuz/chromium/bin/', import.meta.url));
await Promise.all(archives.map((archive) => inflate(folder + archive)));

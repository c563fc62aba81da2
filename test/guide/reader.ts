import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { duration } from '../../src/kernel/clock.ts';
import { freePort } from '../free-port.ts';
import { createShell, type Ran } from './shell.ts';
import { transcripts } from './transcripts.ts';

/** Where a reader has our program and packages from. */
export interface Program {
  /** What they call `docwright`. */
  readonly program: string;
  /** Makes the `node_modules` of this folder, where their Node finds our packages. */
  readonly install: (folder: string) => void;
}

/** Somebody who follows a page: an empty home, a folder to work in with their documentation, a port of their own. */
export interface Reader {
  readonly folder: string;
  run(commands: string): Promise<Ran>;
  startServer(commands: string): Promise<Ran>;
  stopServer(): Promise<void>;
  save(name: string, text: string): void;
  has(program: string): boolean;
  /** What a page says of the usual port, the public address and 20 November 2026, as it is for this reader. */
  localise(text: string): string;
  /** Remembers everything as it is now. */
  keep(): Promise<void>;
  /** Everything is again as it was when it was kept, and the server runs if it did. */
  goBack(): Promise<void>;
  /** Stops the server and removes everything. */
  leave(): Promise<void>;
}

/** What `docwright serve` prints when it listens. */
const listening = 'Docwright listens on';

export async function createReader({ program, install }: Program): Promise<Reader> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'docwright-reader-')));
  const [place, kept] = [join(root, 'now'), join(root, 'kept')];
  const folder = join(place, 'work');
  for (const name of ['work/my-docs', 'home', 'bin', 'tmp']) mkdirSync(join(place, name), { recursive: true });
  writeFileSync(join(folder, 'my-docs', 'index.md'), '# Welcome\n\nStart with the [quickstart](quickstart.md).\n');
  symlinkSync(program, join(place, 'bin', 'docwright'));
  // A clone is where `./docwright` works.
  symlinkSync(program, join(folder, 'docwright'));
  install(root);
  for (const [name, content] of Object.entries(transcripts)) {
    writeFileSync(join(place, 'tmp', `${name}.json`), JSON.stringify(content));
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // What the machine has, without what `npm run` adds.
  const own = (process.env['PATH'] ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'));
  const path = [join(place, 'bin'), dirname(process.execPath), ...own];
  const shell = createShell({
    root: place,
    folder,
    environment: {
      PATH: path.join(delimiter),
      HOME: join(place, 'home'),
      TMPDIR: join(place, 'tmp'),
      LANG: 'C.UTF-8',
      // In place of the usual port, which another server of this machine may have.
      DOCWRIGHT_PORT: String(port),
      DOCWRIGHT_URL: url,
      DOCWRIGHT_MODEL: 'scripted/guide',
      DOCWRIGHT_SCRIPTED_TRANSCRIPT: join(place, 'tmp'),
    },
  });
  // Traffic of a fixed day would be too old one day.
  const yesterday = new Date(Date.now() - duration.day);
  const localise = (text: string) =>
    text
      .replaceAll('https://docwright.example.com', url)
      .replaceAll('4800', String(port))
      .replaceAll('20/Nov/2026', logDate(yesterday))
      .replaceAll('2026-11-20', yesterday.toISOString().slice(0, 10));
  let keptServer: string | undefined;

  return {
    folder,
    localise,
    run: (commands) => shell.run(localise(commands)),
    startServer: (commands) => shell.startServer(localise(commands), listening),
    stopServer: () => shell.stopServer(),
    save(name, text) {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${localise(text)}\n`);
    },
    has: (name) => path.some((directory) => existsSync(join(directory, name))),
    async keep() {
      keptServer = shell.runningServer();
      await shell.stopServer();
      copy(place, kept);
    },
    async goBack() {
      await shell.stopServer();
      remove(place);
      copy(kept, place);
      if (keptServer !== undefined) await shell.startServer(keptServer, listening);
    },
    async leave() {
      await shell.stopServer();
      remove(root);
    },
  };
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Such as `20/Nov/2026`. */
function logDate(day: Date): string {
  const [, date = '', month = '', year = ''] = day.toUTCString().split(' ');
  return `${date}/${month}/${year}`;
}

import { commandName } from './command-name.ts';

/**
 * A command of ours as the person can type it here and now: run the same way, on the same data directory. Without
 * `parts`, what such commands begin with.
 */
export function nextCommand(...parts: readonly string[]): string {
  const dataDirectory = process.env['DOCWRIGHT_DATA_DIR'] ?? '';
  const where = dataDirectory === '' ? '' : `DOCWRIGHT_DATA_DIR=${quoted(dataDirectory)} `;
  return where + [quoted(commandName(), / /), ...parts.map((part) => quoted(part))].join(' ');
}

/** As one word for a shell, if it is not one already. */
function quoted(word: string, special = /[^\w@%+=:,./-]/): string {
  return special.test(word) || word === '' ? `'${word.replaceAll("'", String.raw`'\''`)}'` : word;
}

/**
 * `project.contents` is a sum over the rows of `batch` and `segment`, kept by the database itself: a row that is missing,
 * of another day, or of another number of views makes another sum, whatever part of the file was damaged.
 */
function weightOf(table: string, row: string): string {
  const checksum = table === 'batch' ? ` + coalesce(${row}checksum, 0)` : '';
  return `(1 + ${row}day * 8191 + ${row}rows * 1000003${checksum})`;
}

const tables = ['batch', 'segment'];

export const keepContents = tables
  .map(
    (table) => `
  CREATE TRIGGER IF NOT EXISTS ${table}_added AFTER INSERT ON ${table} BEGIN
    UPDATE project SET contents = contents + ${weightOf(table, 'NEW.')} WHERE key = NEW.project;
  END;
  CREATE TRIGGER IF NOT EXISTS ${table}_removed AFTER DELETE ON ${table} BEGIN
    UPDATE project SET contents = contents - ${weightOf(table, 'OLD.')} WHERE key = OLD.project;
    DELETE FROM damaged WHERE project = OLD.project AND kind = '${table}' AND id = OLD.id;
  END;`,
  )
  .join('');

/** An expression for a row of `project`: what `contents` should be. */
export const actualContents = tables
  .map((table) => `coalesce((SELECT sum(${weightOf(table, '')}) FROM ${table} WHERE project = project.key), 0)`)
  .join(' + ');

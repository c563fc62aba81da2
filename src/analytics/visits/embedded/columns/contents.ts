/**
 * `project.contents` is a sum over the rows of these tables, kept by the database itself: a row that is missing, of another
 * day, or of another number of views makes another sum, whatever part of the file was damaged. What a row adds to it:
 */
const weights: Readonly<Record<string, (row: string) => string>> = {
  batch: (row) => `(1 + ${row}day * 8191 + ${row}rows * 1000003 + coalesce(${row}checksum, 0))`,
  segment: (row) => `(1 + ${row}day * 8191 + ${row}rows * 1000003)`,
  dropped: (row) => `(1 + ${row}count * 1000003 + coalesce(${row}checksum, 0))`,
  tracker_day: (row) => `(1 + ${row}day * 131071)`,
};

export const keepContents = Object.entries(weights)
  .map(
    ([table, weightOf]) => `
  CREATE TRIGGER IF NOT EXISTS ${table}_added AFTER INSERT ON ${table} BEGIN
    UPDATE project SET contents = contents + ${weightOf('NEW.')} WHERE key = NEW.project;
  END;
  CREATE TRIGGER IF NOT EXISTS ${table}_removed AFTER DELETE ON ${table} BEGIN
    UPDATE project SET contents = contents - ${weightOf('OLD.')} WHERE key = OLD.project;
    ${table === 'dropped' || table === 'tracker_day' ? '' : `DELETE FROM damaged WHERE project = OLD.project AND kind = '${table}' AND id = OLD.id;`}
  END;`,
  )
  .join('');

/** An expression for a row of `project`: what `contents` should be. */
export const actualContents = Object.entries(weights)
  .map(([table, weightOf]) => `coalesce((SELECT sum(${weightOf('')}) FROM ${table} WHERE project = project.key), 0)`)
  .join(' + ');

const textWeight = (row: string): string =>
  `(1 + ${row}kind * 524287 + ${row}number * 8191 + coalesce(${row}checksum, 0))`;

/** The same of the texts of a project: `project.texts`. */
export const keepTexts = `
  CREATE TRIGGER IF NOT EXISTS term_added AFTER INSERT ON term BEGIN
    UPDATE project SET texts = texts + ${textWeight('NEW.')} WHERE key = NEW.project;
  END;
  CREATE TRIGGER IF NOT EXISTS term_removed AFTER DELETE ON term BEGIN
    UPDATE project SET texts = texts - ${textWeight('OLD.')} WHERE key = OLD.project;
  END;`;

export const actualTexts = `coalesce((SELECT sum(${textWeight('')}) FROM term WHERE project = project.key), 0)`;

/** A block goes with any of its segments, and its slices with it. */
export const keepBlocks = `
  CREATE TRIGGER IF NOT EXISTS block_of_removed_segment AFTER DELETE ON segment BEGIN
    DELETE FROM block WHERE project = OLD.project AND instr('+' || segments || '+', '+' || OLD.id || '+') > 0;
  END;
  CREATE TRIGGER IF NOT EXISTS slices_of_removed_block AFTER DELETE ON block BEGIN
    DELETE FROM block_slice WHERE block = OLD.id;
  END;`;

/** What the fields of a form say. */
export interface FormFields {
  /** Without blanks at its ends. */
  readonly text: (name: string) => string;
  /** As it was typed: for passwords. */
  readonly exact: (name: string) => string;
  /** Null when the field is empty, which puts a setting back to its default. */
  readonly textOrNull: (name: string) => string | null;
  readonly number: (name: string) => number | null;
  readonly isOn: (name: string) => boolean;
  /** Values of all fields of that name, such as ticked boxes. */
  readonly all: (name: string) => string[];
  /** Separated by blanks, line ends or commas. */
  readonly list: (name: string) => string[];
  readonly lines: (name: string) => string[];
  /** One a line: `format = npx prettier --write "$@"`. */
  readonly commands: (name: string) => Record<string, string>;
  /** Of the lines of a form: `goalName`, and `goalPaths` and `goalEvents` separated by commas. */
  readonly goals: () => GoalFields[];
}

interface GoalFields {
  readonly name: string;
  readonly paths: string[];
  readonly events: string[];
}

/** Commands by name, of lines with an equals sign between the two. */
export function readCommands(text: string): Record<string, string> {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...command] = line.split('=');
      return [name.trim(), command.join('=').trim()];
    }),
  );
}

export function readForm(form: HTMLFormElement): FormFields {
  const fields = new FormData(form);
  const exact = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  const text = (name: string) => exact(name).trim();
  const all = (name: string) => fields.getAll(name).filter((value) => typeof value === 'string');
  const lines = (name: string) =>
    text(name)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  return {
    text,
    exact,
    textOrNull: (name) => (text(name) === '' ? null : text(name)),
    number: (name) => (text(name) === '' ? null : Number(text(name))),
    isOn: (name) => fields.get(name) === 'on',
    all,
    list: (name) =>
      text(name)
        .split(/[\s,]+/)
        .filter(Boolean),
    lines,
    commands: (name) => readCommands(exact(name)),
    goals: () => {
      const [names, paths, events] = ['goalName', 'goalPaths', 'goalEvents'].map(all);
      const split = (list = '') =>
        list
          .split(',')
          .map((mark) => mark.trim())
          .filter(Boolean);
      return (names ?? []).map((name, index) => ({
        name: name.trim(),
        paths: split(paths?.[index]),
        events: split(events?.[index]),
      }));
    },
  };
}

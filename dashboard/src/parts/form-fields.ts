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
  /** One a line: `Signed up = event:signup, /welcome*`. */
  readonly goals: (name: string) => GoalFields[];
}

interface GoalFields {
  readonly name: string;
  readonly paths: string[];
  readonly events: string[];
}

const eventPrefix = 'event:';

function readGoal(line: string): GoalFields {
  const [name = '', ...valueParts] = line.split('=');
  const marks = valueParts
    .join('=')
    .split(',')
    .map((mark) => mark.trim())
    .filter(Boolean);
  const events = marks.filter((mark) => mark.startsWith(eventPrefix)).map((mark) => mark.slice(eventPrefix.length));
  return { name: name.trim(), paths: marks.filter((mark) => !mark.startsWith(eventPrefix)), events };
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

/** As `goals` reads it. */
export function goalLine({ name, paths, events }: GoalFields): string {
  return `${name} = ${[...paths, ...events.map((event) => eventPrefix + event)].join(', ')}`;
}

export function readForm(form: HTMLFormElement): FormFields {
  const fields = new FormData(form);
  const exact = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  const text = (name: string) => exact(name).trim();
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
    all: (name) => fields.getAll(name).filter((value) => typeof value === 'string'),
    list: (name) =>
      text(name)
        .split(/[\s,]+/)
        .filter(Boolean),
    lines,
    commands: (name) => readCommands(exact(name)),
    goals: (name) => lines(name).map(readGoal),
  };
}

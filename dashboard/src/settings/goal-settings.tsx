import { useState } from 'react';
import { flushSync } from 'react-dom';
import { resolveRange } from '../analytics/date-range.ts';
import { MatchCounts } from '../analytics/match-counts.tsx';
import { isProblem } from '../api/api-problem.ts';
import { readForm } from '../parts/form-fields.ts';
import type { FormPartProps } from './settings-form.tsx';
import { Setting } from './setting.tsx';
import { SettingsGroup } from './settings-group.tsx';

const stepsOf = ({ paths, events }: { paths: readonly string[]; events: readonly string[] }) => [
  ...paths,
  ...events.map((event) => `event:${event}`),
];

/** A goal a line: its name, and the pages and events that reach it. */
export function GoalSettings({ project, problem, notice }: FormPartProps) {
  const { goals } = project.settings.analytics;
  /** Lines of the form, by what they began with; a new one begins empty. */
  const [rows, setRows] = useState(() => goals.map((goal, key) => ({ ...goal, key })));
  /** What the lines say now, as steps of a funnel. */
  const [typed, setTyped] = useState<Readonly<Record<number, readonly string[]>>>({});
  const [selection] = useState(() => {
    const { dateFrom, dateTo, timeZone } = resolveRange({}, Date.now(), project.settings.analytics.timeZone);
    return { dateFrom, dateTo, ...(timeZone === undefined ? {} : { timeZone }) };
  });
  const change = (changed: typeof rows, { form }: HTMLButtonElement, next: string) => {
    // The form looks at its fields as they are then.
    flushSync(() => {
      setRows(changed);
    });
    notice();
    form?.querySelector<HTMLElement>(next)?.focus();
  };
  return (
    <SettingsGroup
      id="goals"
      title="Goals"
      intro="What you want readers to do. Analytics counts who reached each goal."
    >
      {rows.map(({ key, name, paths, events }, index) => {
        // The server names a goal by its place.
        const fault = isProblem(problem)
          ? problem.details.find(({ field }) => field?.includes(`goals.${index}`) === true)
          : undefined;
        return (
          <fieldset
            key={key}
            className="goal"
            onInput={({ currentTarget: { form } }) => {
              const goal = form === null ? undefined : readForm(form).goals()[index];
              if (goal !== undefined) setTyped({ ...typed, [key]: stepsOf(goal) });
            }}
          >
            <legend className="visually-hidden">Goal {index + 1}</legend>
            <Setting name="goalName">
              <input defaultValue={name} required maxLength={100} autoComplete="off" aria-invalid={fault && true} />
            </Setting>
            <Setting name="goalPaths">
              <input defaultValue={paths.join(', ')} placeholder="/welcome*" spellCheck={false} autoComplete="off" />
            </Setting>
            <Setting name="goalEvents">
              <input defaultValue={events.join(', ')} placeholder="signup" spellCheck={false} autoComplete="off" />
            </Setting>
            <button
              type="button"
              className="button quiet"
              onClick={({ currentTarget }) => {
                change(
                  rows.filter((row) => row.key !== key),
                  currentTarget,
                  '.add-goal',
                );
              }}
            >
              Remove<span className="visually-hidden"> goal {name}</span>
            </button>
            <MatchCounts
              projectId={project.id}
              selection={selection}
              period="in the last 30 days"
              steps={typed[key] ?? stepsOf({ paths, events })}
            />
            {fault !== undefined && <p className="fault-text small">{fault.message}</p>}
          </fieldset>
        );
      })}
      <p className="muted small">Separate pages or events by commas. * matches any text.</p>
      <div>
        <button
          type="button"
          className="button small add-goal"
          onClick={({ currentTarget }) => {
            const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
            change([...rows, { key, name: '', paths: [], events: [] }], currentTarget, '.goal:last-of-type input');
          }}
        >
          Add goal
        </button>
      </div>
    </SettingsGroup>
  );
}

import { useState } from 'react';
import { flushSync } from 'react-dom';
import { isProblem } from '../api/api-problem.ts';
import type { FormPartProps } from './settings-form.tsx';
import { Setting } from './setting.tsx';
import { SettingsGroup } from './settings-group.tsx';

/** A goal a line: its name, and the pages and events that reach it. */
export function GoalSettings({ project, problem, notice }: FormPartProps) {
  const { goals } = project.settings.analytics;
  /** Lines of the form, by what they began with; a new one begins empty. */
  const [rows, setRows] = useState(() => goals.map((goal, key) => ({ ...goal, key })));
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
          <fieldset key={key} className="goal">
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

import { Field } from '../parts/field.tsx';
import type { Project } from '../projects/projects.ts';
import { SettingsGroup } from './settings-group.tsx';

/** Each choice says in one sentence what it costs in accuracy and what it gains in privacy. */
const identities = [
  ['device', 'Address and browser', 'Tells people behind one address apart by their browser; two alike count as one.'],
  ['network', 'Address alone', 'Keeps less, and counts an office or a household as one visitor.'],
] as const;
const lives = [
  ['stable', 'For as long as views are kept', 'Unique visitors are exact over any range; a visitor stays linkable.'],
  [
    'month',
    'A month',
    'A range over several months counts a returning reader once in each; older ids cannot be linked.',
  ],
  ['day', 'A day', 'A range over several days counts a returning reader once each day; nobody can be followed.'],
] as const;

export function PrivacySettings({ project, problem }: { project: Project; problem: Error | null }) {
  const { analytics } = project.settings;
  return (
    <SettingsGroup id="privacy" title="Privacy" intro="Addresses are never stored: they become a keyed hash at once.">
      <Choices legend="What tells visitors apart" name="identity" value={analytics.identity} choices={identities} />
      <Choices legend="How long an id lasts" name="saltLife" value={analytics.saltLife} choices={lives} />
      <label className="choice">
        <input type="checkbox" name="trackerVisitorId" defaultChecked={analytics.trackerVisitorId} />
        <span>
          Let the tracker keep an id in the browser
          <span className="muted small block">
            More exact than the address; in many countries it needs the consent of the reader.
          </span>
        </span>
      </label>
      <label className="choice">
        <input type="checkbox" name="countries" defaultChecked={analytics.countries} />
        <span>
          Keep the country of a view
          <span className="muted small block">
            Looked up on this server from the address, which is then forgotten. What is stored already stays.
          </span>
        </span>
      </label>
      <Field label="Keep views for months" name="retentionMonths" problem={problem} hint="Older views are deleted.">
        <input type="number" min={1} max={240} defaultValue={analytics.retentionMonths} />
      </Field>
    </SettingsGroup>
  );
}

function Choices({
  legend,
  name,
  value,
  choices,
}: {
  legend: string;
  name: string;
  value: string;
  choices: readonly (readonly [value: string, label: string, cost: string])[];
}) {
  return (
    <fieldset className="stack tight">
      <legend>{legend}</legend>
      {choices.map(([option, label, cost]) => (
        <label key={option} className="choice">
          <input type="radio" name={name} value={option} defaultChecked={option === value} />
          <span>
            {label}
            <span className="muted small block">{cost}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

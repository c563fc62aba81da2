import type { FormPartProps } from './settings-form.tsx';
import { Setting } from './setting.tsx';
import { labelOf, type SettingsFieldName } from './settings-fields.ts';
import { SettingsGroup } from './settings-group.tsx';

/** Each choice says in one sentence what it costs in accuracy and what it gains in privacy. */
const identities = [
  [
    'device',
    'IP address and browser',
    'Visitors with the same IP address are distinguished by browser. Two with the same browser count as one.',
  ],
  ['network', 'IP address only', 'Stores less, but counts an office or household as one visitor.'],
] as const;
const lives = [
  ['stable', 'As long as views are kept', 'Unique visitors are exact over any range, and a visitor stays linkable.'],
  ['month', 'A month', 'A returning reader counts once per month. Visitors cannot be linked across months.'],
  ['day', 'A day', 'A returning reader counts once per day. Visitors cannot be linked across days.'],
] as const;

export function PrivacySettings({ project, problem }: FormPartProps) {
  const { analytics } = project.settings;
  return (
    <SettingsGroup
      id="privacy"
      title="Privacy"
      intro="IP addresses are never stored. Each becomes a keyed hash at once."
    >
      <Choices name="identity" value={analytics.identity} choices={identities} />
      <Choices name="saltLife" value={analytics.saltLife} choices={lives} />
      <label className="choice">
        <input type="checkbox" name="trackerVisitorId" defaultChecked={analytics.trackerVisitorId} />
        <span>
          {labelOf('trackerVisitorId')}
          <span className="muted small block">
            More exact than the IP address. Many countries require the reader's consent.
          </span>
        </span>
      </label>
      <label className="choice">
        <input type="checkbox" name="countries" defaultChecked={analytics.countries} />
        <span>
          {labelOf('countries')}
          <span className="muted small block">
            Looked up on this server from the IP address, which is then discarded. Turning this off keeps the countries
            stored so far.
          </span>
        </span>
      </label>
      <Setting name="retentionMonths" problem={problem} hint="Older views are deleted.">
        <input type="number" min={1} max={240} defaultValue={analytics.retentionMonths} />
      </Setting>
    </SettingsGroup>
  );
}

function Choices({
  name,
  value,
  choices,
}: {
  name: SettingsFieldName;
  value: string;
  choices: readonly (readonly [value: string, label: string, cost: string])[];
}) {
  return (
    <fieldset className="stack tight">
      <legend>{labelOf(name)}</legend>
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

import { encryptions } from '../parts/mail-encryptions.ts';
import type { FormPartProps } from './settings-form.tsx';
import { Setting } from './setting.tsx';
import { SettingsGroup } from './settings-group.tsx';

/** How mail is sent for this project. The password and the recipients are below the form. */
export function MailServerSettings({ project, problem }: FormPartProps) {
  const { weeklyMail } = project.settings;
  return (
    <SettingsGroup
      id="weekly-mail"
      title="Weekly mail"
      intro={`Sends last week's analytics to the recipients below, every Monday at 06:00 (${project.settings.analytics.timeZone}).`}
    >
      <Setting
        name="host"
        problem={problem}
        hint="Leave empty to use the mail server of the Server page. Changing the host deletes the stored password."
      >
        <input defaultValue={weeklyMail.host ?? ''} placeholder="smtp.example.com" />
      </Setting>
      <Setting name="encryption" problem={problem}>
        <select defaultValue={weeklyMail.encryption}>
          {Object.entries(encryptions).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Setting>
      <Setting name="port" problem={problem}>
        <input type="number" min={1} max={65535} defaultValue={weeklyMail.port} />
      </Setting>
      <Setting name="user" problem={problem} hint="Leave empty if the server needs no password.">
        <input autoComplete="off" defaultValue={weeklyMail.user ?? ''} />
      </Setting>
      <Setting name="from" problem={problem}>
        <input type="email" defaultValue={weeklyMail.from ?? ''} placeholder="docs@example.com" />
      </Setting>
    </SettingsGroup>
  );
}

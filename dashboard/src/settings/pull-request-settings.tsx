import type { FormPartProps } from './settings-form.tsx';
import { Setting } from './setting.tsx';
import { labelOf } from './settings-fields.ts';
import { SettingsGroup } from './settings-group.tsx';

export function PullRequestSettings({ project, problem }: FormPartProps) {
  const { mode, labels, reviewers, coAuthors, closeAfterDays } = project.settings.pullRequests;
  return (
    <SettingsGroup
      id="pull-requests"
      title="Pull requests"
      intro="Failed checks become messages to the job, at most twice. When the base branch moves, it is merged into open pull requests of the agent."
    >
      <Setting
        name="mode"
        problem={problem}
        hint="A direct merge waits until all checks have passed. If the rules of the branch forbid it, the pull request stays open, and the job says why."
      >
        <select defaultValue={mode}>
          <option value="pull_request">As a pull request</option>
          <option value="draft">As a draft pull request</option>
          <option value="merge">Merged directly once checks pass</option>
        </select>
      </Setting>
      <Setting
        name="labels"
        problem={problem}
        hint="One per line. New pull requests get them, if the code host has them."
      >
        <textarea rows={2} defaultValue={labels.join('\n')} spellCheck={false} />
      </Setting>
      <Setting
        name="reviewers"
        problem={problem}
        hint="Code owners come from CODEOWNERS and the changed files. Authors are those of the pull requests that the agent read."
      >
        <select defaultValue={reviewers}>
          <option value="none">Nobody</option>
          <option value="code_owners">Code owners</option>
          <option value="authors">Authors of the documented change</option>
        </select>
      </Setting>
      <label className="choice">
        <input type="checkbox" name="coAuthors" defaultChecked={coAuthors} />
        <span>{labelOf('coAuthors')}</span>
      </label>
      <Setting
        name="closeAfterDays"
        problem={problem}
        hint="A comment says why. Leave empty to keep pull requests open."
      >
        <input type="number" min={1} max={3650} defaultValue={closeAfterDays ?? ''} placeholder="never" />
      </Setting>
    </SettingsGroup>
  );
}

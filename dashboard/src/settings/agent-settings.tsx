import { useQuery } from '@tanstack/react-query';
import { costQuery } from '../jobs/jobs.ts';
import { Field } from '../parts/field.tsx';
import { serverQuery, type Project } from '../projects/projects.ts';
import { SettingsGroup } from './settings-group.tsx';

export function AgentSettings({ project, problem }: { project: Project; problem: Error | null }) {
  const server = useQuery(serverQuery).data;
  const cost = useQuery(costQuery(project.id)).data;
  const { settings } = project;
  const { budgets } = settings;
  const amounts = [
    ['deadlineMinutes', 'Minutes of one run', budgets.deadlineMinutes, 1440],
    ['modelCalls', 'Model calls of one run', budgets.modelCalls, 10_000],
    ['tokens', 'Tokens of one run', budgets.tokens, 1_000_000_000],
    ['diffFiles', 'Files in a pull request', budgets.diffFiles, 10_000],
    ['diffBytes', 'Bytes in a diff', budgets.diffBytes, 104_857_600],
  ] as const;
  const money = [
    ['dollars', 'Dollars of one job', budgets.dollars],
    ['dollarsPerMonth', 'Dollars of a month', budgets.dollarsPerMonth],
  ] as const;
  return (
    <SettingsGroup
      id="agent"
      title="Agent"
      intro="At the end of a budget work is not thrown away: if it validates, it becomes a draft pull request that says so. An empty amount goes back to its default."
    >
      <Field label="Model" name="model" problem={problem} hint="As provider/name. Empty: the server's default.">
        <input
          list="settings-models"
          defaultValue={project.model ?? ''}
          placeholder={server?.defaultModel ?? 'provider/name'}
          spellCheck={false}
          autoComplete="off"
        />
      </Field>
      <datalist id="settings-models">
        {server?.models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      <Field
        label="Context window"
        name="contextTokens"
        problem={problem}
        hint="Of the model, in tokens. Empty: what its server says. The set-up page shows it."
      >
        <input type="number" min={8192} defaultValue={settings.contextTokens ?? ''} />
      </Field>
      <div className="amounts">
        {amounts.map(([name, label, value, largest]) => (
          <Field key={name} label={label} name={name} problem={problem}>
            <input type="number" min={1} max={largest} defaultValue={value} />
          </Field>
        ))}
        {money.map(([name, label, value]) => (
          <Field key={name} label={label} name={name} problem={problem}>
            <input
              type="number"
              min={0.01}
              max={1_000_000}
              step="any"
              defaultValue={value ?? ''}
              placeholder="no limit"
            />
          </Field>
        ))}
        <Field label="Jobs and messages an hour" name="jobsPerHour" problem={problem}>
          <input type="number" min={1} max={100_000} defaultValue={settings.jobsPerHour} />
        </Field>
        <Field label="Archive after days" name="archiveAfterDays" problem={problem}>
          <input type="number" min={1} max={3650} defaultValue={settings.archiveAfterDays} />
        </Field>
      </div>
      {cost !== undefined && (
        <p className="muted small">
          The jobs of this month cost {cost.dollars.toLocaleString(undefined, { style: 'currency', currency: 'USD' })}{' '}
          so far
          {cost.unpricedCalls > 0 && `, and ${cost.unpricedCalls} calls of models whose price is not known`}.
        </p>
      )}
      <label className="choice">
        <input type="checkbox" name="draftPullRequests" defaultChecked={settings.draftPullRequests} />
        <span>Open every pull request as a draft</span>
      </label>
      <Field
        label="Further files the agent may edit"
        name="allowedProtectedPaths"
        problem={problem}
        hint="Files outside the docs folder, code, CI, CODEOWNERS and package scripts can only be read unless they are listed here. One path or folder per line."
      >
        <textarea rows={2} defaultValue={settings.allowedProtectedPaths.join('\n')} spellCheck={false} />
      </Field>
      <Field
        label="Hosts whose pages the agent may read"
        name="webHosts"
        problem={problem}
        hint="Beside your own sites and the hosts of its context repositories: one a line, such as docs.example.com, or *.example.com for all below it. Private networks are never read."
      >
        <textarea rows={2} defaultValue={settings.webHosts.join('\n')} spellCheck={false} />
      </Field>
      <Field
        label="Build command"
        name="buildCommand"
        problem={problem}
        hint="Run on what would be published, after our own checks: without network and secrets, for 10 minutes at most, with 2 GiB of memory for processes and files, 512 processes and 16 MiB of output. Where it fails, the agent is told. Empty: only our own checks."
      >
        <input defaultValue={settings.buildCommand ?? ''} spellCheck={false} autoComplete="off" />
      </Field>
    </SettingsGroup>
  );
}

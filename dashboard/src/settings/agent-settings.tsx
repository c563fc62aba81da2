import { useQuery } from '@tanstack/react-query';
import { costQuery } from '../jobs/jobs.ts';
import { Field } from '../parts/field.tsx';
import { serverQuery } from '../projects/projects.ts';
import { units } from './settings-changes.ts';
import type { FormPartProps } from './settings-form.tsx';
import { SettingsGroup } from './settings-group.tsx';

export function AgentSettings({ project, problem }: FormPartProps) {
  const server = useQuery(serverQuery).data;
  const cost = useQuery(costQuery(project.id)).data;
  const { settings } = project;
  const { budgets } = settings;
  const amounts = [
    ['deadlineMinutes', 'Minutes per round', budgets.deadlineMinutes, 1440, 1],
    ['modelCalls', 'Model calls per round', budgets.modelCalls, 10_000, 1],
    ['tokens', 'Million tokens per round', budgets.tokens, 1000, units.million],
    ['diffFiles', 'Files per pull request', budgets.diffFiles, 10_000, 1],
    ['diffBytes', 'MiB per diff', budgets.diffBytes, 100, units.mebibyte],
  ] as const;
  const money = [
    ['dollars', 'Dollars per job', budgets.dollars],
    ['dollarsPerMonth', 'Dollars per month', budgets.dollarsPerMonth],
  ] as const;
  return (
    <SettingsGroup
      id="agent"
      title="Agent"
      intro="When a budget runs out, work that passes the checks becomes a draft pull request that says so. Clear an amount to restore its default."
    >
      <Field
        label="Model"
        name="model"
        problem={problem}
        hint="Format: provider/name. Leave empty for the server's default."
      >
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
        hint="The model's context window in tokens. Leave empty to use what its server reports, which the set-up page shows."
      >
        <input type="number" min={8192} defaultValue={settings.contextTokens ?? ''} />
      </Field>
      <div className="amounts">
        {amounts.map(([name, label, value, largest, unit]) => (
          <Field key={name} label={label} name={name} problem={problem}>
            <input
              type="number"
              min={unit === 1 ? 1 : 0.001}
              max={largest}
              step={unit === 1 ? 1 : 'any'}
              defaultValue={value / unit}
            />
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
        <Field label="Jobs and messages per hour" name="jobsPerHour" problem={problem}>
          <input type="number" min={1} max={100_000} defaultValue={settings.jobsPerHour} />
        </Field>
        <Field label="Days until jobs are archived" name="archiveAfterDays" problem={problem}>
          <input type="number" min={1} max={3650} defaultValue={settings.archiveAfterDays} />
        </Field>
      </div>
      {cost !== undefined && (
        <p className="muted small">
          This month's jobs cost {cost.dollars.toLocaleString(undefined, { style: 'currency', currency: 'USD' })} so far
          {cost.unpricedCalls > 0 && `, not counting ${cost.unpricedCalls} calls to models with unknown prices`}.
        </p>
      )}
      <label className="choice">
        <input type="checkbox" name="reviewPullRequests" defaultChecked={settings.reviewPullRequests} />
        <span>Review pull requests of people when a webhook reports them. The budgets of jobs apply.</span>
      </label>
      <Field
        label="Other files the agent may edit"
        name="allowedProtectedPaths"
        problem={problem}
        hint="Files outside the docs folder, code, CI files, CODEOWNERS and package scripts are read-only unless they are listed here. One path or folder per line."
      >
        <textarea rows={2} defaultValue={settings.allowedProtectedPaths.join('\n')} spellCheck={false} />
      </Field>
      <Field
        label="Hosts whose pages the agent may read"
        name="webHosts"
        problem={problem}
        hint="One host per line, such as docs.example.com, or *.example.com for its subdomains. Your own sites and the hosts of context repositories are always allowed, private networks never."
      >
        <textarea rows={2} defaultValue={settings.webHosts.join('\n')} spellCheck={false} />
      </Field>
      <Field
        label="Build command"
        name="buildCommand"
        problem={problem}
        hint="Runs on the changed docs after the built-in checks, without network or secrets. Limits: 10 minutes, 2 GiB of memory and files, 512 processes, 16 MiB of output. The agent sees failures. Leave empty to skip."
      >
        <input defaultValue={settings.buildCommand ?? ''} spellCheck={false} autoComplete="off" />
      </Field>
      <Field
        label="Commands the agent may run"
        name="commands"
        problem={problem}
        hint='One per line, such as format = npx prettier --write "$@". "$@" stands for the paths that the agent gives. They run like the build command, while the agent works. What they write to documentation becomes part of the change.'
      >
        <textarea
          rows={2}
          defaultValue={Object.entries(settings.commands)
            .map(([name, line]) => `${name} = ${line}`)
            .join('\n')}
          spellCheck={false}
        />
      </Field>
    </SettingsGroup>
  );
}

import { useQuery } from '@tanstack/react-query';
import { costQuery } from '../jobs/jobs.ts';
import { serverQuery } from '../projects/projects.ts';
import type { FormPartProps } from './settings-form.tsx';
import { Setting } from './setting.tsx';
import { labelOf, units } from './settings-fields.ts';
import { SettingsGroup } from './settings-group.tsx';

export function AgentSettings({ project, problem }: FormPartProps) {
  const server = useQuery(serverQuery).data;
  const cost = useQuery(costQuery(project.id)).data;
  const { settings } = project;
  const { budgets } = settings;
  const amounts = [
    ['deadlineMinutes', budgets.deadlineMinutes, 1440, 1],
    ['modelCalls', budgets.modelCalls, 10_000, 1],
    ['tokens', budgets.tokens, 1000, units.million],
    ['diffFiles', budgets.diffFiles, 10_000, 1],
    ['diffBytes', budgets.diffBytes, 100, units.mebibyte],
  ] as const;
  const money = [
    ['dollars', budgets.dollars],
    ['dollarsPerMonth', budgets.dollarsPerMonth],
  ] as const;
  return (
    <SettingsGroup
      id="agent"
      title="Agent"
      intro="When a budget runs out, work that passes the checks becomes a draft pull request that says so. Clear an amount to restore its default."
    >
      <Setting name="model" problem={problem} hint="Format: provider/name. Leave empty for the server's default.">
        <input
          list="settings-models"
          defaultValue={project.model ?? ''}
          placeholder={server?.defaultModel ?? 'provider/name'}
          spellCheck={false}
          autoComplete="off"
        />
      </Setting>
      <datalist id="settings-models">
        {server?.models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      <Setting
        name="contextTokens"
        problem={problem}
        hint="The model's context window in tokens. Leave empty to use what its server reports, which the set-up page shows."
      >
        <input type="number" min={8192} defaultValue={settings.contextTokens ?? ''} />
      </Setting>
      <div className="amounts">
        {amounts.map(([name, value, largest, unit]) => (
          <Setting key={name} name={name} problem={problem}>
            <input
              type="number"
              min={unit === 1 ? 1 : 0.001}
              max={largest}
              step={unit === 1 ? 1 : 'any'}
              defaultValue={value / unit}
            />
          </Setting>
        ))}
        {money.map(([name, value]) => (
          <Setting key={name} name={name} problem={problem}>
            <input
              type="number"
              min={0.01}
              max={1_000_000}
              step="any"
              defaultValue={value ?? ''}
              placeholder="no limit"
            />
          </Setting>
        ))}
        <Setting name="jobsPerHour" problem={problem}>
          <input type="number" min={1} max={100_000} defaultValue={settings.jobsPerHour} />
        </Setting>
        <Setting name="archiveAfterDays" problem={problem}>
          <input type="number" min={1} max={3650} defaultValue={settings.archiveAfterDays} />
        </Setting>
      </div>
      {cost !== undefined && (
        <p className="muted small">
          This month's jobs cost {cost.dollars.toLocaleString(undefined, { style: 'currency', currency: 'USD' })} so far
          {cost.unpricedCalls > 0 && `, not counting ${cost.unpricedCalls} calls to models with unknown prices`}.
        </p>
      )}
      <label className="choice">
        <input type="checkbox" name="reviewPullRequests" defaultChecked={settings.reviewPullRequests} />
        <span>{labelOf('reviewPullRequests')}</span>
      </label>
      <Setting
        name="allowedProtectedPaths"
        problem={problem}
        hint="Files outside the docs folder, code, CI files, CODEOWNERS and package scripts are read-only unless they are listed here. One path or folder per line."
      >
        <textarea rows={2} defaultValue={settings.allowedProtectedPaths.join('\n')} spellCheck={false} />
      </Setting>
      <Setting
        name="webHosts"
        problem={problem}
        hint="One host per line, such as docs.example.com, or *.example.com for its subdomains. Your own sites and the hosts of context repositories are always allowed, private networks never."
      >
        <textarea rows={2} defaultValue={settings.webHosts.join('\n')} spellCheck={false} />
      </Setting>
      <Setting
        name="buildCommand"
        problem={problem}
        hint="Runs on the changed docs after the built-in checks, without network or secrets. Limits: 10 minutes, 2 GiB of memory and files, 512 processes, 16 MiB of output. The agent sees failures. Leave empty to skip."
      >
        <input defaultValue={settings.buildCommand ?? ''} spellCheck={false} autoComplete="off" />
      </Setting>
      <Setting
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
      </Setting>
    </SettingsGroup>
  );
}

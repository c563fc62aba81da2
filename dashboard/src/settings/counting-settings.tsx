import { goalLine } from '../parts/form-fields.ts';
import { Field } from '../parts/field.tsx';
import type { Project } from '../projects/projects.ts';
import { SettingsGroup } from './settings-group.tsx';

const categories = {
  ai_search: 'Search engines of AI products (OAI-SearchBot, PerplexityBot …)',
  ai_training: 'Crawlers that collect training data (GPTBot, ClaudeBot, CCBot …)',
};

export function CountingSettings({ project, problem }: { project: Project; problem: Error | null }) {
  const { analytics } = project.settings;
  return (
    <SettingsGroup id="counting" title="What is counted">
      <Field label="Sites" name="sites" problem={problem} hint="Origins whose pages may send views, one a line.">
        <textarea rows={2} defaultValue={analytics.sites.join('\n')} spellCheck={false} />
      </Field>
      <Field
        label="Base path"
        name="basePath"
        problem={problem}
        hint="Taken off the front of every path, such as /docs. Empty: nothing is taken off."
      >
        <input defaultValue={analytics.basePath} spellCheck={false} autoComplete="off" />
      </Field>
      <Field
        label="Also pages"
        name="pages"
        problem={problem}
        hint="Paths that look like files, such as /openapi.json, one a line; * stands for anything."
      >
        <textarea rows={2} defaultValue={analytics.pages.join('\n')} spellCheck={false} />
      </Field>
      <Field
        label="Goals"
        name="goals"
        problem={problem}
        hint="What readers are to do, one a line: a name, =, and pages or events, such as Signed up = event:signup, /welcome*"
      >
        <textarea rows={2} defaultValue={analytics.goals.map(goalLine).join('\n')} spellCheck={false} />
      </Field>
      <Field
        label="Time zone"
        name="timeZone"
        problem={problem}
        hint="Of days and hours in the dashboard, such as Europe/Berlin. The API answers in UTC unless it is asked for another."
      >
        <input defaultValue={analytics.timeZone} spellCheck={false} autoComplete="off" />
      </Field>
      <Field
        label="People are counted from"
        name="humanSource"
        problem={problem}
        hint="The same view often arrives from the tracker and from a log. Automatically: on each day (UTC) from the tracker if it reported on that day and before, else from servers and logs. AI is counted from every source. A change applies to the past as well."
      >
        <select defaultValue={analytics.humanSource}>
          <option value="automatic">the tracker where it reports, else servers and logs</option>
          <option value="tracker">the tracker alone</option>
          <option value="server">servers and logs alone</option>
          <option value="both">both, where they see different pages</option>
        </select>
      </Field>
      <fieldset className="stack tight">
        <legend>Also count as AI</legend>
        <p className="muted small">
          Assistants, coding agents and unknown clients that ask for Markdown always count. A change applies to the past
          as well.
        </p>
        {Object.entries(categories).map(([category, label]) => (
          <label key={category} className="choice">
            <input
              type="checkbox"
              name="aiCategories"
              value={category}
              defaultChecked={(analytics.aiCategories as readonly string[]).includes(category)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <details className="stack">
        <summary>Leave out, proxies and limits</summary>
        <div className="stack inset">
          <Field label="Networks left out" name="networks" problem={problem} hint="Offices and monitors, one a line.">
            <textarea rows={2} defaultValue={analytics.exclude.networks.join('\n')} spellCheck={false} />
          </Field>
          <Field label="Paths left out" name="paths" problem={problem} hint="One a line; * stands for anything.">
            <textarea rows={2} defaultValue={analytics.exclude.paths.join('\n')} spellCheck={false} />
          </Field>
          <Field
            label="User agents left out"
            name="userAgents"
            problem={problem}
            hint="Views whose user agent contains one of these lines."
          >
            <textarea rows={2} defaultValue={analytics.exclude.userAgents.join('\n')} spellCheck={false} />
          </Field>
          <Field
            label="Trusted proxies"
            name="trustedProxies"
            problem={problem}
            hint="Networks whose forwarded addresses are believed."
          >
            <textarea rows={2} defaultValue={analytics.trustedProxies.join('\n')} spellCheck={false} />
          </Field>
          <Field
            label="Seconds a minute for collecting"
            name="collectSecondsPerMinute"
            problem={problem}
            hint="Processor time that views may cost: of each ingest key, each signed drain, and all beacons together."
          >
            <input type="number" min={1} max={60} defaultValue={analytics.collectSecondsPerMinute} />
          </Field>
          <Field label="Reads a minute" name="readsPerMinute" problem={problem} hint="Exports and queries of each key.">
            <input type="number" min={1} max={1_000_000} defaultValue={analytics.readsPerMinute} />
          </Field>
        </div>
      </details>
    </SettingsGroup>
  );
}

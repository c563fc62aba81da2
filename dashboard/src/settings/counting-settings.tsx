import type { FormPartProps } from './settings-form.tsx';
import { Setting } from './setting.tsx';
import { labelOf } from './settings-fields.ts';
import { SettingsGroup } from './settings-group.tsx';

const categories = {
  ai_search: 'Search engines of AI products (OAI-SearchBot, PerplexityBot …)',
  ai_training: 'Crawlers that collect training data (GPTBot, ClaudeBot, CCBot …)',
};

export function CountingSettings({ project, problem }: FormPartProps) {
  const { analytics } = project.settings;
  return (
    <SettingsGroup id="counting" title="Counting">
      <Setting name="sites" problem={problem} hint="Origins whose pages may send views, one per line.">
        <textarea rows={2} defaultValue={analytics.sites.join('\n')} spellCheck={false} />
      </Setting>
      <Setting
        name="basePath"
        problem={problem}
        hint="Removed from the start of every path, such as /docs. Leave empty to keep paths unchanged."
      >
        <input defaultValue={analytics.basePath} spellCheck={false} autoComplete="off" />
      </Setting>
      <Setting
        name="pages"
        problem={problem}
        hint="Paths that look like files but count as pages, such as /openapi.json. One per line; * matches anything."
      >
        <textarea rows={2} defaultValue={analytics.pages.join('\n')} spellCheck={false} />
      </Setting>
      <Setting
        name="timeZone"
        problem={problem}
        hint="Time zone of the dashboard: type a city or region to search. The API uses UTC unless a request names a time zone."
      >
        <input list="time-zones" required defaultValue={analytics.timeZone} spellCheck={false} autoComplete="off" />
      </Setting>
      <datalist id="time-zones">
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Setting
        name="humanSource"
        problem={problem}
        hint="The tracker and a log often report the same view. The automatic choice decides for each UTC day: the tracker if it reported on that day and before, otherwise servers and logs. AI is counted from every source. A change also applies to past views."
      >
        <select defaultValue={analytics.humanSource}>
          <option value="automatic">Automatic: tracker if it reports, otherwise servers and logs</option>
          <option value="tracker">Tracker only</option>
          <option value="server">Servers and logs only</option>
          <option value="both">Both, if they see different pages</option>
        </select>
      </Setting>
      <fieldset className="stack tight">
        <legend>{labelOf('aiCategories')}</legend>
        <p className="muted small">
          Assistants, coding agents and unknown clients that request Markdown always count. A change also applies to
          past views.
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
        <summary>Exclusions, proxies and limits</summary>
        <div className="stack inset">
          <Setting name="networks" problem={problem} hint="Networks of offices and monitors, one per line.">
            <textarea rows={2} defaultValue={analytics.exclude.networks.join('\n')} spellCheck={false} />
          </Setting>
          <Setting name="paths" problem={problem} hint="One per line; * matches anything.">
            <textarea rows={2} defaultValue={analytics.exclude.paths.join('\n')} spellCheck={false} />
          </Setting>
          <Setting
            name="userAgents"
            problem={problem}
            hint="Excludes views whose user agent contains one of these lines."
          >
            <textarea rows={2} defaultValue={analytics.exclude.userAgents.join('\n')} spellCheck={false} />
          </Setting>
          <Setting
            name="trustedProxies"
            problem={problem}
            hint="Networks whose forwarding headers are trusted, one per line."
          >
            <textarea rows={2} defaultValue={analytics.trustedProxies.join('\n')} spellCheck={false} />
          </Setting>
          <Setting
            name="collectSecondsPerMinute"
            problem={problem}
            hint="Limit on processor time for collecting views: for each ingest key, each signed drain, and all beacons together."
          >
            <input type="number" min={1} max={60} defaultValue={analytics.collectSecondsPerMinute} />
          </Setting>
          <Setting name="readsPerMinute" problem={problem} hint="Limit on exports and queries for each key.">
            <input type="number" min={1} max={1_000_000} defaultValue={analytics.readsPerMinute} />
          </Setting>
        </div>
      </details>
    </SettingsGroup>
  );
}

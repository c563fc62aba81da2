import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { SaveButton } from '../parts/save-button.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { useChangeProject, type Project } from './projects.ts';

/** The script on every page, and the sites that may send views with it. */
export function TrackerPanel({ project, publicUrl }: { project: Project; publicUrl: string }) {
  const change = useChangeProject(project.id);
  const { sites, trackerVisitorId } = project.settings.analytics;
  const visitorId = trackerVisitorId ? ' data-visitor-id="storage"' : '';
  return (
    <div className="stack tight">
      <p>
        <strong>Sees people only</strong>, with every page they open inside a single-page app. AI runs no scripts: add
        one of the other ways to see it.
      </p>
      <form
        className="stack tight"
        onChange={() => {
          change.reset();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ settings: { analytics: { sites: readForm(event.currentTarget).list('sites') } } });
        }}
      >
        <Field
          label="Address of the site"
          name="sites"
          hint="The origin of the documentation site; only its pages may send views. Several: separate them by spaces."
          problem={change.error}
        >
          <input defaultValue={sites.join(' ')} placeholder="https://docs.example.com" spellCheck={false} />
        </Field>
        <Problem error={change.error} />
        <SaveButton change={change} />
      </form>
      <p>Put this line into the head of every page:</p>
      <Snippet
        label="Line of the tracker"
        text={`<script defer src="${publicUrl}/t.js" data-project="${project.id}"${visitorId}></script>`}
      />
    </div>
  );
}

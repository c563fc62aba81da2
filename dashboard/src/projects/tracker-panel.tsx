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
        <strong>Sees only people</strong>, including page changes in single-page apps. AI runs no scripts, so combine
        the tracker with another way.
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
          label="Site address"
          name="sites"
          hint="The site's origin. Only its pages may send views. Separate several origins with spaces."
          problem={change.error}
        >
          <input defaultValue={sites.join(' ')} placeholder="https://docs.example.com" spellCheck={false} />
        </Field>
        <Problem error={change.error} />
        <SaveButton change={change} />
      </form>
      <p>Add this line to the head of every page:</p>
      <Snippet
        label="Tracker code"
        text={`<script defer src="${publicUrl}/t.js" data-project="${project.id}"${visitorId}></script>`}
      />
    </div>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { SaveButton } from '../parts/save-button.tsx';
import { secretsQuery, serverQuery, useChangeProject, type Project } from './projects.ts';

/**
 * What the project's kind of code host is reached with, stored together; nothing where it needs none. It can be replaced,
 * never read back.
 */
export function CredentialsForm({ project }: { project: Project }) {
  const client = useQueryClient();
  const { data } = useQuery(serverQuery);
  const stored = useQuery(secretsQuery(project.id)).data?.names ?? [];
  const change = useChangeProject(project.id);
  const fields = data?.codeHosts.find(({ kind }) => kind === project.codeHost)?.credentials ?? [];
  if (fields.length === 0) return null;
  return (
    <form
      className="stack tight"
      onChange={() => {
        change.reset();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const typed = readForm(form);
        const credentials = Object.fromEntries(
          fields.map(({ field }) => [field, typed.text(`credentials.${field}`)]).filter(([, value]) => value !== ''),
        ) as Record<string, string>;
        change.mutate(
          { credentials },
          {
            onSuccess: () => {
              form.reset();
              void client.invalidateQueries({ queryKey: ['set-up-check', project.id, 'repository'] });
            },
          },
        );
      }}
    >
      {fields.map(({ field, secret, label, hint }) => (
        <Field
          key={field}
          label={label}
          name={`credentials.${field}`}
          hint={`${hint} Stored encrypted. The agent never sees it.`}
          problem={change.error}
        >
          <input
            type="password"
            autoComplete="off"
            required={fields.length === 1 || !stored.includes(secret)}
            placeholder={stored.includes(secret) ? 'Stored. Enter a new one to replace it.' : ''}
          />
        </Field>
      ))}
      <Problem error={change.error} />
      <SaveButton change={change} />
    </form>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { SaveButton } from '../parts/save-button.tsx';
import { secretsQuery, useStoreSecret } from './projects.ts';

/** Stores one secret of a project. It can be replaced, never read back. */
export function SecretForm({
  projectId,
  name,
  label,
  hint,
  onStored,
}: {
  projectId: string;
  name: string;
  label: string;
  hint: string;
  onStored: () => void;
}) {
  const names = useQuery(secretsQuery(projectId)).data?.names ?? [];
  const store = useStoreSecret(projectId);
  return (
    <form
      className="stack tight"
      onChange={() => {
        store.reset();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        store.mutate(
          { name, value: readForm(form).text('value') },
          {
            onSuccess: () => {
              form.reset();
              onStored();
            },
          },
        );
      }}
    >
      <Field label={label} name="value" hint={hint} problem={store.error}>
        <input
          type="password"
          autoComplete="off"
          required
          placeholder={names.includes(name) ? 'Stored. Type a new one to replace it.' : ''}
        />
      </Field>
      <Problem error={store.error} />
      <SaveButton change={store} />
    </form>
  );
}

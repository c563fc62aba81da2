import { useQuery } from '@tanstack/react-query';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { secretsQuery, useStoreSecret } from '../projects/projects.ts';
import { secretField } from './settings-changes.ts';

/** A field for each secret of the code host. What is typed is saved with the form; what is stored is never shown. */
export function CredentialFields({
  projectId,
  credentials,
}: {
  projectId: string;
  credentials: readonly { readonly secret: string; readonly label: string; readonly hint: string }[];
}) {
  const names = useQuery(secretsQuery(projectId)).data?.names ?? [];
  const store = useStoreSecret(projectId);
  return credentials.map(({ secret, label, hint }) => {
    const isStored = names.includes(secret);
    return (
      <div key={secret} className="stack tight">
        <div className="credential">
          <Field
            label={label}
            name={`${secretField}${secret}`}
            hint={`${hint} Kept encrypted; the agent never sees it.`}
          >
            <input
              type="password"
              autoComplete="off"
              placeholder={isStored ? 'Stored. Type a new one to replace it.' : ''}
            />
          </Field>
          {isStored && (
            <button
              type="button"
              className="button"
              disabled={store.isPending}
              onClick={() => {
                store.mutate({ name: secret, value: null });
              }}
            >
              Remove<span className="visually-hidden"> the stored {label}</span>
            </button>
          )}
        </div>
        <Problem error={store.error} />
      </div>
    );
  });
}

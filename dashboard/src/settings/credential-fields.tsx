import { useQuery } from '@tanstack/react-query';
import { Field } from '../parts/field.tsx';
import { secretsQuery } from '../projects/projects.ts';
import { removedSecret, secretField } from './settings-changes.ts';

/** A field for each secret of the code host. Saved with the form; what is stored is never shown. */
export function CredentialFields({
  projectId,
  credentials,
}: {
  projectId: string;
  credentials: readonly { readonly secret: string; readonly label: string; readonly hint: string }[];
}) {
  const names = useQuery(secretsQuery(projectId)).data?.names ?? [];
  return credentials.map(({ secret, label, hint }) => {
    const isStored = names.includes(secret);
    return (
      <div key={secret} className="stack tight">
        <Field label={label} name={`${secretField}${secret}`} hint={`${hint} Kept encrypted; the agent never sees it.`}>
          <input
            type="password"
            autoComplete="off"
            placeholder={isStored ? 'Stored. Type a new one to replace it.' : ''}
          />
        </Field>
        <label className="choice">
          <input type="checkbox" name={`${removedSecret}${secret}`} disabled={!isStored} />
          <span className={isStored ? '' : 'muted'}>Remove the stored {label}</span>
        </label>
      </div>
    );
  });
}

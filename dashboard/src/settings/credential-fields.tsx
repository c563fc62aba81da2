import { useQuery } from '@tanstack/react-query';
import { Field } from '../parts/field.tsx';
import { secretsQuery, type CodeHostCredential } from '../projects/projects.ts';
import { credentialField, removedCredential } from './settings-changes.ts';

/** A field for each secret of the code host. Saved with the form; what is stored is never shown. */
export function CredentialFields({
  projectId,
  credentials,
  problem,
}: {
  projectId: string;
  credentials: readonly CodeHostCredential[];
  problem: Error | null;
}) {
  const names = useQuery(secretsQuery(projectId)).data?.names ?? [];
  return credentials.map(({ field, secret, label, hint }) => {
    const isStored = names.includes(secret);
    return (
      <div key={secret} className="stack tight">
        <Field
          label={label}
          name={`${credentialField}${field}`}
          hint={`${hint} Stored encrypted. The agent never sees it.`}
          problem={problem}
        >
          <input
            type="password"
            autoComplete="off"
            placeholder={isStored ? 'Stored. Enter a new one to replace it.' : ''}
          />
        </Field>
        <label className="choice">
          <input type="checkbox" name={`${removedCredential}${field}`} disabled={!isStored} />
          <span className={isStored ? '' : 'muted'}>Remove the stored {label}</span>
        </label>
      </div>
    );
  });
}

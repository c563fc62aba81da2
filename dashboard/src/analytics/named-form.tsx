import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';

/** One line: a name and the button that makes something of that name. Empty again once it is made. */
export function NamedForm({
  label,
  action,
  pending,
  error,
  onSubmit,
}: {
  label: string;
  action: string;
  pending: boolean;
  error: Error | null;
  onSubmit: (name: string) => Promise<unknown>;
}) {
  return (
    <form
      className="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        onSubmit(readForm(form).text('name')).then(
          () => {
            form.reset();
          },
          () => undefined,
        );
      }}
    >
      <Field label={label} name="name" problem={error}>
        <input required maxLength={100} autoComplete="off" />
      </Field>
      <Problem error={error} />
      <div className="row">
        <button className="button small" disabled={pending}>
          {action}
        </button>
      </div>
    </form>
  );
}

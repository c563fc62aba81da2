import { useQuery } from '@tanstack/react-query';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import type { Project } from '../projects/projects.ts';
import { MailPassword } from './mail-password.tsx';
import { SettingsGroup } from './settings-group.tsx';
import { useAddRecipient, useRemoveRecipient, useTestMail, weeklyMailQuery } from './mail-queries.ts';

/** Who gets the mail, and a mail to try the settings with. What is done here is done at once. */
export function WeeklyMail({ project, isOwner }: { project: Project; isOwner: boolean }) {
  const query = useQuery(weeklyMailQuery(project.id));
  const remove = useRemoveRecipient(project.id);
  const mailState = query.data;
  return (
    <SettingsGroup
      id="weekly-mail-recipients"
      title="Weekly mail recipients"
      intro="Changes here apply at once. Every mail has an unsubscribe link."
    >
      {isOwner && project.settings.weeklyMail.host !== null && project.settings.weeklyMail.user !== null && (
        <MailPassword projectId={project.id} />
      )}
      <ul className="stack tight">
        {mailState?.recipients.map(({ id, address, lastWeek, fault }) => (
          <li key={id} className="row apart">
            <span className="breakable">
              {address}{' '}
              <span className="muted small">
                {fault ?? (lastWeek === null ? 'not sent yet' : `last sent for the week of ${lastWeek}`)}
              </span>
            </span>
            <button
              type="button"
              className="button small quiet"
              aria-label={`Remove ${address}`}
              disabled={remove.isPending}
              onClick={() => {
                remove.mutate(id);
              }}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <Problem error={query.error ?? remove.error} />
      {mailState?.missing.length === 0 && mailState.recipients.length > 0 && (
        <p className="muted small">
          Next mail: <Time at={mailState.nextAt} />.
        </p>
      )}
      <AddressForm projectId={project.id} isReady={mailState?.missing.length === 0} />
    </SettingsGroup>
  );
}

function AddressForm({ projectId, isReady }: { projectId: string; isReady: boolean }) {
  const add = useAddRecipient(projectId);
  const test = useTestMail(projectId);
  const error = add.error ?? test.error;
  return (
    <form
      className="stack tight"
      onChange={() => {
        add.reset();
        test.reset();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const address = readForm(form).text('address');
        const isTest = event.nativeEvent.submitter?.getAttribute('value') === 'test';
        if (isTest) test.mutate(address);
        else
          add.mutate(address, {
            onSuccess: () => {
              form.reset();
            },
          });
      }}
    >
      <Field label="Email address" name="address" problem={error}>
        <input type="email" required autoComplete="off" />
      </Field>
      <Problem error={error} />
      <div className="row">
        <button className="button small" disabled={add.isPending}>
          Add
        </button>
        <button className="button small quiet" value="test" disabled={test.isPending || !isReady}>
          {test.isPending ? 'Sending…' : 'Send test mail'}
        </button>
        <span role="status" className="muted small">
          {test.isSuccess && 'The mail server accepted it.'}
          {!isReady && 'Set the mail server and the sender first.'}
        </span>
      </div>
    </form>
  );
}

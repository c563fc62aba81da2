import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import type { paths } from '../api/dashboard-api.generated.ts';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Loaded } from '../parts/loaded.tsx';
import { encryptions } from '../parts/mail-encryptions.ts';
import { Problem } from '../parts/problem.tsx';
import { SaveButton } from '../parts/save-button.tsx';
import { useMember } from '../session/session.ts';

type NewMailServer = NonNullable<
  paths['/api/dashboard/mail-server']['put']['requestBody']
>['content']['application/json'];

const mailServerQuery = queryOptions({
  queryKey: ['mail-server'],
  queryFn: () => answerOf(dashboardApi.GET('/api/dashboard/mail-server')),
});

/** How mail is sent for all projects that have no mail server of their own, and for links to reset a password. */
export function MailServer() {
  const query = useQuery(mailServerQuery);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (body: NewMailServer | null) =>
      answerOf(
        body === null
          ? dashboardApi.DELETE('/api/dashboard/mail-server')
          : dashboardApi.PUT('/api/dashboard/mail-server', { body }),
      ),
    onSettled: () =>
      Promise.all(
        [mailServerQuery.queryKey, ['weekly-mail']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
  return (
    <section className="card stack" aria-labelledby="mail-server">
      <div>
        <h2 id="mail-server">Mail server</h2>
        <p className="muted small">
          Sends password reset links, and the weekly mail of every project without a mail server of its own.
        </p>
      </div>
      <Loaded query={query} rows={3}>
        {({ mailServer }) => (
          <>
            <form
              className="stack tight"
              onChange={() => {
                change.reset();
              }}
              onSubmit={(event) => {
                event.preventDefault();
                const { text, textOrNull, number, exact } = readForm(event.currentTarget);
                const password = exact('password');
                change.mutate({
                  host: text('host'),
                  port: number('port') ?? 587,
                  encryption: text('encryption') as NonNullable<NewMailServer['encryption']>,
                  user: textOrNull('user'),
                  from: text('from'),
                  ...(password !== '' && { password }),
                });
              }}
            >
              <Field label="Mail server (SMTP)" name="host" problem={change.error}>
                <input required defaultValue={mailServer?.host} placeholder="smtp.example.com" />
              </Field>
              <Field label="Encryption" name="encryption" problem={change.error}>
                <select defaultValue={mailServer?.encryption}>
                  {Object.entries(encryptions).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </Field>
              <Field label="Port" name="port" problem={change.error}>
                <input type="number" min={1} max={65535} defaultValue={mailServer?.port ?? 587} />
              </Field>
              <Field
                label="User"
                name="user"
                problem={change.error}
                hint="Leave empty if the server needs no password."
              >
                <input autoComplete="off" defaultValue={mailServer?.user ?? ''} />
              </Field>
              <Field label="Password" name="password" problem={change.error} hint="Stored encrypted.">
                <input
                  type="password"
                  autoComplete="off"
                  placeholder={mailServer?.hasPassword === true ? 'Stored. Enter a new one to replace it.' : ''}
                />
              </Field>
              <Field label="Sender" name="from" problem={change.error}>
                <input type="email" required defaultValue={mailServer?.from} placeholder="docs@example.com" />
              </Field>
              <Problem error={change.error} />
              <div className="row">
                <SaveButton change={change} />
                {mailServer !== null && (
                  <button
                    type="button"
                    className="button quiet"
                    disabled={change.isPending}
                    onClick={() => {
                      change.mutate(null);
                    }}
                  >
                    Remove
                  </button>
                )}
              </div>
            </form>
            {mailServer !== null && <TestMail />}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Tries what is stored, and shows what the mail server says. */
function TestMail() {
  const { email } = useMember();
  const test = useMutation({
    mutationFn: (address: string) =>
      answerOf(dashboardApi.POST('/api/dashboard/mail-server/test', { body: { address } })),
  });
  return (
    <form
      className="stack tight"
      onChange={() => {
        test.reset();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        test.mutate(readForm(event.currentTarget).text('address'));
      }}
    >
      <Field label="Send a test mail to" name="address" problem={test.error} hint="Uses the saved settings.">
        <input type="email" required autoComplete="off" defaultValue={email} />
      </Field>
      <Problem error={test.error} />
      <div className="row">
        <button className="button small" disabled={test.isPending}>
          {test.isPending ? 'Sending…' : 'Send test mail'}
        </button>
        <span role="status" className="muted small">
          {test.isSuccess && 'The mail server accepted the mail.'}
        </span>
      </div>
    </form>
  );
}

import { useState } from 'react';
import { serverAddress } from '../api/base-path.ts';
import type { useCreateKey } from '../keys/keys.ts';
import { Field } from '../parts/field.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { IngestKey, missingKey } from './ingest-key.tsx';
import { frameworkNames, middlewareSnippet } from './middleware-snippets.ts';

interface ServerPanel {
  readonly projectId: string;
  readonly publicUrl: string;
  readonly createKey: ReturnType<typeof useCreateKey>;
}

export function MiddlewarePanel({ projectId, publicUrl, createKey }: ServerPanel) {
  const [framework, setFramework] = useState(frameworkNames[0] ?? '');
  return (
    <div className="stack tight">
      <p>
        <strong>Sees people and AI</strong>, and tells AI apart best, since it reads the <code>Accept</code> header and
        signatures. For a site that your own server or edge answers.
      </p>
      <IngestKey create={createKey} />
      <Field label="Framework" name="framework">
        <select
          value={framework}
          onChange={({ target: { value } }) => {
            setFramework(value);
          }}
        >
          {frameworkNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </Field>
      <p>
        Install <code>@docwright/edge</code> (<a href={serverAddress('/guide/middleware')}>how</a>), set this in the
        environment of the site:
      </p>
      <Snippet label="Environment" text={`DOCWRIGHT_INGEST_KEY=${createKey.data?.key ?? missingKey}`} />
      <p>And add the middleware:</p>
      <Snippet label="Code of the middleware" text={middlewareSnippet(framework, { endpoint: publicUrl, projectId })} />
    </div>
  );
}

/** By the name of the format in the address of the drain. */
const drains = {
  vercel: 'Vercel log drain',
  netlify: 'Netlify log drain',
  cloudflare: 'Cloudflare Logpush',
  fastly: 'Fastly log streaming',
  cloudfront: 'CloudFront through Firehose',
};

export function DrainPanel({ projectId, publicUrl, createKey }: ServerPanel) {
  const [format, setFormat] = useState('vercel');
  const key = createKey.data?.key ?? missingKey;
  const url = `${publicUrl}/v1/ingest/${projectId}/drain/${format}`;
  const credentials = {
    cloudflare: `${url}?header_Authorization=Bearer%20${key}`,
    cloudfront: `${url}\nAccess key: ${key}`,
  }[format];
  return (
    <div className="stack tight">
      <p>
        <strong>Sees people and AI.</strong> For a host that pushes its request log. Most logs leave out the{' '}
        <code>Accept</code> header, so AI that only this header gives away is not seen.
      </p>
      <IngestKey create={createKey} />
      <Field label="Host" name="drain">
        <select
          value={format}
          onChange={({ target: { value } }) => {
            setFormat(value);
          }}
        >
          {Object.entries(drains).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <p>
        Enter this where the host sets up its drain (<a href={serverAddress('/guide/log-drains')}>more</a>):
      </p>
      <Snippet label="Address of the drain" text={credentials ?? `${url}\nAuthorization: Bearer ${key}`} />
    </div>
  );
}

export function LogFilesPanel({
  project: { id, settings },
  command,
}: {
  project: { id: string; settings: { analytics: { humanSource: string } } };
  command: string;
}) {
  return (
    <div className="stack tight">
      <p>
        <strong>Sees people and AI</strong>, also of the time before Docwright. Needs no key. Keep the{' '}
        <code>Accept</code> header in the log to see more AI (<a href={serverAddress('/guide/log-files')}>how</a>).
      </p>
      <p>On the machine of the server, as the user that runs it, in the folder from which it was started:</p>
      <Snippet label="Import command" text={`${command} import ${id} access.log`} />
      <p>To keep reading as the file grows:</p>
      <Snippet label="Command that follows" text={`${command} import ${id} access.log --follow`} />
      {settings.analytics.humanSource === 'tracker' && (
        <p className="muted small">
          This project counts people from the tracker alone. To count them from logs too, choose it under “People are
          counted from” in the settings, before the import or after it.
        </p>
      )}
    </div>
  );
}

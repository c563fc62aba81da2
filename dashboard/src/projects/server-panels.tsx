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
        <strong>Sees people and AI</strong>, and identifies AI best, because it reads the <code>Accept</code> header and
        signatures. For sites served by your own server or edge.
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
        Install <code>@docwright/edge</code> (<a href={serverAddress('/guide/middleware')}>how</a>), and set this in the
        site's environment:
      </p>
      <Snippet label="Environment" text={`DOCWRIGHT_INGEST_KEY=${createKey.data?.key ?? missingKey}`} />
      <p>Then add the middleware:</p>
      <Snippet label="Middleware code" text={middlewareSnippet(framework, { endpoint: publicUrl, projectId })} />
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
  logs: 'Access logs from Fluent Bit, Vector or Logstash',
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
        <strong>Sees people and AI.</strong> For hosts that push their request log. Most logs omit the{' '}
        <code>Accept</code> header, so AI that only this header identifies is missed.
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
        Enter this in the host's drain settings (<a href={serverAddress('/guide/log-drains')}>more</a>):
      </p>
      <Snippet label="Drain address" text={credentials ?? `${url}\nAuthorization: Bearer ${key}`} />
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
        <strong>Sees people and AI</strong>, including traffic from before Docwright. Needs no key. Log the{' '}
        <code>Accept</code> header to identify more AI (<a href={serverAddress('/guide/log-files')}>how</a>).
      </p>
      <p>Run this on the server's machine, as the server's user, in the folder where the server was started:</p>
      <Snippet label="Import command" text={`${command} import ${id} access.log`} />
      <p>To keep importing as the file grows:</p>
      <Snippet label="Follow command" text={`${command} import ${id} access.log --follow`} />
      {settings.analytics.humanSource === 'tracker' && (
        <p className="muted small">
          This project counts people only from the tracker. To count them from logs too, change “Count people from” in
          the settings, before or after the import.
        </p>
      )}
    </div>
  );
}

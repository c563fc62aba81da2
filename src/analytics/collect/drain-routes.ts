import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { ingestedSchema } from '../../contract/analytics.ts';
import type { Authenticator } from '../../http/authenticator.ts';
import type { BodyRooms } from '../../http/body-room.ts';
import { networkOfAddress } from '../../http/address.ts';
import type { HttpApp } from '../../http/create-http-app.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import { problemResponses } from '../../http/problem-response.ts';
import { inflateBody } from '../../http/read-body.ts';
import { requireAccess } from '../../http/require-access.ts';
import { describeHeaders } from '../../http/response-headers.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Projects } from '../../projects/projects.ts';
import { firehoseAnswer } from './drains/cloudfront.ts';
import type { DrainFormat, SignedRequest } from './drains/drain-format.ts';
import { findLogFormat } from './formats/find-log-format.ts';
import { drainFormats } from './drains/drain-formats.ts';
import { vercelVerification } from './drains/vercel.ts';
import { DrainUnknown } from './errors.ts';
import { collectLimitBytes } from './ingest-routes.ts';
import type { MeterFor } from './processor-budget.ts';
import type { TakeDelivery } from './take-delivery.ts';

/** Records of one delivery; ten megabytes of the shortest real ones are fewer. */
const limitRecords = 50_000;

const logFormatSchema = z
  .string()
  .max(4000)
  .openapi({ example: '$remote_addr [$time_local] "$request" $status "$http_user_agent"' })
  .transform((text, context) => {
    const format = findLogFormat(text);
    if (format === undefined)
      context.addIssue({ code: 'custom', message: 'is neither the name nor a description of a log format' });
    return format ?? z.NEVER;
  });

export interface DrainRoutesOptions {
  readonly authenticator: Authenticator;
  readonly projects: Projects;
  readonly takeDelivery: TakeDelivery;
  readonly meterFor: MeterFor;
  readonly rooms: BodyRooms;
  readonly clock: Clock;
}

/** Adds the endpoints of log drains, with what each service asks of an endpoint before it sends anything. */
export function addDrainRoutes(
  app: HttpApp,
  { authenticator, projects, takeDelivery, meterFor, rooms, clock }: DrainRoutesOptions,
): void {
  const requireIngest = requireAccess(acceptingKeyOfServices(authenticator), 'ingest');

  /** Whether a body is signed; undefined when the format does not sign, or the project has no secret for it. */
  const expectedSignature = async (drain: DrainFormat, projectId: string) => {
    const { verifySignature: verify } = drain;
    const secret = verify && (await projects.getSecret(projectId, `drain:${drain.name}`));
    return secret === undefined ? undefined : (request: SignedRequest) => verify?.(request, secret) === true;
  };

  // Every Fastly service may use this server as an endpoint; what it sends still needs an ingest key.
  app.get('/.well-known/fastly/logging/challenge', (context) => context.text('*\n'));

  app.openapi(
    createRoute({
      method: 'post',
      path: '/v1/ingest/{projectId}/drain/{format}',
      operationId: 'ingestDrain',
      summary: 'Receive a log drain',
      description:
        'Formats: vercel, netlify, cloudflare, fastly, cloudfront, and logs for access logs of any server, as shippers send ' +
        'them. The query parameter `format` names or describes the format of lines, as `docwright import --format` does. ' +
        'If the project has the secret `drain:<format>`, ' +
        "the format's signature authenticates the sender. Otherwise an ingest key does: as bearer token, as password of " +
        'Basic authentication, or in `X-Amz-Firehose-Access-Key`. Firehose gets 200 in its own format.',
      tags: ['Collecting'],
      security: [{ bearer: [] }],
      middleware: [proveEndpoint] as const,
      request: {
        params: z.object({ projectId: z.string(), format: z.string().openapi({ example: 'cloudflare' }) }),
        query: z.object({ format: logFormatSchema.optional() }),
        body: { required: false, content: { '*/*': { schema: z.any() } } },
      },
      responses: {
        200: {
          description:
            'The response a service expects instead of 202: Firehose its own format, Vercel the proof of the endpoint.',
          headers: describeHeaders('X-Vercel-Verify'),
          content: { 'application/json': { schema: z.object({ requestId: z.string(), timestamp: z.int() }) } },
        },
        202: {
          description: 'All accepted events are stored on disk.',
          headers: describeHeaders('X-Vercel-Verify'),
          content: { 'application/json': { schema: ingestedSchema } },
        },
        ...problemResponses(400, 401, 403, 404, 413, 415, 429, 500, 503),
      },
    }),
    async (context) => {
      const { projectId, format } = context.req.valid('param');
      const { format: lineFormat } = context.req.valid('query');
      const drain = drainFormats.find(({ name }) => name === format);
      if (drain === undefined) throw new DrainUnknown(format);
      const signature = await expectedSignature(drain, projectId);
      // Without a signature the key comes first: nothing of what a stranger sends is read, let alone decompressed.
      if (signature === undefined) await requireIngest(context, () => Promise.resolve());
      const sender =
        signature === undefined
          ? context.var.principal.actor
          : networkOfAddress(context.var.clientAddress ?? 'unknown');
      return rooms.withBody(context, { sender, limitBytes: collectLimitBytes }, async (raw) => {
        const isSigned = signature?.({ rawBody: raw, header: (name) => context.req.header(name) }) ?? false;
        if (signature !== undefined && !isSigned) await requireIngest(context, () => Promise.resolve());
        const project = await projects.require(projectId);
        const payer = isSigned ? `drain:${project.id}:${drain.name}` : context.var.principal.actor;
        const metered = meterFor(project, payer);
        const plain = await inflateBody(context, raw, collectLimitBytes);
        const delivery = await takeDelivery({
          project,
          records: drain.read(plain, lineFormat),
          limit: limitRecords,
          metered,
        });
        const firehose = drain.name === 'cloudfront' ? await firehoseAnswer(plain, clock.now(), metered) : undefined;
        if (firehose !== undefined) return context.json(firehose, 200);
        return context.json(delivery, 202);
      });
    },
  );
}

/**
 * Vercel asks for a proof before it uses an endpoint, and may do so with any delivery. Anybody may send that header, so it
 * decides nothing: whatever says who sends it is taken as ever, and without that nothing is.
 */
const proveEndpoint = createMiddleware<HttpEnvironment>(async (context, next) => {
  const token = context.req.header('x-vercel-verify');
  if (context.req.param('format') !== 'vercel' || token === undefined) return next();
  setHeaders(context, vercelVerification(token));
  const hasSender = ['authorization', 'x-amz-firehose-access-key', 'x-vercel-signature'].some(
    (name) => context.req.header(name) !== undefined,
  );
  return hasSender ? next() : context.body(null, 200);
});

/** Services that cannot send a bearer token can send the key in one of these places instead. */
function acceptingKeyOfServices(authenticator: Authenticator): Authenticator {
  return {
    authenticate: (request) =>
      authenticator.authenticate({
        ...request,
        header: (name) => (name.toLowerCase() === 'authorization' ? keyOf(request.header) : request.header(name)),
      }),
  };
}

function keyOf(header: (name: string) => string | undefined): string | undefined {
  const firehose = header('x-amz-firehose-access-key');
  if (firehose !== undefined) return `Bearer ${firehose}`;
  const authorization = header('authorization');
  const basic = /^basic\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) return authorization;
  const credentials = Buffer.from(basic, 'base64').toString('utf8');
  return `Bearer ${credentials.slice(credentials.indexOf(':') + 1)}`;
}

function setHeaders(context: Context<HttpEnvironment>, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
}

import { z } from '@hono/zod-openapi';

const dateDescription =
  'ISO 8601 date-time or YYYY-MM-DD; without an offset it is of `timeZone`, else UTC. Omitted: unbounded.';
const timeOfDay = String.raw`\d\d(:?\d\d(:?\d\d([.,]\d{1,18})?)?)?([Zz]|[+-]\d\d(:?\d\d)?)?`;
/** What a date looks like, for the reference; which of them are real dates only the reader can tell. */
const datePattern = String.raw`^(\d{4}-\d\d-\d\d|\d{8})([Tt ]${timeOfDay})?$`;

export const rangeFields = {
  dateFrom: z
    .string()
    .optional()
    .openapi({ description: `Inclusive. ${dateDescription}`, pattern: datePattern, example: '2026-01-01' }),
  dateTo: z
    .string()
    .optional()
    .openapi({ description: `Exclusive. ${dateDescription}`, pattern: datePattern, example: '2026-02-01' }),
  timeZone: z.string().min(1).max(64).optional().openapi({
    description:
      'Name of the IANA database: dates and times without an offset, and the buckets of a time series, are of this zone. Omitted: UTC.',
    example: 'Europe/Berlin',
  }),
};

/** A plain integer in a query string, such as `50`; no sign, no exponent, no blank. */
export const integer = (smallest: number, largest: number, standard: number, description: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a plain integer')
    .transform(Number)
    .pipe(z.int().min(smallest).max(largest))
    .optional()
    .openapi({ type: 'integer', minimum: smallest, maximum: largest, default: standard, description });

/** Filters are read by the feature, which knows the values; here stands how often they may be given. */
const filterField = (example: string, description: string) =>
  z
    .union([z.array(z.string()), z.string().transform((value) => [value])])
    .pipe(z.array(z.string()).max(50, 'may be given at most 50 times'))
    .optional()
    .openapi({
      type: 'array',
      items: { type: 'string', minLength: 1 },
      maxItems: 50,
      example: [example],
      description: `Only views ${description}. May be repeated: one of the values must fit. \`*\` stands for any text, \`!\` in front leaves a value out, \`\\\` takes the next of these as it is.`,
    });

const filterFields = {
  path: filterField('/guide/*', 'of these pages'),
  agent: filterField('ChatGPT', 'by these programs or browsers, `(none)` for unknown ones'),
  category: filterField('coding_agent', 'by these kinds of visitor'),
  referrer: filterField('google.com', 'that came from these hosts, `(none)` for no host'),
  country: filterField('DE', 'from these countries (ISO 3166-1 alpha-2), `(none)` for unknown ones'),
  source: filterField('tracker', 'from these sources'),
  verdict: filterField('verified', "whose sender's identity is so"),
  entryPage: filterField('/', 'of visits that began on these pages'),
  exitPage: filterField('/pricing', 'of visits that ended on these pages'),
  browser: filterField('Firefox', 'with these browsers, `(none)` for programs'),
  os: filterField('Android', 'on these operating systems, `(none)` for unknown ones'),
  host: filterField('docs.example.com', 'that were asked of these hosts, `(none)` where the source does not tell'),
  utmSource: filterField('newsletter', 'that a campaign with this `utm_source` led to, `(none)` for no campaign'),
  utmMedium: filterField('email', 'that a campaign with this `utm_medium` led to'),
  utmCampaign: filterField('launch', 'that a campaign with this `utm_campaign` led to'),
  status: filterField('200', 'that were answered with this status of HTTP'),
  device: filterField('mobile', 'on these devices: desktop, mobile, tablet, tv, console, or `(none)`'),
};

const snapshotField = z.string().min(1).max(200).optional().openapi({
  description:
    'Header `X-Snapshot` of an earlier page: this page is computed from the same version of the data. Without it, so are the pages after the first of the same key and query, for ten minutes.',
});

export const pageQuerySchema = z.strictObject({
  ...rangeFields,
  limit: integer(1, 250, 50, 'Maximum results per page.'),
  offset: integer(0, 2 ** 31, 0, 'Number of rows to skip.'),
  snapshot: snapshotField,
  search: z.string().min(1).max(200).optional().openapi({
    description: 'Only rows whose value contains this text, in any case of letters; `totals` stay those of all rows.',
  }),
  sort: z
    .enum(['total', 'human', 'ai', 'value'])
    .default('total')
    .openapi({ description: 'Which count comes highest first, rows of the same count by value; or the value (path).' }),
  ...filterFields,
});

export const timeseriesQuerySchema = z.strictObject({
  ...rangeFields,
  interval: z
    .enum(['hour', 'day', 'week', 'month'])
    .default('day')
    .openapi({ description: 'In `timeZone`, else in UTC; weeks begin on Monday.' }),
  ...filterFields,
});

export const rangeQuerySchema = z.strictObject(rangeFields);
export const crawlersQuerySchema = z.strictObject({ ...rangeFields, ...filterFields });

export const liveQuerySchema = z.strictObject({ minutes: integer(1, 60, 5, 'How far back.') });

export const breakdownDimensionSchema = z.enum([
  'agent',
  'category',
  'referrer',
  'country',
  'source',
  'verdict',
  'entryPage',
  'exitPage',
  'browser',
  'os',
  'device',
  'host',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'status',
]);

const countsSchema = z.object({
  human: z.int(),
  ai: z.int(),
  total: z.int().openapi({ description: 'Human and AI together; of visitors each is counted once, so not their sum.' }),
});

const pathRowSchema = z
  .object({ path: z.string() })
  .extend(countsSchema.shape)
  .openapi({ example: { path: '/quickstart', human: 128, ai: 41, total: 165 } });

export const visitorsSchema = z
  .object({ totals: countsSchema, visitors: z.array(pathRowSchema), hasMore: z.boolean() })
  .openapi('Visitors');

export const missingSchema = z
  .object({
    totals: countsSchema,
    missing: z.array(
      pathRowSchema
        .extend({
          nearest: z.string().nullable().openapi({
            description:
              'The viewed page of the last 90 days whose path is most alike, the path itself if it was viewed; null if none is.',
          }),
          redirected: z
            .boolean()
            .nullable()
            .openapi({
              description:
                'Whether a redirect that the repository of the project declares covers it, as its base branch is now; null where that is ' +
                'not known: the repository cannot be read, has not been read yet, or may declare redirects in ways that are not read.',
            }),
        })
        .openapi({
          example: { path: '/quick-start', human: 12, ai: 30, total: 42, nearest: '/quickstart', redirected: false },
        }),
    ),
    hasMore: z.boolean(),
  })
  .openapi('MissingPages');

export const viewsSchema = z
  .object({ totals: countsSchema, views: z.array(pathRowSchema), hasMore: z.boolean() })
  .openapi('Views');

export const breakdownSchema = z
  .object({
    totals: countsSchema,
    visitors: z.array(z.object({ value: z.string() }).extend(countsSchema.shape)),
    hasMore: z.boolean(),
  })
  .openapi('Breakdown');

export const timeseriesSchema = z
  .object({
    interval: z.enum(['hour', 'day', 'week', 'month']),
    buckets: z.array(
      z.object({
        start: z.iso.datetime(),
        visitors: countsSchema,
        views: countsSchema,
        received: z.boolean().openapi({
          description: 'Whether any view was received, those of crawlers included: tells a true zero from silence.',
        }),
      }),
    ),
  })
  .openapi('Timeseries');

export const dropsSchema = z
  .object({
    drops: z.array(z.object({ day: z.iso.date(), reason: z.string(), description: z.string(), count: z.int() })),
  })
  .openapi('Drops');

export const crawlersSchema = z
  .object({
    views: z.int().openapi({ description: 'Of all crawlers and other programs together.' }),
    crawlers: z.array(z.object({ agent: z.string(), views: z.int() })),
  })
  .openapi('Crawlers');

export const liveSchema = z
  .object({
    visitors: countsSchema,
    recent: z.array(
      z.object({
        at: z.iso.datetime(),
        path: z.string(),
        category: z.string(),
        agent: z.string().nullable(),
        country: z.string().nullable(),
      }),
    ),
  })
  .openapi('LiveVisitors');

export const goalsQuerySchema = z.strictObject({ ...rangeFields, ...filterFields });

export const funnelQuerySchema = z.strictObject({
  ...rangeFields,
  ...filterFields,
  step: z
    .union([z.array(z.string()), z.string().transform((value) => [value])])
    .pipe(
      z.array(z.string().min(1).max(300)).min(2, 'must be given at least twice').max(8, 'may be given at most 8 times'),
    )
    .openapi({
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 300 },
      minItems: 2,
      maxItems: 8,
      example: ['/', '/pricing*', 'event:signup'],
      description:
        'Again for each step: pages, `event:` and the name of an event, or `goal:` and that of a goal of the project. `*` stands for any text.',
    }),
});

const conversionSchema = z
  .object({ human: z.number().nullable(), ai: z.number().nullable(), total: z.number().nullable() })
  .openapi({ description: 'The part of the visitors who got there, from 0 to 1; null where there were none.' });

export const goalsSchema = z
  .object({
    visitors: countsSchema,
    goals: z.array(z.object({ name: z.string() }).extend(countsSchema.shape).extend({ conversion: conversionSchema })),
  })
  .openapi('Goals');

export const funnelSchema = z
  .object({
    visitors: countsSchema,
    steps: z.array(z.object({ step: z.string() }).extend(countsSchema.shape).extend({ conversion: conversionSchema })),
  })
  .openapi('Funnel');

export const ingestedSchema = z
  .object({
    accepted: z.int().openapi({ description: 'New views; they are stored for good.' }),
    dropped: z.record(z.string(), z.int()).openapi({ description: 'Events that are no views, by reason.' }),
    rejected: z
      .array(z.object({ index: z.int(), message: z.string() }))
      .openapi({ description: 'Events that could not be read; the others are not affected.' }),
  })
  .openapi('Ingested');

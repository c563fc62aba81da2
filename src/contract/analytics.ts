import { z } from '@hono/zod-openapi';

const dateDescription =
  'ISO 8601 date-time or YYYY-MM-DD. Without an offset, it is in `timeZone`, or in UTC if that is omitted. Unbounded if omitted.';
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
    description: 'IANA time zone for dates and times without an offset, and for time series buckets. Defaults to UTC.',
    example: 'Europe/Berlin',
  }),
};

/** An integer in a query string, such as `50` or `50.0`; no sign, no exponent, no blank. */
export const integer = (smallest: number, largest: number, standard: number, description: string) =>
  z
    .string()
    .regex(/^\d{1,16}(?:\.0{1,16})?$/, 'must be an integer')
    .transform(Number)
    .pipe(z.number().min(smallest).max(largest))
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
      description: `Only views ${description}. May be repeated: one of the values must match. \`*\` matches any text, a leading \`!\` excludes a value, and \`\\\` escapes these characters.`,
    });

const filterFields = {
  path: filterField('/guide/*', 'of these pages'),
  agent: filterField('ChatGPT', 'by these programs or browsers, `(none)` for unknown ones'),
  category: filterField('coding_agent', 'in these visitor categories'),
  referrer: filterField('google.com', 'referred by these hosts, `(none)` for no referrer'),
  country: filterField('DE', 'from these countries (ISO 3166-1 alpha-2), `(none)` for unknown ones'),
  source: filterField('tracker', 'from these sources'),
  verdict: filterField('verified', 'whose client identity has this verdict'),
  entryPage: filterField('/', 'of visits that started on these pages'),
  exitPage: filterField('/pricing', 'of visits that ended on these pages'),
  browser: filterField('Firefox', 'with these browsers, `(none)` for programs'),
  os: filterField('Android', 'on these operating systems, `(none)` for unknown ones'),
  host: filterField('docs.example.com', 'requested from these hosts, `(none)` if the source does not report it'),
  utmSource: filterField('newsletter', 'from campaigns with this `utm_source`, `(none)` for no campaign'),
  utmMedium: filterField('email', 'from campaigns with this `utm_medium`'),
  utmCampaign: filterField('launch', 'from campaigns with this `utm_campaign`'),
  status: filterField('200', 'answered with this HTTP status'),
  device: filterField('mobile', 'on these devices: desktop, mobile, tablet, tv, console, or `(none)`'),
};

const snapshotField = z.string().min(1).max(200).optional().openapi({
  description:
    "The `X-Snapshot` header of an earlier page, to read the same version of the data. If omitted, later pages of the same key and query use the first page's version for ten minutes.",
});

export const pageQuerySchema = z.strictObject({
  ...rangeFields,
  limit: integer(1, 250, 50, 'Maximum results per page.'),
  offset: integer(0, Number.MAX_SAFE_INTEGER, 0, 'Number of rows to skip.'),
  snapshot: snapshotField,
  search: z.string().min(1).max(200).optional().openapi({
    description: 'Only rows whose value contains this text, ignoring case. `totals` still cover all rows.',
  }),
  sort: z
    .enum(['total', 'human', 'ai', 'value'])
    .default('total')
    .openapi({ description: 'Sort by this count, highest first, then by value; or by value (`path`).' }),
  ...filterFields,
});

/** A page of counts, which may be compared with another range. */
export const countQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  sort: z
    .enum([...pageQuerySchema.shape.sort.unwrap().options, 'growth', 'decline'])
    .default('total')
    .openapi({
      description:
        'Sort by this count, highest first, then by value; or by value (`path`). With `compareFrom` or `compareTo` also by the relative ' +
        'change of `total`: `growth` starts with new rows and the largest rise, `decline` with the largest fall.',
    }),
  compareFrom: rangeFields.dateFrom.openapi({
    description:
      'Start of an earlier range, as `dateFrom`. With it or `compareTo`, each row has its counts of that range in `before` (in CSV ' +
      'in columns of their own, with `change`), and `gone` of a JSON page holds those of its ten largest rows that have no views any ' +
      'more. CSV, NDJSON and sorting by change compare at most 100,000 rows.',
    example: '2025-12-01',
  }),
  compareTo: rangeFields.dateTo.openapi({
    description: 'End of the earlier range, as `dateTo`.',
    example: '2026-01-01',
  }),
});

export const timeseriesQuerySchema = z.strictObject({
  ...rangeFields,
  interval: z.enum(['minute', 'hour', 'day', 'week', 'month']).default('day').openapi({
    description: 'Minutes only over at most a day. In `timeZone`, or in UTC if it is omitted. Weeks start on Monday.',
  }),
  ...filterFields,
});

export const rangeQuerySchema = z.strictObject(rangeFields);
export const crawlersQuerySchema = z.strictObject({ ...rangeFields, ...filterFields });

export const liveQuerySchema = z.strictObject({ minutes: integer(1, 60, 5, 'Minutes to look back.') });

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
  total: z
    .int()
    .openapi({ description: 'Human and AI together. Each visitor counts once, so this may be less than their sum.' }),
});

/** Counts of a row, and where it was asked to be compared, those of the earlier range. */
const comparedShape = { ...countsSchema.shape, before: countsSchema.optional() };

const pathRowSchema = z
  .object({ path: z.string() })
  .extend(comparedShape)
  .openapi({ example: { path: '/quickstart', human: 128, ai: 41, total: 165 } });

export const visitorsSchema = z
  .object({
    totals: countsSchema,
    visitors: z.array(pathRowSchema),
    hasMore: z.boolean(),
    gone: z.array(pathRowSchema).optional(),
  })
  .openapi('Visitors');

export const missingSchema = z
  .object({
    totals: countsSchema,
    missing: z.array(
      pathRowSchema
        .omit({ before: true })
        .extend({
          nearest: z.string().nullable().openapi({
            description:
              'The page viewed in the last 90 days whose path is most similar; the path itself if it was viewed. Null if none is similar.',
          }),
          redirected: z
            .boolean()
            .nullable()
            .openapi({
              description:
                'Whether a redirect declared on the base branch of the repository covers it. Null if unknown: the repository is not ' +
                'readable, not read yet, or may declare redirects in unsupported ways.',
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
  .object({
    totals: countsSchema,
    views: z.array(pathRowSchema),
    hasMore: z.boolean(),
    gone: z.array(pathRowSchema).optional(),
  })
  .openapi('Views');

const valueRowSchema = z.object({ value: z.string() }).extend(comparedShape);

export const breakdownSchema = z
  .object({
    totals: countsSchema,
    visitors: z.array(valueRowSchema),
    hasMore: z.boolean(),
    gone: z.array(valueRowSchema).optional(),
  })
  .openapi('Breakdown');

export const timeseriesSchema = z
  .object({
    interval: z.enum(['minute', 'hour', 'day', 'week', 'month']),
    buckets: z.array(
      z.object({
        start: z.iso.datetime(),
        visitors: countsSchema,
        views: countsSchema,
        received: z.boolean().openapi({
          description:
            'Whether any view was received, including crawlers. Distinguishes zero visitors from missing data.',
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
    views: z.int().openapi({ description: 'All crawlers and other programs together.' }),
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
        "Repeat for each step: a page, `event:` and an event's name, or `goal:` and a goal's name. `*` matches any text.",
    }),
});

const conversionSchema = z
  .object({ human: z.number().nullable(), ai: z.number().nullable(), total: z.number().nullable() })
  .openapi({ description: 'The share of visitors who reached it, from 0 to 1. Null if there were no visitors.' });

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
    accepted: z.int().openapi({ description: 'New views, now stored on disk.' }),
    dropped: z.record(z.string(), z.int()).openapi({ description: 'Dropped events, by reason.' }),
    rejected: z.array(z.object({ index: z.int(), message: z.string() })).openapi({
      description: 'Events that could not be read, also counted among the drops. The others are not affected.',
    }),
    ignored_fields: z
      .record(z.string(), z.int())
      .openapi({ description: 'Fields that are not in this reference and were ignored: events with each, by name.' }),
  })
  .openapi('Ingested');

import { z } from 'zod';

/** Rows by table. */
const rowsSchema = z.record(z.string(), z.int().nonnegative());

/** The first file of an archive: what is in it, so that whoever reads it can prove that all of it is there. */
export const manifestSchema = z.object({
  format: z.literal('docwright-backup'),
  version: z.literal(1),
  /** Version of the program that wrote it. */
  program: z.string(),
  createdAt: z.iso.datetime(),
  views: z.int().nonnegative(),
  rows: z.object({ 'docwright.sqlite': rowsSchema, 'visits.sqlite': rowsSchema }),
  files: z.array(
    z.object({ path: z.string(), bytes: z.int().nonnegative(), sha256: z.string().regex(/^[\da-f]{64}$/) }),
  ),
  /** Of all the rest, by the key of the installation. Archives up to version 0.2 have none. */
  signature: z.object({ keyId: z.string(), hmac: z.string().regex(/^[\da-f]{64}$/) }).optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;

export const manifestFile = 'manifest.json';
export const sealedKeyFile = 'master.key.sealed';
/** In the order in which they are fixed: what the second knows, such as the salts of visitors, is never older. */
export const databaseFiles = ['visits.sqlite', 'docwright.sqlite'] as const;
export type DatabaseFile = (typeof databaseFiles)[number];

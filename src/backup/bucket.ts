import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { S3mini } from 's3mini';
import { duration } from '../kernel/clock.ts';
import { isPassingStatus } from '../kernel/passing-fault.ts';
import { trimOf } from '../kernel/trim-characters.ts';
import { tryAgain } from '../kernel/try-again.ts';
import { readConnectionFault } from '../outgoing/connection-fault.ts';
import type { Limits } from '../outgoing/limits.ts';
import { sendWithin } from '../outgoing/send.ts';
import { archiveEnding } from './archive-name.ts';
import { BackupDamaged, BucketUnusable } from './errors.ts';
import { hashOf } from './list-files.ts';

/** Of a question about what lies there: some 400,000 names, a thousand in an answer. */
const questionLimits = { time: 5 * duration.minute, bytes: 4 * 1024 ** 2, answers: 1_000, total: 160 * 1024 ** 2 };
/** Of an object on its way: the largest that S3 keeps in pieces of 8 MB. */
const objectLimits: Limits = { time: duration.day, bytes: 5 * 1024 ** 4, answers: 700_000 };
/** Of what is read into memory: lists of pieces, and of erasures. */
const textLimits = { time: 2 * duration.minute, bytes: 32 * 1024 ** 2, answers: 10 };

/** An overloaded or restarting service is back within seconds; a longer outage ends the backup. */
const usualPauses = [1, 4, 15].map((seconds) => seconds * duration.second);

/** How a bucket of S3, or of what speaks its language, is reached. */
export interface BucketAccess {
  /** Without the bucket; undefined is Amazon's own of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
  /** Pauses before retries, in milliseconds. */
  readonly pauses?: readonly number[];
}

/** A folder of a bucket, by an address such as `s3://bucket/folder`. Names are below it. Throws `BucketUnusable`. */
export interface Bucket {
  /** What lies right below it, or below a folder of it such as `chunks/`, and when it was put there. */
  list(folder?: string): Promise<Map<string, Date>>;
  /** Sends a file and compares what then lies there with it. Throws `BackupDamaged`. */
  put(name: string, file: string): Promise<void>;
  get(name: string, into: string): Promise<void>;
  /** For what is small. */
  read(name: string): Promise<string>;
  remove(name: string): Promise<void>;
  addressOf(name: string): string;
}

export function isBucketAddress(address: string): boolean {
  return address.startsWith('s3://');
}

/** The folder of an address, and the name of the archive if it names one. */
export function readBucketAddress(address: string): { folder: string; name: string | undefined } {
  if (!address.endsWith(archiveEnding)) return { folder: address, name: undefined };
  const end = address.lastIndexOf('/') + 1;
  return { folder: address.slice(0, end), name: address.slice(end) };
}

export function openBucket(address: string, access: BucketAccess): Bucket {
  const [bucket = '', ...folders] = address.slice('s3://'.length).split('/');
  const prefix = folders
    .filter((name) => name !== '')
    .map((name) => `${name}/`)
    .join('');
  const { endpoint, region, accessKeyId, secretAccessKey, pauses = usualPauses } = access;
  if (!/^[\w.-]+$/.test(bucket)) throw new BucketUnusable(address, 'it has no bucket; use s3://bucket/folder');
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new BucketUnusable(address, 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set');
  }
  const host = trimOf(endpoint ?? `https://s3.${region}.amazonaws.com`, '/');
  const ask = (limits: Limits) =>
    new S3mini({ endpoint: `${host}/${bucket}`, region, accessKeyId, secretAccessKey, fetch: sendWithin(limits) });
  const addressOf = (name: string): string => `s3://${bucket}/${prefix}${name}`;
  const asking = <Result>(of: string, work: () => Promise<Result>): Promise<Result> =>
    tryAgain(
      () =>
        work().catch((error: unknown) => {
          if (error instanceof BackupDamaged) throw error;
          const fault = readConnectionFault(error, { host: new URL(host).host });
          const passes = isPassingStatus(Number(statusOf(error)));
          throw new BucketUnusable(of, fault ?? `${host} ${reasonOf(error)}`, { cause: error, passes });
        }),
      { pauses },
    );
  const open = async (name: string, limits = objectLimits): Promise<Readable> => {
    const { body } = await ask(limits).getObjectRaw(prefix + name);
    if (body === null) throw new Error('no content');
    return Readable.fromWeb(body as ReadableStream<Uint8Array>);
  };
  return {
    addressOf,
    list: (folder = '') =>
      asking(address, async () => {
        const objects = await ask(questionLimits).listObjects('/', prefix + folder);
        if (objects === null) throw new NoSuchBucket();
        const within = objects.map(
          ({ Key, LastModified }) => [Key.slice(prefix.length), new Date(LastModified)] as const,
        );
        return new Map(within.filter(([name]) => !name.slice(folder.length).includes('/')));
      }),
    put: (name, file) =>
      asking(addressOf(name), async () => {
        await ask(objectLimits).putAnyObject(prefix + name, await openAsBlob(file), 'application/zstd');
        const [sent, receivedHash] = [await hashOf(createReadStream(file)), await hashOf(await open(name))];
        if (sent !== receivedHash)
          throw new BackupDamaged(addressOf(name), 'the stored data differs from what was sent');
      }),
    get: (name, into) =>
      asking(addressOf(name), async () => pipeline(await open(name), createWriteStream(into, { mode: 0o600 }))),
    read: (name) => asking(addressOf(name), async () => text(await open(name, textLimits))),
    remove: (name) =>
      asking(addressOf(name), async () => {
        await ask(questionLimits).deleteObject(prefix + name);
      }),
  };
}

class NoSuchBucket extends Error {
  override name = 'NoSuchBucket';
}

function statusOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'status' in error ? String(error.status) : /with status (\d{3})/.exec(error.message)?.[1];
}

/** Completes a sentence that begins with the address of the service. What it says in other words than its code stays out. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'refused';
  const status = statusOf(error);
  const code = 'serviceCode' in error ? String(error.serviceCode) : /with status \d{3}: (\w+)/.exec(error.message)?.[1];
  if (status !== undefined)
    return `answered ${[status, code === 'Unknown' ? undefined : code].filter(Boolean).join(' ')}`;
  if (error instanceof NoSuchBucket) return 'has no such bucket';
  return `sent an unexpected answer: ${error.message.slice(0, 200)}`;
}

import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { S3mini } from 's3mini';
import { trimOf } from '../kernel/trim-characters.ts';
import { namePattern } from './archive-name.ts';
import { BackupDamaged, BucketUnusable } from './errors.ts';
import { hashOf } from './list-files.ts';

/** How a bucket of S3, or of what speaks its language, is reached. */
export interface BucketAccess {
  /** Without the bucket; undefined is Amazon's own of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
}

/** Archives below an address such as `s3://bucket/folder`. Throws `BucketUnusable`. */
interface Bucket {
  /** Sends an archive and compares what then lies there with it. Returns its address. */
  put(file: string): Promise<string>;
  /** Addresses of all archives, the newest first. */
  list(): Promise<string[]>;
  get(address: string, into: string): Promise<void>;
  remove(address: string): Promise<void>;
}

export function isBucketAddress(text: string): boolean {
  return text.startsWith('s3://');
}

export function openBucket(address: string, access: BucketAccess): Bucket {
  const { host: name, pathname } = new URL(address);
  const prefix = trimOf(pathname, '/');
  const { endpoint = `https://s3.${access.region}.amazonaws.com`, region, accessKeyId, secretAccessKey } = access;
  if (name === '' || accessKeyId === undefined || secretAccessKey === undefined) {
    throw new BucketUnusable(address, 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY say who asks');
  }
  const s3 = new S3mini({ endpoint: `${endpoint}/${name}`, region, accessKeyId, secretAccessKey });
  const addressOf = (key: string): string => `s3://${name}/${key}`;
  const keyOf = (of: string): string => of.slice(`s3://${name}/`.length);
  const asking = <Result>(work: () => Promise<Result>): Promise<Result> =>
    work().catch((error: unknown) => {
      throw error instanceof BackupDamaged
        ? error
        : new BucketUnusable(address, 'it refused or was not reached', error);
    });
  const read = async (key: string): Promise<Readable> => {
    const { body } = await s3.getObjectRaw(key);
    if (body === null) throw new Error('no content');
    return Readable.fromWeb(body as ReadableStream<Uint8Array>);
  };
  return {
    put: (file) =>
      asking(async () => {
        const key = [prefix, basename(file)].filter(Boolean).join('/');
        await s3.putAnyObject(key, await openAsBlob(file), 'application/zstd');
        const [sent, found] = [await hashOf(createReadStream(file)), await hashOf(await read(key))];
        if (sent !== found) throw new BackupDamaged(addressOf(key), 'what lies there is not what was sent');
        return addressOf(key);
      }),
    list: () =>
      asking(async () => {
        const found = await s3.listObjects('/', prefix === '' ? '' : `${prefix}/`);
        if (found === null) throw new Error('no such bucket');
        const keys = found.map(({ Key }) => Key).filter((key) => namePattern.test(basename(key)));
        return keys.sort().reverse().map(addressOf);
      }),
    get: (of, into) => asking(async () => pipeline(await read(keyOf(of)), createWriteStream(into, { mode: 0o600 }))),
    remove: (of) =>
      asking(async () => {
        await s3.deleteObject(keyOf(of));
      }),
  };
}

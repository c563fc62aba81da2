import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openBucket } from './bucket.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A service that first answers with these statuses, then well; how often it was asked. */
async function serviceThatAnswers(statuses: readonly number[]) {
  let asked = 0;
  const list = '<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';
  server = createServer((_, response) => {
    const status = statuses[asked] ?? 200;
    asked += 1;
    response.writeHead(status, { 'content-type': 'application/xml' }).end(status === 200 ? list : '');
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access = { endpoint, region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret', pauses: [0, 0, 0] };
  return { bucket: openBucket('s3://acme/docs', access), asked: () => asked };
}

it.each([429, 500, 503])('asks again a service that answers %i, and gives up at last', async (status) => {
  const { bucket, asked } = await serviceThatAnswers([status, status]);
  expect([...(await bucket.list()).keys()]).toEqual([]);
  expect(asked()).toBe(3);
  server?.close();
  const worse = await serviceThatAnswers(Array<number>(9).fill(status));
  const refusal = { facts: { code: 'backup_bucket_unusable', retryable: true } };
  await expect(worse.bucket.list()).rejects.toMatchObject(refusal);
  expect(worse.asked()).toBe(4);
});

it('asks once where the answer would be the same', async () => {
  const { bucket, asked } = await serviceThatAnswers([403]);
  const refusal = { facts: { code: 'backup_bucket_unusable', retryable: false } };
  await expect(bucket.list()).rejects.toMatchObject(refusal);
  expect(asked()).toBe(1);
});
